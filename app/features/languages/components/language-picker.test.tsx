import { afterEach, describe, expect, it, vi } from 'vitest'
import { inEnglish } from '#tests/support/english.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import { LanguagePicker } from './language-picker.tsx'

const visitor = vi.hoisted(() => ({ isSignedIn: false }))

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', () => ({ useLocation: () => ({ pathname: '/en/soccer', search: '?tab=live' }) }))
vi.mock('#app/features/visitor/components/me-provider.tsx', () => ({
  useMe: () => ({ me: { user: visitor.isSignedIn ? { language: 'en' } : null, favourites: [] } }),
}))

afterEach(() => vi.unstubAllGlobals())

const language = (code: string, nativeName: string) => ({
  id: code,
  code,
  name: nativeName,
  nativeName,
  flagCode: code,
  isDefault: code === 'en',
  rtl: false,
})

/** Chooses Italian on a page; returns the events in order. */
async function choose(isSignedIn: boolean, status = 204) {
  visitor.isSignedIn = isSignedIn
  const steps: string[] = []
  const location = {
    protocol: 'https:',
    origin: 'https://odds.example',
    pathname: '/en/soccer',
    search: '?tab=live',
    hash: '#top',
    assign: (to: string) => steps.push(`goes to ${to}`),
  }
  const kept = { cookie: '', referrer: 'https://odds.example/en' }
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', { location })
  vi.stubGlobal('document', Object.assign(new EventTarget(), kept))
  vi.stubGlobal('sessionStorage', { getItem: () => '1', setItem() {} })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    steps.push(`saves ${init.body} at ${path}`)
    return new Response(null, { status })
  })
  const languages = [language('en', 'English'), language('it', 'Italiano')]
  const shown = mount(inEnglish(<LanguagePicker languages={languages} />), () => new EventTarget())
  const link = shown.all('a').find(({ text }) => text.includes('Italiano'))
  if (!link) throw new Error('Italian is not offered')
  const preventDefault = vi.fn()
  await (link.props.onClick as (event: object) => Promise<void>)({ preventDefault })
  return { steps, cookie: document.cookie, link, preventDefault }
}

describe('choosing a language', () => {
  it('stores the choice in the browser, then shows the same page in that language', async () => {
    const { steps, cookie, link, preventDefault } = await choose(false)
    expect(link.props.href).toBe('/it/soccer?tab=live')
    expect(preventDefault).toHaveBeenCalledOnce()
    expect(cookie).toMatch(/^language=it;/)
    expect(steps).toEqual(['goes to /it/soccer?tab=live#top'])
  })

  it.each([204, 500])('is saved in the profile of a signed-in user first, or fails (%i)', async (status) => {
    const { steps, cookie } = await choose(true, status)
    expect(cookie).toMatch(/^language=it;/)
    expect(steps).toEqual(['saves language=it at /resources/language', 'goes to /it/soccer?tab=live#top'])
  })
})
