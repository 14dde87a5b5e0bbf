import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { marketOf, offerPrices } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import { toApiMarket } from '../read-api/markets.ts'
import { makeQuote } from '../sources/offer-parts.ts'
import { readPrice } from '../sources/reading.ts'
import { headlineSureReturn, NO_HEADLINE } from './headline.ts'
import { compareClosing, compareMarket, openingOf, shownBest } from './market-board.ts'
import { listMarkets } from './market-queries.server.ts'
import { findMarketSureBet } from './market-sure-bet.ts'
import { notationOf, readWritten } from './notation.ts'
import { PRICE_FORMATS } from './prices.ts'
import { readCode, type ShownPrice, showPrice, writeCode } from './shown-price.ts'
import { readOwnPrices, removePricesOf } from './source-prices.server.ts'
import { storeHistory } from './store/store-history.server.ts'

describe('the notation of a price', () => {
  const read = (values: readonly unknown[]) =>
    notationOf(
      values.map((value) => readWritten(value, 'decimal')),
      'decimal',
    )

  it('is kept where its format does not give it back', () => {
    expect(read(['3/2', '9/4', '11/10'])).toEqual({ format: 'fractional', notation: ['3/2', null, null] })
    expect(read(['6/4', 'evens'])).toEqual({ format: 'fractional', notation: null })
    expect(read(['+150', '-100', '\u2212120'])).toEqual({
      format: 'american',
      notation: [null, '-100', null],
    })
    // Their stored prices are those of -12346, and of 7/2.
    expect(read(['-12345', '+150'])).toEqual({ format: 'american', notation: ['-12345', null] })
    expect(read(['07/2', '3/1'])).toEqual({ format: 'fractional', notation: null })
    expect(read([2.5, '1.87'])).toEqual({ format: 'decimal', notation: null })
  })

  it('of outcomes in several formats is right for each of them', () => {
    expect(read(['3/2', 2.9, '+150', null])).toEqual({
      format: 'decimal',
      notation: ['3/2', null, '+150', null],
    })
  })

  it.each(['150', '+15', '-0.83', '3/0', '1/2/3', ''])(
    'is not guessed: %j in a feed of decimals',
    (value) => {
      expect(readWritten(value, 'decimal')?.format ?? 'decimal').toBe('decimal')
    },
  )

  it('is shown in the format of the visitor if that is the quoted one, else converted', () => {
    const shown = readCode('3/2')
    expect(shown).toEqual({ price: 2_500_000, quoted: 'fractional', text: '3/2' })
    const inFormats = PRICE_FORMATS.map((format) => shown && showPrice(shown, 'en', format))
    expect(inFormats).toEqual(['2.50', '+150', '3/2', '1.50', '-0.67', '1.50'])
    expect(shown && writeCode(shown)).toBe('3/2')
    expect(writeCode({ price: 2_500_000, quoted: 'fractional' })).toBe('6/4')
  })
})

describe('a quote', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  it('keeps how its bookmaker wrote the first, the current and the closing prices', async () => {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely)
    const start_time = new Date(Date.now() + HOUR_MS)
    const match = await createMatch(kysely, { league_id: leagueId, start_time })
    const bookmaker = await createBookmaker(kysely)
    const market = marketOf({ type: 'moneyline', period: 'with_overtime' })
    const offer = async (stated: unknown[], source: string, minutesAgo: number) => {
      const quote = makeQuote({ market, side: 'back', format: 'decimal', stated })
      if (!quote) throw new Error('not a quote')
      const seenAt = new Date(Date.now() - minutesAgo * 60_000)
      await offerPrices(kysely, match, { [bookmaker]: [quote] }, { source, seenAt })
    }
    const view = async () => {
      const [found] = await listMarkets(createServices(database), match)
      if (!found) throw new Error('there is no market')
      return found
    }
    const inFractions = (shown: ShownPrice | null | undefined) =>
      shown && showPrice(shown, 'en', 'fractional')
    await offer(['3/2', '4/6'], 'test', 50)
    await offer(['3/2', '4/6'], 'test', 45)
    await offer(['6/2', '-250'], 'test', 40)
    const timing = { kickOff: start_time, now: new Date(), sort: 'payout' as const }
    const board = compareMarket(await view(), timing)
    expect(board.best.map((one) => one && showPrice(shownBest(one), 'en', 'fractional'))).toEqual([
      '6/2',
      '2/5',
    ])
    expect(board.best.map((one) => one && showPrice(shownBest(one), 'en', 'american'))).toEqual([
      '+300',
      '-250',
    ])
    const [row] = board.rows
    expect(row && [0, 1].map((index) => inFractions(openingOf(row, index)))).toEqual(['3/2', '4/6'])

    // A source in play quotes decimals.
    const began = new Date(Date.now() - 30 * 60_000)
    await kysely.updateTable('matches').set({ start_time: began }).where('id', '=', match).execute()
    await offer([1.5, 2.4], 'test', 5)
    await sql`select refresh_market_prices(array[${match}]::uuid[], now())`.execute(kysely)
    const closed = compareClosing(await view(), { kickOff: began, sort: 'payout' })
    expect(closed.best.map((one) => one && showPrice(shownBest(one), 'en', 'fractional'))).toEqual([
      '6/2',
      '2/5',
    ])
    expect(closed.best.map((one) => one && writeCode(shownBest(one)))).toEqual(['6/2', '-250'])
  })

  it('that is written in another way at the same prices has not changed', async () => {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely)
    const match = await createMatch(kysely, {
      league_id: leagueId,
      start_time: new Date(Date.now() + HOUR_MS),
    })
    const bookmaker = await createBookmaker(kysely)
    const market = marketOf({ type: 'moneyline', period: 'with_overtime' })
    for (const stated of [
      ['3/2', '4/6'],
      ['6/4', '4/6'],
      [2.5, '4/6'],
    ]) {
      const quote = makeQuote({ market, side: 'back', format: 'decimal', stated })
      if (quote) await offerPrices(kysely, match, { [bookmaker]: [quote] })
    }
    const { rows } = await sql<{ format: number; notation: string[]; opening: unknown }>`
      select q.format, q.notation, q.opening from quotes q join markets k on k.id = q.market where k.event = ${match}`.execute(
      kysely,
    )
    expect(rows).toEqual([{ format: 0, notation: [null, '4/6'], opening: null }])
  })

  it('goes with its prices when those of another feed are removed', async () => {
    const { kysely, match, view, offer } = await priced()
    await offer(['3/2', 1.61], 'own', 50)
    const own = await readOwnPrices(kysely, match)
    const remove = () => kysely.transaction().execute((trx) => removePricesOf(trx, match, ['other'], own))
    for (const stated of [
      ['6/2', 1.3],
      ['6/5', '8/11'],
    ]) {
      await offer(stated, 'other', 40)
      await remove()
      const [quote] = toApiMarket(await view()).quotes
      expect(quote).toMatchObject({ quoted: ['3/2', '1.61'], format: 'decimal' })
    }
  })

  it('of other prices is not told: the release before leaves it when it stores prices', async () => {
    const { kysely, match, view, offer } = await priced()
    await offer(['3/2', 1.61], 'test', 5)
    await sql`update quotes q set prices = array[2200000, 1610000] from markets k
      where k.id = q.market and k.event = ${match}`.execute(kysely)
    expect(toApiMarket(await view()).quotes[0]?.quoted).toEqual(['2.20', '1.61'])
  })

  it('of the first prices is that of earlier ones, once a snapshot of the past has them', async () => {
    const { kysely, match, view, offer, bookmaker, ago, timing } = await priced()
    await offer(['6/4', '4/6'], 'test', 50)
    await offer(['7/5', '8/11'], 'test', 40)
    const quotes = [quoteOfStated([2.37, 1.61])]
    const earlier = { bookmakerId: bookmaker, seenAt: ago(90), isLate: false, link: null, quotes }
    await kysely.transaction().execute((trx) =>
      storeHistory(trx, [{ event: match, kind: 'match', part: '', offers: [earlier] }], {
        ...{ source: 'test', at: ago(90), now: new Date() },
      }),
    )
    const [row] = compareMarket(await view(), timing).rows
    expect(row && [0, 1].map((index) => openingOf(row, index))).toEqual([
      { price: 2_370_000, quoted: 'decimal' },
      { price: 1_610_000, quoted: 'decimal' },
    ])
  })

  it('makes no sure bet: 10/11 among decimals and 11/10 add up to exactly 100 %', async () => {
    const { kysely, match, view, bookmaker, timing } = await priced()
    const other = await createBookmaker(kysely)
    await offerPrices(kysely, match, {
      [bookmaker]: [quoteOfStated(['10/11', 1.8])],
      [other]: [quoteOfStated([1.8, '11/10'])],
    })
    const board = compareMarket(await view(), timing)
    expect(board.sum).toBeLessThan(1)
    expect(findMarketSureBet(board, { ...timing, sport: 'football' })).toEqual({ kind: 'none' })
  })

  it('makes no sure bet of prices in hundredths either, which are rounded', async () => {
    const { kysely, match, bookmaker, view } = await priced()
    const other = await createBookmaker(kysely)
    const headline = async (stated: [string, string]) => {
      await offerPrices(kysely, match, {
        [bookmaker]: [quoteOfStated([stated[0], '4/5'])],
        [other]: [quoteOfStated(['4/5', stated[1]])],
      })
      const read = (text: string) => readPrice(text) ?? 0
      await kysely.deleteFrom('odds').where('match_id', '=', match).execute()
      await createQuote(kysely, { match, bookmaker, prices: [read(stated[0]), null, read('4/5')] })
      await createQuote(kysely, { match, bookmaker: other, prices: [read('4/5'), null, read(stated[1])] })
      await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(kysely)
      const [found] = await listMatchesOfIds(createServices(database), [match])
      expect((await view()).quotes).toHaveLength(2)
      return found?.headline ?? NO_HEADLINE
    }
    const sure = async (stated: [string, string]) => headlineSureReturn(await headline(stated))
    expect(await sure(['10/11', '11/10'])).toBeNull()
    expect(await sure(['20/21', '11/10'])).toBeCloseTo(0.011751, 6)
    // Rounded to 2.05 and 1.96, they would return 0.2 %.
    expect(await sure(['2.046', '1.956'])).toBeNull()
    expect(await sure(['2.046', '1.957'])).toBeCloseTo(0.000255, 6)
    // Lists show what is paid.
    expect((await headline(['2.046', '1.957'])).home).toMatchObject({
      price: 2.04,
      shown: { price: 2_046_000, quoted: 'decimal' },
    })
  })

  const market = marketOf({ type: 'moneyline', period: 'with_overtime' })
  function quoteOfStated(stated: unknown[]) {
    const quote = makeQuote({ market, side: 'back', format: 'decimal', stated })
    if (!quote) throw new Error('not a quote')
    return quote
  }
  async function priced() {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely)
    const kickOff = new Date(Date.now() + HOUR_MS)
    const match = await createMatch(kysely, { league_id: leagueId, start_time: kickOff })
    const bookmaker = await createBookmaker(kysely)
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const offer = (stated: unknown[], source: string, minutesAgo: number) =>
      offerPrices(
        kysely,
        match,
        { [bookmaker]: [quoteOfStated(stated)] },
        { source, seenAt: ago(minutesAgo) },
      )
    const view = async () => {
      const [found] = await listMarkets(createServices(database), match)
      if (!found) throw new Error('there is no market')
      return found
    }
    return {
      kysely,
      match,
      bookmaker,
      ago,
      offer,
      view,
      timing: { kickOff, now: new Date(), sort: 'payout' as const },
    }
  }
})
