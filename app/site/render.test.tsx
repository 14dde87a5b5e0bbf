import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PriceFormatContext } from '#app/features/odds/components/odds.tsx'
import { Surroundings } from '#app/islands/react-root.tsx'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext, useNow } from '#app/ui/clock.tsx'
import { english } from '#tests/support/english.tsx'
import { matchSummary } from '#tests/support/match-summary.ts'
import { busyPage } from './busy-page.server.ts'
import { keepMarkup } from './keep-markup.server.tsx'
import { KeeperContext } from './parts/kept.tsx'
import { MatchGroup } from './parts/match-group.tsx'
import { Price } from './parts/price.tsx'
import { renderView } from './render.server.tsx'
import { shortenMarkup } from './shorten-markup.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['de', 'language', '1,83'],
  ['de', 'point', '1.83'],
  ['ar', 'language', '1.83'],
  ['ar', 'comma', '1,83'],
])('an island in %s formats prices like its document with the decimal mark of %s: %s', (lang, mark, text) => {
  const price = (
    <Price label="Home win" price={{ price: 1.83, bookmaker: null, bookmakerId: null }} href={null} />
  )
  const html = renderView(price, createI18n(lang, {}, mark), { at: 0, zone: 'UTC' })
  expect(html).toContain(`<b>${text}</b>`)
  vi.stubGlobal('document', { documentElement: { lang }, body: { dataset: { mark } } })
  expect(renderToString(<Surroundings labels={{}}>{price}</Surroundings>)).toContain(`<b>${text}</b>`)
})

function Part({ match, made }: { match: object; made: () => void }) {
  made()
  return <i>{JSON.stringify(match)}</i>
}

function Clock() {
  return <i>{useNow().getTime()}</i>
}

describe('the rows of a list', () => {
  const price = (value: number, moved?: number) => ({
    ...{ price: value, bookmaker: 'Alphabet', bookmakerId: 'a' },
    ...(moved !== undefined && { moved }),
  })
  const HEADLINE = {
    ...{ home: price(1.6, 0.04), draw: price(4), away: price(5.255), bookmakerCount: 3, typed: false },
    ...{ withDraw: true, confirmedAt: '2026-02-26T11:00:00.000Z', validUntil: '2026-03-01T14:00:00.000Z' },
  }
  const BUTTONS = [
    { id: '11111111-1111-4111-8111-111111111111', text: 'Go', bookmaker: { id: 'a', name: 'Alphabet' } },
  ]
  const MATCHES = [
    matchSummary({ headline: HEADLINE }),
    matchSummary({ headline: HEADLINE, homeScore: 2, awayScore: 0, liveStatus: '2H', elapsed: 71 }),
    matchSummary({ headline: HEADLINE, status: 'cancelled' }),
    matchSummary({ headline: { ...HEADLINE, home: null, typed: true } }),
  ]
  const PLACES = [
    ['league', 'UTC', 'decimal'],
    ['home', 'Asia/Tokyo', 'fractional'],
    ['home', 'UTC', 'decimal'],
  ] as const
  // Days before, with an old price; the day itself; after the prices have expired; during the match; after it.
  const INSTANTS = [
    '2026-02-26T12:00Z',
    '2026-02-27T12:00Z',
    '2026-03-01T13:00Z',
    '2026-03-01T14:30Z',
    '2026-03-01T15:00Z',
    '2026-03-09T12:00Z',
  ]

  it.each(PLACES)('of %s in %s and %s are byte for byte those that nobody kept', (place, zone, format) => {
    const view = () => (
      <PriceFormatContext value={format}>
        <MatchGroup matches={MATCHES} buttons={BUTTONS} place={place}>
          <h3>Serie A</h3>
        </MatchGroup>
      </PriceFormatContext>
    )
    for (const at of [...INSTANTS, ...INSTANTS].map((it) => Date.parse(it))) {
      const plain = renderToStaticMarkup(
        <I18nContext value={english}>
          <RenderedContext value={{ at, zone }}>{view()}</RenderedContext>
        </I18nContext>,
      )
      expect(renderView(view(), english, { at, zone })).toBe(shortenMarkup(plain))
    }
  })

  it('are made again for another match only', () => {
    const made = vi.fn()
    const [one, other] = [{ price: 1.6 }, { price: 1.7 }]
    const surroundings = { i18n: english, zone: 'UTC', format: 'decimal' as const }
    const texts = [one, other, one].map((match) =>
      keepMarkup(<Part match={match} made={made} />, surroundings),
    )
    expect(texts).toEqual([
      '<i>{&quot;price&quot;:1.6}</i>',
      '<i>{&quot;price&quot;:1.7}</i>',
      '<i>{&quot;price&quot;:1.6}</i>',
    ])
    expect(made).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['days before', '2026-02-20T12:00Z', {}, true],
    ['on the day', '2026-03-01T13:00Z', {}, true],
    ['in play', '2026-03-01T15:15Z', {}, false],
    ['afterwards', '2026-03-09T12:00Z', {}, false],
    ['cancelled', '2026-02-20T12:00Z', { status: 'cancelled' as const }, false],
  ])('of a match %s, at %s with %o, are kept: %s', (_, at, state, isKept) => {
    const keep = vi.fn(keepMarkup)
    renderToStaticMarkup(
      <I18nContext value={english}>
        <RenderedContext value={{ at: Date.parse(at), zone: 'UTC' }}>
          <KeeperContext value={keep}>
            <MatchGroup matches={[matchSummary({ headline: HEADLINE, ...state })]} buttons={[]} place="home">
              <h3>Serie A</h3>
            </MatchGroup>
          </KeeperContext>
        </RenderedContext>
      </I18nContext>,
    )
    expect(keep).toHaveBeenCalledTimes(isKept ? 1 : 0)
  })

  it('are made again in another language, zone or price format', () => {
    const made = vi.fn()
    const match = { price: 1.6 }
    const usual = { i18n: english, zone: 'UTC', format: 'decimal' as const }
    for (const others of [
      {},
      { i18n: createI18n('it', {}) },
      { zone: 'Asia/Tokyo' },
      { format: 'malay' as const },
      {},
    ])
      keepMarkup(<Part match={match} made={made} />, { ...usual, ...others })
    expect(made).toHaveBeenCalledTimes(4)
  })

  it('cannot read the clock where they are kept', () => {
    const surroundings = { i18n: english, zone: 'UTC', format: 'decimal' as const }
    expect(() => keepMarkup(<Clock />, surroundings)).toThrow('reads the clock')
  })
})

it('a page without the frame names its icon: browsers would ask a busy site for another one', () => {
  expect(busyPage('/en')).toContain('<link rel="icon" href="/favicon.svg"/>')
})
