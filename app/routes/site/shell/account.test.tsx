import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { AccountLinks } from '#app/features/accounts/components/account-links.tsx'
import { MeContext } from '#app/features/visitor/components/me-provider.tsx'
import type { Me } from '#app/features/visitor/schema.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { shownText } from '#tests/support/html.ts'
import { linksIn } from '#tests/support/links.ts'
import common from '../../../../locales/en/common.json'
import { BottomBar } from './bottom-bar.tsx'

const STRANGER: Me = { user: null, favourites: [] }
const member = (role: string) =>
  ({
    user: { email: 'ada@example.org', username: 'ada', role, language: null, priceFormat: null },
    favourites: [],
  }) as Me

const english = createI18n('en', { common })

/** A part of the frame as the visitor sees it. */
function shownTo(me: Me, part: ReactElement): string {
  const state = { me, refresh: async () => me, update: () => {} }
  return renderToString(
    <MemoryRouter>
      <I18nContext value={english}>
        <MeContext value={state}>{part}</MeContext>
      </I18nContext>
    </MemoryRouter>,
  )
}

const header = <AccountLinks />
const bar = <BottomBar spinWheel={null} />

describe('the account in the header', () => {
  it('has links to sign in and up for a signed-out visitor, in the language of the page', () => {
    expect(linksIn(shownTo(STRANGER, header))).toEqual(['/en/login', '/en/register'])
  })

  it('has a balance of 1000.00 dollars for every member, labelled as a placeholder', () => {
    const html = shownTo(member('user'), header)
    expect(shownText(html)).toContain('Balance: $1000.00')
    expect(html).toContain('title="A placeholder: there are no real balances yet"')
    expect(shownText(shownTo(STRANGER, header))).not.toContain('$')
  })

  it.each([
    ['admin', ['/en/my-page', '/en/alerts', '/en/profile', '/admin']],
    ['user', ['/en/my-page', '/en/alerts', '/en/profile']],
    ['Admin', ['/en/my-page', '/en/alerts', '/en/profile']],
    ['editor', ['/en/my-page', '/en/alerts', '/en/profile']],
  ])('links the role %s to %j', (role, links) => {
    expect(linksIn(shownTo(member(role), header))).toEqual(links)
  })
})

describe('the account in the bottom bar of a phone', () => {
  it('is linked without a language', () => {
    expect(linksIn(shownTo(STRANGER, bar))).toEqual(['/en', '/login', '/register'])
    expect(linksIn(shownTo(member('user'), bar))).toEqual(['/en', '/my-page', '/alerts', '/profile'])
  })
})
