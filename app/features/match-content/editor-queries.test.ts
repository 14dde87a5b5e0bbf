import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toTerms } from '#app/features/names/search-terms.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { getPreview, selectChoices } from './editor-queries.server.ts'
import type { Preview } from './editor-schema.ts'

const MATCHES = 20_000

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  const { leagueId, sportId, countryId } = await createPlace(database.kysely)
  // Every third is quoted; each pair of teams meets once. Triggers would take most of the time.
  await database.kysely.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with pairs as (
        select n, case when n % 500 = 0 then 'Örgryte ' else 'Rovers ' end || n as home, 'Wanderers ' || n as away
        from generate_series(1, ${MATCHES}::integer) n)
      insert into matches (league_id, sport_id, country_id, home_team, away_team, slug, search_text, start_time, bookmaker_count)
      select ${leagueId}, ${sportId}, ${countryId}, home, away, 'match-' || n,
        ' ' || search_fold(home) || ' ' || search_fold(away) || ' ', now() + n * interval '1 hour',
        case when n % 3 = 0 then 2 else 0 end
      from pairs`.execute(tx)
  })
  await sql`vacuum analyze matches`.execute(database.kysely)
})
afterAll(() => database.close())

async function preview(team: string): Promise<Preview> {
  const found = await getPreview(createServices(database), { language: 'en', matchId: null, team })
  if (!found) throw new Error('The language is not there.')
  return found
}

describe(`the matches of a preview, with ${MATCHES} to come`, () => {
  it('are those with quotes, soonest first', async () => {
    const { choices, match } = await preview('')
    expect(choices).toHaveLength(25)
    expect(choices.slice(0, 2).map(({ home }) => home)).toEqual(['Rovers 3', 'Rovers 6'])
    expect(match?.home).toBe('Rovers 3')
  })

  it('are those of a team, those with quotes first, for any spelling of its name', async () => {
    const { choices } = await preview(' ORGRYTE ')
    expect(choices.slice(0, 2).map(({ home }) => home)).toEqual(['Örgryte 1500', 'Örgryte 3000'])
    expect(choices).toHaveLength(25)
    expect(choices.at(-1)?.home).toBe('Örgryte 8500')
    expect((await preview('wanderers 4000')).choices.map(({ home }) => home)).toContain('Örgryte 4000')
    expect((await preview('%')).choices).toHaveLength(25)
    expect((await preview('no such team')).choices).toEqual([])
  })

  it.each([
    ['orgryte', /"Bitmap Index Scan".*"matches_search"/],
    ['orgryte 4000', /"Bitmap Index Scan".*"matches_search"/],
    // Both begin with the start and have the same size, so the planner's choice differs from database to database.
    [null, /"Limit".*"Plans":\[\{"Node Type":"Index Scan".*"matches_(?:start|open)"/],
  ])('are read from an index: %s', async (text, index) => {
    const query = selectChoices(database.kysely, text === null ? null : toTerms(text), true, new Date(), 25)
    const plan = JSON.stringify(await query.explain('json'))
    expect(plan).toMatch(index)
    expect(plan).not.toContain('Seq Scan')
  })
})
