import { describe, expect, it } from 'vitest'
import { marketSum } from '#app/features/odds/market-maths.ts'
import { definitionOf, marketKey } from '#app/features/odds/markets.ts'
import type { FeedItem } from '#app/features/sources/contract.ts'
import promo from '#app/features/sources/promo/index.ts'
import theOddsApi from '#app/features/sources/the-odds-api/index.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { leagues } from './data/index.ts'
import { ODDS_API_MARKETS, oddsApiEvents, promoEntries, promoScoreEntries } from './formats.ts'
import { scoreBookmakers } from './market.ts'

const NOW = new Date('2024-11-23T10:00:00Z')
const WORLD = { leagues: leagues.filter(({ sport }) => sport === 'Soccer').slice(0, 16), seed: 7 }

async function read(source: typeof theOddsApi, body: unknown): Promise<FeedItem[]> {
  async function* bytes() {
    yield new TextEncoder().encode(JSON.stringify(body))
  }
  const items: FeedItem[] = []
  const context = { confirmedAt: NOW, bookmaker: undefined, origin: 'https://example.org/?markets=all' }
  for await (const item of source.parse(bytes(), context)) items.push(item)
  return items
}

const events = (now: Date) => [...oddsApiEvents(WORLD, now, new Set(ODDS_API_MARKETS))]
const known = new Map<number, ReturnType<typeof read>>()
/** What the feed of an instant has, read once. */
function itemsOf(now: Date): ReturnType<typeof read> {
  const items = known.get(now.getTime()) ?? read(theOddsApi, events(now))
  known.set(now.getTime(), items)
  return items
}
const offersOf = async (now: Date) =>
  (await itemsOf(now)).flatMap((item) => (item.kind === 'event' ? (item.offers ?? []) : []))

describe('the markets of the sandbox', () => {
  it('are more than a dozen, from ten bookmakers, with the lay side of an exchange', async () => {
    const offers = await offersOf(NOW)
    const quotes = offers.flatMap((offer) => offer.quotes)
    expect(new Set(quotes.map(({ market }) => market.type)).size).toBeGreaterThanOrEqual(7)
    expect(Math.max(...offers.map((offer) => offer.quotes.length))).toBeGreaterThanOrEqual(14)
    expect(new Set(offers.map((offer) => offer.bookmaker.key)).size).toBeGreaterThanOrEqual(10)
    expect(quotes.filter(({ side }) => side === 'lay').length).toBeGreaterThan(0)
  })

  it('are all known to the registry, in both feeds, and have the margins that bookmakers have', async () => {
    const items = [...(await itemsOf(NOW)), ...(await read(promo, [...promoEntries(WORLD, NOW)]))].filter(
      (item) => item.kind === 'event',
    )
    expect(items.flatMap((item) => item.unknownMarkets ?? [])).toEqual([])
    const sums = items
      .flatMap((item) => item.offers ?? [])
      .flatMap(({ quotes }) => quotes)
      .filter(({ side, prices }) => side === 'back' && prices.some((price) => price !== null))
      .map(({ market, prices }) => marketSum(prices, definitionOf(market.type).winners) ?? 0)
    expect(Math.min(...sums)).toBeGreaterThan(1)
    expect(Math.max(...sums)).toBeLessThan(1.25)
  })

  it('have the fractions of one bookmaker and the American odds of another, as they write them', async () => {
    const offers = await offersOf(NOW)
    const formatsOf = (key: string) =>
      new Set(
        offers
          .filter(({ bookmaker }) => bookmaker.key === key)
          .flatMap(({ quotes }) => quotes.map(({ format }) => format)),
      )
    expect(formatsOf('juniperodds')).toEqual(new Set(['fractional']))
    expect(formatsOf('kelpbet')).toEqual(new Set(['american']))
    expect(formatsOf('brightmere')).toEqual(new Set(['decimal']))
    expect(offers.flatMap(({ quotes }) => quotes.flatMap(({ notation }) => notation ?? []))).toContain('3/2')
  })

  it('include correct scores, half time and full time, and halves in the promo feed', async () => {
    const items = await read(promo, [...promoEntries(WORLD, NOW)])
    const quotes = items
      .flatMap((item) => (item.kind === 'event' ? (item.offers ?? []) : []))
      .flatMap((it) => it.quotes)
    const scores = quotes.filter(({ market }) => market.type === 'correct_score')
    expect(scores.length).toBeGreaterThan(10)
    expect(scores.every(({ prices }) => prices.length === 26 && !prices.includes(null))).toBe(true)
    const keys = new Set(quotes.map(({ market }) => `${market.type} ${market.period}`))
    for (const key of ['half_time_full_time full_time', 'odd_even full_time', 'match_result half_2'])
      expect(keys, key).toContain(key)
  })

  it('have correct scores of four bookmakers, whose best ones are of several', async () => {
    const feeds = [
      promoEntries(WORLD, NOW),
      ...scoreBookmakers.map((one) => promoScoreEntries(WORLD, NOW, one)),
    ]
    const lists = new Map<string, (number | null)[][]>()
    for (const feed of feeds) {
      for (const item of await read(promo, [...feed])) {
        if (item.kind !== 'event') continue
        expect(item.unknownMarkets).toEqual([])
        const scores = item.offers
          ?.flatMap(({ quotes }) => quotes)
          .find(({ market }) => market.type === 'correct_score')
        if (scores) lists.set(item.externalId, [...(lists.get(item.externalId) ?? []), scores.prices])
      }
    }
    const compared = [...lists.values()].filter((quotes) => quotes.length === feeds.length)
    expect(compared.length).toBeGreaterThan(10)
    for (const quotes of compared) {
      const best = Array.from({ length: 26 }, (_, n) => Math.max(...quotes.map((prices) => prices[n] ?? 0)))
      expect(marketSum(best)).toBeGreaterThan(1)
      const holders = new Set(best.map((price, n) => quotes.findIndex((prices) => prices[n] === price)))
      expect(holders.size).toBeGreaterThan(1)
    }
  })

  it('are suspended now and then in the promo feed', async () => {
    const items = await read(promo, [...promoEntries(WORLD, NOW)])
    const winners = items.flatMap((item) => (item.kind === 'event' ? (item.quotes ?? []) : []))
    const suspended = winners.filter((quote) => quote.status === 'suspended')
    expect(suspended.length).toBeGreaterThan(0)
    expect(suspended.length).toBeLessThan(winners.length / 20)
  })

  it('change over time', async () => {
    const pricesAt = async (now: Date) =>
      (await offersOf(now)).flatMap((offer) =>
        offer.quotes.map(({ market, prices }) => `${offer.bookmaker.key} ${marketKey(market)} ${prices}`),
      )
    const [before, after] = [
      new Set(await pricesAt(NOW)),
      await pricesAt(new Date(NOW.getTime() + 60 * MINUTE_MS)),
    ]
    expect(after.some((it) => !before.has(it))).toBe(true)
  })

  it('are limited to the requested ones', () => {
    const keys = new Set(
      JSON.stringify([...oddsApiEvents(WORLD, NOW)]).match(/"key":"(h2h|totals|spreads)"/g),
    )
    expect([...keys]).toEqual(['"key":"h2h"'])
  })
})
