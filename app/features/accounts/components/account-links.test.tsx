import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import type { Me } from '#app/features/visitor/schema.ts'
import { inEnglish } from '#tests/support/english.tsx'
import { shownText } from '#tests/support/html.ts'
import { AccountLinks } from './account-links.tsx'

const visitor = vi.hoisted(() => ({ user: null as Me['user'] }))

vi.mock('#app/features/visitor/components/me-provider.tsx', () => ({
  useMe: () => ({ me: { user: visitor.user, favourites: [] } }),
}))
vi.mock('#app/ui/use-navigated.ts', () => ({ useNavigated: () => {} }))

const header = (user: Me['user']) => {
  visitor.user = user
  return renderToStaticMarkup(inEnglish(<AccountLinks />))
}
const ada = (role: 'user' | 'admin') => ({
  email: 'ada@example.org',
  username: 'ada',
  role,
  language: null,
  priceFormat: null,
})

describe('the account in the header', () => {
  it('shows a signed-in user a placeholder balance, and labels it as one', () => {
    const html = header(ada('user'))
    expect(shownText(html)).toContain('Balance: $1000.00')
    expect(html).toContain('title="A placeholder: there are no real balances yet"')
  })

  it.each([
    ['user', 'My page Alerts Profile Sign out'],
    ['admin', 'My page Alerts Profile Admin Sign out'],
  ] as const)('offers to a %s: %s', (role, entries) => {
    expect(shownText(header(ada(role)))).toMatch(new RegExp(`ada@example.org ${entries}$`))
  })

  it('offers sign-in and sign-up to a signed-out visitor', () => {
    expect(shownText(header(null))).toBe('Sign In Sign Up')
  })
})
