import { type Compilable, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toTerms } from '#app/features/names/search-terms.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import {
  countEditorMatches,
  listEditorMatches,
  MOST_COUNTED,
  PAGE_SIZE,
  parseCursor,
  selectEditorMatches,
} from './editor-queries.server.ts'

/** Of a league with past matches; the other leagues have about fifteen matches each. */
const LONG_LEAGUE = 1_500
const MATCHES = 30_000
/** One pair in a thousand has a name of its own. */
const RARE = MATCHES / 1_000
const NOW = new Date('2026-11-21T12:00:00Z')

let database: Database
let league: string

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  const place = await createPlace(db)
  league = place.leagueId
  await sql`insert into leagues (name, slug, sport_id, country_id)
    select 'League ' || n, 'seeded-' || n, ${place.sportId}, ${place.countryId} from generate_series(1, 1999) n`.execute(
    db,
  )
  // One that began before the rows were there would end after, and say that there are none.
  await sql`alter table matches set (autovacuum_enabled = false)`.execute(db)
  // Days before and after, so that each league has matches of both lists; one pair in a thousand is rare. Triggers and
  // foreign keys would take most of the time.
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with place as (select id, row_number() over (order by id) - 1 as at from leagues where id <> ${league}),
      pairs as (
        select n, case when n % 1000 = 0 then 'Örgryte ' else 'Rovers ' end || n as home, 'Wanderers ' || n as away
        from generate_series(1, ${MATCHES}::integer) n)
      insert into matches (league_id, sport_id, country_id, home_team, away_team, search_text, start_time, status)
      select coalesce(p.id, ${league}), ${place.sportId}, ${place.countryId}, home, away,
        ' ' || search_fold(home) || ' ' || search_fold(away) || ' ',
        ${NOW}::timestamptz + (n % 700 - 600) * interval '1 day',
        case when n % 700 < 600 then 'finished' else 'scheduled' end
      from pairs left join place p on n > ${LONG_LEAGUE}::integer and p.at = n % 1999`.execute(tx)
  })
  // Nothing is pending in the trigram index, and every row is in the sample, so that the query plan is deterministic.
  await sql`vacuum matches`.execute(db)
  await db.transaction().execute(async (trx) => {
    await sql`set local default_statistics_target = 1000`.execute(trx)
    await sql`analyze matches, leagues, countries, sports`.execute(trx)
  })
}, 120_000)
afterAll(async () => {
  await sql`alter table matches reset (autovacuum_enabled)`.execute(database.kysely)
  await database.close()
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Rows of matches that a query visits, whether it keeps them or not. */
async function rowsRead(query: Compilable | RawBuilder<unknown>): Promise<number> {
  const { sql: text, parameters } = 'isRawBuilder' in query ? query.compile(database.kysely) : query.compile()
  const parts = text.split(/\$\d+/)
  const explained = sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (analyze, format json) ${sql.join(
    parts.flatMap((part, at) => (at === 0 ? [sql.raw(part)] : [sql`${parameters[at - 1]}`, sql.raw(part)])),
    sql.raw(''),
  )}`
  const { rows } = await explained.execute(database.kysely)
  const walk = (plan: Plan): number => {
    const own = plan['Relation Name'] === 'matches' ? visits(plan) : 0
    return own + (plan.Plans ?? []).reduce((sum, part) => sum + walk(part), 0)
  }
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('no plan')
  return walk(plan)
}

const visits = (plan: Plan) =>
  Math.round((plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'])

const termsOf = (text: string) => {
  const terms = toTerms(text)
  if (!terms) throw new Error('no terms')
  return { terms }
}

describe('a cursor', () => {
  const id = '019ab5a0-0000-7000-8000-000000000000'
  const at = (time: string) => parseCursor(`after~${time}~${id}`)

  it('holds a time with all its digits', () =>
    expect(at('2028-02-29T23:59:59.123456Z')).toEqual({
      side: 'after',
      time: '2028-02-29T23:59:59.123456Z',
      id,
    }))

  it.each([
    '2026-02-30T10:00:00.000000Z',
    '2026-02-29T10:00:00.000000Z',
    '2026-11-31T10:00:00.000000Z',
    '2026-13-01T10:00:00.000000Z',
    '2026-11-21T24:00:00.000000Z',
    '2026-11-21T10:00:60.000000Z',
  ])('is invalid with %s, which is no date or time', (time) => expect(at(time)).toBeNull())
})

describe(`with ${MATCHES} matches in 2000 leagues`, () => {
  it('reads little more of a long league than a page shows', async () => {
    const db = database.kysely
    for (const list of ['upcoming', 'past'] as const)
      expect(await rowsRead(selectEditorMatches(db, { league }, list, null, NOW))).toBeLessThan(2 * PAGE_SIZE)
  })

  it('counts a league by its own matches', async () => {
    const count = countEditorMatches({ league }, NOW)
    expect(await rowsRead(count)).toBe(LONG_LEAGUE)
  })

  it('finds a rare name without reading the others', async () => {
    const scope = termsOf('orgryte')
    const db = database.kysely
    // Once for each list.
    expect(await rowsRead(countEditorMatches(scope, NOW))).toBe(2 * RARE)
    expect(await rowsRead(selectEditorMatches(db, scope, 'past', null, NOW))).toBeLessThanOrEqual(RARE)
  })

  it('returns each match once over the pages of both lists', async () => {
    const seen = new Set<string>()
    let counted = 0
    for (const list of ['upcoming', 'past'] as const) {
      const pages: string[][] = []
      let at: string | null = null
      do {
        const cursors = { upcoming: null, past: null, [list]: parseCursor(at) }
        const lists = await listEditorMatches({ database }, { league }, cursors, NOW)
        const { matches, next, previous, count, isMore } = lists[list]
        expect([previous === null, isMore]).toEqual([pages.length === 0, false])
        pages.push(matches.map(({ id }) => id))
        for (const { id } of matches) seen.add(id)
        at = next
        if (previous === null) counted += count
        else {
          const back = { upcoming: null, past: null, [list]: parseCursor(previous) }
          const before = await listEditorMatches({ database }, { league }, back, NOW)
          expect(before[list].matches.map(({ id }) => id)).toEqual(pages.at(-2))
        }
      } while (at)
    }
    expect([counted, seen.size]).toEqual([LONG_LEAGUE, LONG_LEAGUE])
  })

  it('counts at most ten thousand matches, and reads little for a page', async () => {
    const scope = termsOf('rovers')
    const db = database.kysely
    const { past } = await listEditorMatches({ database }, scope, { upcoming: null, past: null }, NOW)
    expect([past.count, past.isMore]).toEqual([MOST_COUNTED, true])
    expect(await rowsRead(countEditorMatches(scope, NOW))).toBeLessThan(MATCHES)
    let cursor = parseCursor(past.next)
    for (let page = 1; page < 5; page += 1) {
      expect(await rowsRead(selectEditorMatches(db, scope, 'past', cursor, NOW))).toBeLessThan(4 * PAGE_SIZE)
      const lists = await listEditorMatches({ database }, scope, { upcoming: null, past: cursor }, NOW)
      cursor = parseCursor(lists.past.next)
    }
  })

  it('counts as many when every second match has no place', async () => {
    const db = database.kysely
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from leagues where slug like 'seeded-%' and right(slug, 1)::integer % 2 = 0`.execute(
        tx,
      )
    })
    const scope = termsOf('rovers')
    const { past, skipped } = await listEditorMatches(
      { database },
      scope,
      { upcoming: null, past: null },
      NOW,
    )
    expect([past.count, past.isMore]).toEqual([MOST_COUNTED, true])
    expect(skipped).toBeGreaterThan(0)
    expect(await rowsRead(countEditorMatches(scope, NOW))).toBeLessThan(MATCHES)
  })
})
