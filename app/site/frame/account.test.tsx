import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import type { Me } from '#app/features/visitor/schema.ts'
import { AccountArea } from '#app/islands/account-area.tsx'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { inEnglish } from '#tests/support/english.tsx'
import { shownText } from '#tests/support/html.ts'
import { linksIn } from '#tests/support/links.ts'
import italianLabels from '../../../locales/it/common.json'
import { BottomBar } from './bottom-bar.tsx'

const visitor = vi.hoisted(() => ({ me: undefined as Me | undefined }))

vi.mock('#app/features/visitor/components/me-provider.tsx', () => ({ useMe: () => visitor }))

const STRANGER: Me = { user: null, favourites: [] }
const member = (role: string) =>
  ({
    user: { email: 'ada@example.org', username: 'ada', role, language: null, priceFormat: null },
    favourites: [],
  }) as Me

/** A part of the frame as the visitor sees it. */
function shownTo(me: Me, part: ReactElement): string {
  visitor.me = me
  return renderToString(inEnglish(part))
}
/** The same in an Italian document. */
function shownInItalian(me: Me, part: ReactElement): string {
  visitor.me = me
  const italian = createI18n('it', { common: italianLabels })
  return renderToString(<I18nContext value={italian}>{part}</I18nContext>)
}

const header = <AccountArea />
const bar = <BottomBar spinWheel={null} path="/en/soccer" />

describe('the account in the header', () => {
  it('has links to sign in and up for a signed-out visitor, in the language of the page', () => {
    expect(linksIn(shownTo(STRANGER, header))).toEqual(['/en/login', '/en/register'])
    const italian = shownInItalian(STRANGER, header)
    expect(linksIn(italian)).toEqual(['/it/login', '/it/register'])
    expect(shownText(italian)).toMatch(/^\s*Accedi\s+Registrati\s*$/)
  })

  it('leads a member to the screens of the language, and an administrator to the one back office', () => {
    const own = ['/it/my-page', '/it/alerts', '/it/profile']
    expect(linksIn(shownInItalian(member('user'), header))).toEqual(own)
    expect(linksIn(shownInItalian(member('admin'), header))).toEqual([...own, '/admin'])
  })

  it('has the e-mail address of the member', () => {
    expect(shownText(shownTo(member('user'), header))).toContain('ada@example.org')
    expect(shownText(shownTo(STRANGER, header))).not.toContain('@')
  })

  it('has a balance of 1000.00 dollars for every member, labelled as a placeholder', () => {
    for (const role of ['user', 'admin']) {
      const html = shownTo(member(role), header)
      expect(shownText(html), role).toContain('Balance: $1000.00')
      expect(html, role).toContain('title="A placeholder: there are no real balances yet"')
    }
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
    expect(linksIn(shownInItalian(STRANGER, bar))).toEqual(['/it', '/login', '/register'])
  })

  it.each([
    ['admin', true],
    ['user', false],
    ['Admin', false],
  ])('links the back office for the role %s: %s', (role, isLinked) => {
    expect(linksIn(shownTo(member(role), bar)).includes('/admin')).toBe(isLinked)
  })
})
