import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FeedSports } from '#app/features/imports/read/feed-sports.server.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { renderOffice } from '#tests/support/render.tsx'
import { OddsForm } from './odds-form.tsx'
import { StartMessage } from './use-start.tsx'

/** What the server has answered to the request for a feed's sports. */
const answered = vi.hoisted(() => ({ data: undefined as object | undefined }))

vi.mock('#app/ui/admin/use-read.ts', () => ({
  useRead: () => ({ busy: false, ...answered, read() {}, again() {} }),
}))

beforeEach(() => {
  answered.data = undefined
})

const show = (data: FeedSports, isOddsApiSetUp = false) => {
  answered.data = data
  return renderOffice(
    <OddsForm
      sources={[
        { key: 'promo', everything: 'import.all-sports', isSetUp: false },
        { key: 'the-odds-api', everything: 'import.next-games', isSetUp: isOddsApiSetUp },
      ]}
      onStart={() => {}}
    />,
  )
}

describe('the form for an import of odds', () => {
  it('offers the sports of the feed, and all of them', async () => {
    const html = await show({
      kind: 'sports',
      sports: [
        { value: 'Tennis', label: 'Tennis' },
        { value: 'soccer_epl', label: 'EPL', group: 'Soccer' },
      ],
    } as FeedSports)
    const [, sports] = readHtml(html).all('select')
    expect(sports?.attribute('disabled')).toBeUndefined()
    expect(sports?.all('option').map(({ text }) => text)).toEqual(['All sports', 'Tennis', 'Soccer: EPL'])
  })

  it('begins with a feed that is set up, and links to the page of one that is not', async () => {
    const chosen = (html: string) => /<option[^>]*selected=""[^>]*>([^<]*)/.exec(html)?.[1]
    const set = await show({ kind: 'sports', sports: [] }, true)
    expect(chosen(set)).toBe('The Odds API')
    const unset = await show({ kind: 'not_configured' })
    expect(chosen(unset)).toBe('Promotional odds feed')
    expect(unset).toContain('href="/admin/sources/promo"')
    expect(set).not.toContain('href="/admin/sources/')
  })

  it('reports that the sports cannot be listed, or that the feed is not set up', async () => {
    expect(shownText(await show({ kind: 'unavailable', message: 'no answer' } as FeedSports))).toMatch(
      /^Failed to fetch sports data no answer /,
    )
    expect(shownText(await show({ kind: 'not_configured' } as FeedSports))).toMatch(
      /^This feed has no address or key yet/,
    )
  })
})

it.each([
  ['failed', 'Import failed'],
  ['nothing_to_remove', 'No matches found to remove'],
  ['already_running', 'This import is already running'],
  ['queued', ''],
] as const)('a request for a run that is %s is answered with: %s', async (kind, text) => {
  expect(shownText(await renderOffice(<StartMessage kind={kind} />))).toBe(text)
})
