import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resultState } from '#app/features/matches/match-state.ts'
import { findMatchById } from '#app/features/matches/queries.server.ts'
import { findResults, withResults } from '#app/features/matches/results.server.ts'
import { toLookup } from '#app/features/matches/results.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { dayOf, startOfDay } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { shownText, withoutScripts } from '#tests/support/html.ts'
import { recordLog } from '#tests/support/log.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
const LEAGUE = '/en/soccer/italy/serie-a'

let database: Database
let site: TestSite
let leagueId: string
let events = 0

beforeAll(async () => {
  database = await createTestDatabase()
  leagueId = (await createPlace(database.kysely, { league: 'Serie A' })).leagueId
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

/** A past match of the league; its slug is its teams'. */
function played(home: string, away: string, start: Date, more: Partial<Insertable<DB['matches']>> = {}) {
  const slug = `${home}-vs-${away}`.toLowerCase().replaceAll(' ', '-')
  return createMatch(database.kysely, {
    league_id: leagueId,
    home_team: home,
    away_team: away,
    slug,
    start_time: start,
    ...more,
  })
}

async function addEvent(event: Partial<Insertable<DB['sportsdb_events']>> & { start: Date }): Promise<void> {
  const { start, ...columns } = event
  events += 1
  await database.kysely
    .insertInto('sportsdb_events')
    .values({
      event_id: events,
      sport: 'Soccer',
      date_event: start.toISOString().slice(0, 10),
      event_timestamp: start,
      ...columns,
    })
    .execute()
}

const textOf = async (path: string) => withoutScripts(await (await site.get(path)).text())

/** A row of the recent results, by a team in it. */
async function resultOf(team: string): Promise<string> {
  const list = (await textOf(LEAGUE)).split('id="recent-results"')[1]?.split('</main>')[0] ?? ''
  return rowIn(list, team)
}

/** A row of the league's page, of today's matches or of the recent results. */
async function rowOf(team: string): Promise<string> {
  return rowIn(await textOf(LEAGUE), team)
}

/** A row in words, its score as one. */
function rowIn(html: string, team: string): string {
  const rows = html.split('<li class="match"').slice(1)
  const row = (rows.find((it) => it.includes(team)) ?? '').split('</li>')[0] ?? ''
  const [home, away] = [...row.matchAll(/<\/bdi><b>(\d+)<\/b>/g)].map(([, goals]) => goals)
  return `${shownText(row)} ${home === undefined ? '' : `${home} – ${away}`}`.trim()
}

/** The item of a team's form that is about its match against Milan. */
async function formOf(path: string): Promise<string> {
  const items = (await textOf(path)).split('class="form"')[1]?.split('<li>') ?? []
  return items.find((it) => it.includes('Milan')) ?? ''
}

async function headerOf(match: string, language = 'en'): Promise<string> {
  const page = await textOf(`${LEAGUE.replace('/en/', `/${language}/`)}/${match}`)
  return shownText(page.split('<header class="hero')[1]?.split('</header>')[0] ?? '')
}

describe('the result of a past match', () => {
  it("is its fixture's rather than its own or an event's", async () => {
    const start = ago(50)
    const id = await played('Torino', 'Genoa', start, { home_score: 1, away_score: 1 })
    await addEvent({ home_team: 'Torino', away_team: 'Genoa', home_score: 3, away_score: 3, start })
    expect(await resultOf('Torino')).toContain('1 – 1')
    await database.kysely
      .insertInto('fixtures')
      .values({
        match_id: id,
        status_short: 'FT',
        status_long: 'Match Finished',
        goals_home: 2,
        goals_away: 0,
      })
      .execute()
    await vi.waitFor(async () => expect(await resultOf('Torino')).toContain('2 – 0'), 20_000)
    const header = await headerOf('torino-vs-genoa')
    expect(header).toContain('2 – 0')
    expect(header).toContain('Full time')
  })

  it('has the status of its fixture in the language of the page, or as its feed writes it', async () => {
    const id = await played('Verona', 'Cagliari', ago(4))
    const set = (status_short: string, status_long: string) =>
      database.kysely
        .insertInto('fixtures')
        .values({ match_id: id, status_short, status_long, goals_home: 2, goals_away: 2 })
        .onConflict((conflict) => conflict.column('match_id').doUpdateSet({ status_short, status_long }))
        .execute()
    await set('PEN', 'Match Finished')
    expect(await headerOf('verona-vs-cagliari', 'it')).toContain('Terminata ai rigori')
    await set('GOLDEN', 'Golden goal')
    await vi.waitFor(
      async () => expect(await headerOf('verona-vs-cagliari', 'it')).toContain('Golden goal'),
      20_000,
    )
  })

  it.each([
    ['the same names', 'Bologna', 'Empoli', { home_team: 'Bologna', away_team: 'Empoli' }, '4 – 2'],
    ['alike names', 'FC Parma', 'Lecce', { home_team: 'Parma', away_team: 'US Lecce' }, '4 – 2'],
    [
      'another sport',
      'Monza',
      'Como',
      { home_team: 'Monza', away_team: 'Como', sport: 'Volleyball' },
      'Result not available',
    ],
    [
      'the women',
      'Roma',
      'Lazio',
      { home_team: 'Roma Women', away_team: 'Lazio Women' },
      'Result not available',
    ],
    [
      'no score',
      'Udinese',
      'Pisa',
      { home_team: 'Udinese', away_team: 'Pisa', home_score: null },
      'Result not available',
    ],
  ])('by an event of %s', async (_, home, away, event, expected) => {
    const start = ago(60)
    await played(home, away, start)
    await addEvent({ home_score: 4, away_score: 2, start, ...event })
    await vi.waitFor(async () => expect(await resultOf(home)).toContain(expected), 20_000)
  })

  it('is shown as soon as its event is stored, on the league, the match and in the form of its teams', async () => {
    const start = ago(80)
    await played('Inter', 'Milan', start)
    await played('Inter', 'Juventus', new Date(Date.now() + 30 * HOUR))
    const page = `${LEAGUE}/inter-vs-juventus`
    expect(await resultOf('Milan')).toContain('Result not available')
    expect(await textOf(`${LEAGUE}/inter-vs-milan`)).toContain('Result not available')
    expect(await formOf(page)).toMatch(/aria-label="Result not available".*Inter\u00a0– Milan/)
    await addEvent({ home_team: 'Inter Milan', away_team: 'AC Milan', home_score: 2, away_score: 1, start })
    await vi.waitFor(async () => {
      expect(await resultOf('Milan')).toContain('2 – 1')
      expect(shownText(await textOf(`${LEAGUE}/inter-vs-milan`))).toContain('2 – 1')
      expect(await formOf(page)).toMatch(/aria-label="Win".*Inter\u00a0– Milan.*2–1/)
    }, 20_000)
  })

  it('states its age in hours, then in days', async () => {
    await played('Sorrento', 'Giugliano', ago(27))
    await vi.waitFor(async () => expect(await rowOf('Sorrento')).toContain('1 day ago'), 20_000)
    await played('Spezia', 'Bari', ago(5), { status: 'finished', home_score: 0, away_score: 0 })
    await vi.waitFor(async () => expect(await rowOf('Spezia')).toContain('5 hours ago'), 20_000)
  })
})

describe('a match of today', () => {
  it('is listed under today on the page of its league, also when it is over, and not under the recent results', async () => {
    const start = startOfDay(dayOf(new Date(), 'UTC'), 'UTC')
    await played('Gubbio', 'Lucchese', start, { status: 'finished', home_score: 5, away_score: 0 })
    await vi.waitFor(async () => expect(await rowOf('Gubbio')).toContain('5 – 0'), 20_000)
    expect(await resultOf('Gubbio')).toBe('')
    const yesterday = new Date(start.getTime() - 1)
    await played('Virtus', 'Sestri', yesterday, { status: 'finished', home_score: 6, away_score: 0 })
    await vi.waitFor(async () => expect(await resultOf('Virtus')).toContain('6 – 0'), 20_000)
  })

  it('is in progress for two hours, then has a result in place of its prices', async () => {
    await played('Cesena', 'Palermo', ago(1), {
      home_odds: 2.11,
      draw_odds: 3.3,
      away_odds: 3.9,
      bookmaker_count: 1,
    })
    const before = shownText(await textOf(`${LEAGUE}/cesena-vs-palermo`))
    expect(before).toContain('Match in progress')
    // It can no longer be bet on.
    expect(before).not.toContain('Highest Win')
    await database.kysely
      .updateTable('matches')
      .set({ start_time: ago(2.01) })
      .where('home_team', '=', 'Cesena')
      .execute()
    await vi.waitFor(async () => {
      const text = shownText(await textOf(`${LEAGUE}/cesena-vs-palermo`))
      expect(text).not.toContain('Match in progress')
      expect(text).not.toContain('Highest Win')
      expect(text).toContain('Result not available')
      expect(text).toContain('2 hours ago')
    }, 20_000)
  })
})

describe('withResults', () => {
  it('looks up nothing for a match with a score, and notes when its age changes', async () => {
    const services = createServices(database)
    const known = await findMatchById(
      services,
      await played('Ascoli', 'Trento', ago(30), { home_score: 1, away_score: 0 }),
    )
    const unknown = await findMatchById(services, await played('Rimini', 'Cuneo', ago(30.5)))
    if (!known || !unknown) throw new Error('the matches are there')
    const none = await collectReads(() => withResults(services, [known]))
    expect([none.tags.has('results'), none.value[0]?.result]).toEqual([false, undefined])
    const asked = await collectReads(() => withResults(services, [unknown]))
    expect([asked.tags.has('results'), asked.value[0]?.result]).toEqual([true, null])
    expect(asked.expiresAt?.getTime()).toBe(new Date(unknown.startTime).getTime() + 48 * HOUR)
  })
})

describe('findResults', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const startedAgo = (milliseconds: number) => ({
    id: 'm',
    home: 'Siena',
    away: 'Lecco',
    sport: 'soccer',
    startTime: new Date(now.getTime() - milliseconds).toISOString(),
  })

  it.each([
    [0, 'Match too recent for scores', false],
    [2 * HOUR, 'Match too recent for scores', false],
    [2 * HOUR + 1, 'No match result found', true],
  ])('of a match that began %i ms ago: %s', async (milliseconds, message, isAsked) => {
    const { log, messages } = recordLog()
    const services = { ...createServices(database), log }
    const { value, tags } = await collectReads(() => findResults(services, [startedAgo(milliseconds)], now))
    expect([messages(), tags.has('results')]).toEqual([[message], isAsked])
    const finding = value.get('m')
    if (!finding) throw new Error('nothing is said of the match')
    // Which a visitor reads as 'Result not available'.
    const past = { ...startedAgo(3 * HOUR), status: 'scheduled' as const, homeScore: null, awayScore: null }
    expect(resultState(past, now, toLookup(finding))).toEqual({ kind: 'not-available' })
  })
})

describe('a team without past matches', () => {
  const page = `${LEAGUE}/alpha-vs-omega`
  const form = async () =>
    shownText((await textOf(page)).split('Team Statistics')[1]?.split('<footer')[0] ?? '')

  it('has three labelled examples, until the setting is off', async () => {
    await played('Alpha', 'Omega', new Date(Date.now() + 20 * HOUR))
    const text = await textOf(page)
    expect(text).toMatch(/aria-label="Win"[^\n]*?Alpha\u00a0– Opponent 1<\/bdi><b><bdi>2–1/)
    expect(text).toMatch(/aria-label="Lose"[^\n]*?Omega\u00a0– Opponent 3<\/bdi><b><bdi>0–1/)
    expect((await form()).match(/Example data/g)).toHaveLength(2)
    expect(await textOf(page.replace('/en/', '/it/'))).toContain('Dati di esempio')
    await database.kysely.updateTable('site_settings').set({ demo_statistics: false }).execute()
    await vi.waitFor(async () => {
      expect(await form()).not.toContain('Example data')
      expect((await form()).match(/No past match data available/g)).toHaveLength(2)
    }, 20_000)
    await database.kysely.updateTable('site_settings').set({ demo_statistics: true }).execute()
  })

  it('has real ones as soon as there is one', async () => {
    await played('Alpha', 'Gamma', ago(70), { home_score: 5, away_score: 0 })
    await vi.waitFor(async () => {
      expect(await textOf(page)).toMatch(
        /aria-label="Win"[^\n]*?<a href="\/en\/soccer\/italy\/serie-a\/alpha-vs-gamma"><bdi>Alpha\u00a0– Gamma<\/bdi><\/a><b><bdi>5–0/,
      )
      expect((await form()).match(/Example data/g)).toHaveLength(1)
    }, 20_000)
  })
})
