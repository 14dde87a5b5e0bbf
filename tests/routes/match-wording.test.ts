import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import {
  createBookmaker,
  createMatch,
  createPlace,
  createQuote,
  type Prices,
} from '#tests/support/factories.ts'
import { shownText, withoutScripts } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const HOUR = 3_600_000
const SOCCER = 'soccer/italy/serie-a'
const TENNIS = 'tennis/france/open'

let database: Database
let site: TestSite

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  const soccer = await createPlace(db, { league: 'Serie A' })
  const tennis = await createPlace(db, { sport: 'Tennis', country: 'France', code: 'FR', league: 'Open' })
  const bookmaker = await createBookmaker(db, { name: 'Alphabet' })
  const play = async (league_id: string, slug: string, prices: Prices, hours: number, more = {}) => {
    const [home_team = '', away_team = ''] = slug.split('-vs-').map((name) => name.replace(/^./, upper))
    const start_time = new Date(Date.now() + hours * HOUR)
    const match = await createMatch(db, { league_id, home_team, away_team, slug, start_time, ...more })
    const lastUpdated = new Date(Math.min(Date.now(), start_time.getTime() - 60_000))
    await createQuote(db, { match, bookmaker, prices, lastUpdated })
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(db)
  }
  const upper = (letter: string) => letter.toUpperCase()
  const ended = { status: 'finished' }
  await play(soccer.leagueId, 'inter-vs-milan', [1.6, 4, 5], 30)
  await play(soccer.leagueId, 'roma-vs-lazio', [1.6, 4, 5], -0.5)
  await play(soccer.leagueId, 'torino-vs-genoa', [1.6, 4, 5], -80, { ...ended, home_score: 0, away_score: 2 })
  await play(tennis.leagueId, 'sabalenka-vs-swiatek', [1.8, null, 2.1], 30)
  await play(tennis.leagueId, 'gauff-vs-rybakina', [1.8, null, 2.1], -80, {
    ...ended,
    home_score: 2,
    away_score: 1,
  })
  // A source that quotes matches in play.
  await db
    .updateTable('import_schedules')
    .set({ in_play: true })
    .where('source', '=', 'the-odds-api')
    .execute()
  const start_time = new Date(Date.now() - HOUR / 2)
  const parts = { home_team: 'Napoli', away_team: 'Parma', slug: 'napoli-vs-parma', start_time }
  const inPlay = await createMatch(db, { league_id: soccer.leagueId, ...parts })
  const quote = quoteOf(marketOf({ type: 'match_result' }), [1.5, 4, 7])
  await offerPrices(db, inPlay, { [bookmaker]: [quote] }, { source: 'the-odds-api' })
  await sql`select refresh_headlines(array[${inPlay}]::uuid[])`.execute(db)
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const htmlAt = async (path: string) => withoutScripts(await (await site.get(path)).text())
const mainAt = async (path: string) =>
  shownText((await htmlAt(path)).split('<main')[1]?.split('</main>')[0] ?? '').replace(/\s+/g, ' ')

describe('a match page', () => {
  it('describes teams before the match in the plural', async () => {
    const main = await mainAt(`/en/${SOCCER}/inter-vs-milan`)
    for (const text of ['Compare odds', 'Kick-off: ', 'Team Statistics', 'Best of 1 bookmaker'])
      expect(main).toContain(text)
    expect(main).toContain('Inter play Milan in Serie A (Italy) on ')
    expect(main).toContain('The best odds imply a 62.5% chance for Inter and 20.0% for Milan')
    expect(main).toContain('on Milan (Away) at 5.00 returns ')
  })

  it('describes players in the singular, without a home and a kick-off', async () => {
    const main = await mainAt(`/en/${TENNIS}/sabalenka-vs-swiatek`)
    for (const text of ['Start: ', 'Player Statistics', 'Sabalenka plays Swiatek in Open (France)'])
      expect(main).toContain(text)
    expect(main).toContain('on Swiatek at 2.10 returns ')
    expect(main).not.toMatch(/Kick-off|Team Statistics|\((Home|Away)\)|\( ?\)/)
  })

  it('describes a match in play as such', async () => {
    const main = await mainAt(`/en/${SOCCER}/roma-vs-lazio`)
    expect(main).toContain('Roma are playing Lazio in Serie A (Italy).')
    expect(main).toContain('Closing odds The match has begun. These are the odds from before kick-off.')
    expect(main).not.toMatch(/Compare odds|Best of/)
  })

  it('says nothing of the kick-off above prices in play', async () => {
    const main = await mainAt(`/en/${SOCCER}/napoli-vs-parma`)
    expect(main).toMatch(/Compare odds.*1\.50/)
    expect(main).not.toContain('These are the odds from before kick-off.')
  })

  it('describes a past match in the past tense, below its closing odds, with the outcome that won', async () => {
    const path = `/en/${SOCCER}/torino-vs-genoa`
    const main = await mainAt(path)
    for (const text of ['Closing odds', 'Full time', 'Torino played Genoa in Serie A (Italy) on '])
      expect(main).toContain(text)
    expect(main).toContain('The closing odds implied a 62.5% chance for Torino')
    expect(main).not.toMatch(/Compare odds|returns|Match in progress/)
    const [, best = ''] = /<tbody>(<tr.*?<\/tr>)/s.exec(await htmlAt(path)) ?? []
    const cells = [...best.matchAll(/<td.*?<\/td>/gs)].map(([cell]) => shownText(cell))
    expect(cells.slice(0, 3).map((cell) => cell.includes('won'))).toEqual([false, false, true])
  })

  it('has a final score when a sport has no full time', async () => {
    const main = await mainAt(`/en/${TENNIS}/gauff-vs-rybakina`)
    expect(main).toContain('Final score')
    expect(main).not.toContain('Full time')
    expect(main).toContain('Gauff played Rybakina')
  })

  it.each([
    ['it', 'Quote di chiusura', 'Torino ha affrontato Genoa'],
    ['es', 'Cuotas de cierre', 'Torino se enfrentó a Genoa'],
    ['de', 'Schlussquoten', 'Torino spielte am'],
    ['fr', 'Cotes de clôture', 'Torino a affronté Genoa'],
    ['pt', 'Odds de fecho', 'Torino defrontou Genoa'],
    ['tr', 'Kapanış oranları', 'Genoa ile karşılaştı'],
    ['ar', 'أسعار الإغلاق', 'جرت مباراة Torino وGenoa'],
  ])('is in the past tense in %s', async (language, heading, told) => {
    const main = await mainAt(`/${language}/${SOCCER}/torino-vs-genoa`)
    expect(main).toContain(heading)
    expect(main.replace(/[\u2066-\u2069]/g, '')).toContain(told)
  })
})

describe('a list', () => {
  it('names the bookmaker of each price, without repeating that it is the best', async () => {
    const main = await mainAt(`/en/${SOCCER}`)
    expect(main).toContain('Home win: 1.60 Alphabet Draw: 4.00 Alphabet Away win: 5.00 Alphabet')
    expect(main).not.toMatch(/best of|bookmaker/i)
  })

  it.each([
    ['en', 'View all soccer matches'],
    ['it', 'Tutte le partite di calcio'],
    ['de', 'Alle Fußball-Spiele ansehen'],
    ['es', 'Ver todos los partidos de fútbol'],
  ])('writes a sport inside a sentence in the style of %s', async (language, all) => {
    expect(await mainAt(`/${language}?sport=soccer`)).toContain(all)
  })
})
