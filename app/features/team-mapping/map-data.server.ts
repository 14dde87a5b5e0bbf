import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { detailOf, type MappingEnd, type MappingRun } from './runs.server.ts'
import type { DataCounts } from './schema.ts'
import {
  type Column,
  endAtFailedStep,
  ended,
  isMissing,
  lacksName,
  listScopeLeagues,
  type ScopeLeague,
  step,
} from './scope.server.ts'

/** Matches updated in one statement: short enough that visitors of the embedded database hardly wait. */
const BATCH = 500

/** Fills in missing names of matches' sports, countries and leagues, league by league. Existing names stay. */
export function mapData(db: Kysely<DB>, run: MappingRun<DataCounts>): Promise<MappingEnd> {
  return endAtFailedStep(async () => {
    const { sportId, countryId } = run.scope
    const leagues = await step(
      countryId ? 'error.fetch-leagues-country' : sportId ? 'error.fetch-leagues-sport' : 'error.data-run',
      () => listScopeLeagues(db, run.scope),
    )
    if (leagues.length === 0) {
      return ended(countryId ? 'none.leagues-country-sport' : sportId ? 'none.leagues-sport' : 'none.matches')
    }
    const lacking = await step('error.fetch-matches', () => countMatches(db, run, leagues))
    if (run.counts.read === 0) return ended('none.matches')

    let done = 0
    for (const [league, count] of lacking) {
      await fillLeague(db, run, league, count)
      done += 1
      await run.save((done / lacking.length) * 100)
    }
    const { updated, errors } = run.counts
    if (errors > 0 && updated === 0) {
      return { status: 'failed', outcome: { code: 'error.update-matches', values: { n: errors } } }
    }
    return updated === 0 ? ended('none.matches-to-update') : ended('done.matches', { n: updated })
  })
}

/** Counts the matches of the leagues, and of each league those that lack a name. */
async function countMatches(
  db: Kysely<DB>,
  run: MappingRun<DataCounts>,
  leagues: readonly ScopeLeague[],
): Promise<[ScopeLeague, number][]> {
  const rows = await db
    .selectFrom('matches')
    .select(({ fn }) => [
      'league_id',
      fn.countAll<number>().as('read'),
      fn.countAll<number>().filterWhere(lacksName).as('lacking'),
    ])
    .where('league_id', '=', sql<string>`any(${leagues.map(({ id }) => id)}::uuid[])`)
    .groupBy('league_id')
    .execute()
  const counts = new Map(rows.map((row) => [row.league_id, row]))
  run.counts.read = rows.reduce((total, { read }) => total + Number(read), 0)
  return leagues.flatMap((league) => {
    const lacking = Number(counts.get(league.id)?.lacking ?? 0)
    return lacking > 0 ? [[league, lacking] as [ScopeLeague, number]] : []
  })
}

async function fillLeague(
  db: Kysely<DB>,
  run: MappingRun<DataCounts>,
  league: ScopeLeague,
  lacking: number,
): Promise<void> {
  let filled = 0
  try {
    while (filled < lacking) {
      const updated = await fillBatch(db, league)
      if (updated === 0) break
      filled += updated
      run.counts.updated += updated
      await run.save()
    }
    run.say('log.league', { league: league.name, country: league.country, n: filled })
  } catch (error) {
    // A resumed run logs this again.
    await run.save()
    const left = lacking - filled
    run.counts.errors += left
    run.say('error.update-matches', { n: left, detail: `${league.name}: ${detailOf(error)}` })
  }
}

async function fillBatch(db: Kysely<DB>, { id, sport, country, name }: ScopeLeague): Promise<number> {
  const filled = (column: Column, value: string) =>
    sql<string>`case when ${isMissing(column)} then ${value} else ${sql.ref(column)} end`
  const { numUpdatedRows } = await db
    .updateTable('matches')
    .set({
      sport_name: filled('sport_name', sport),
      country_name: filled('country_name', country),
      league_name: filled('league_name', name),
    })
    .where('id', 'in', (query) =>
      query
        .selectFrom('matches')
        .select('id')
        .where('league_id', '=', id)
        .where(lacksName)
        .orderBy('id')
        .limit(BATCH),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
