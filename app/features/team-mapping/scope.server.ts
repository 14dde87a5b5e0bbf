import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { detailOf, type MappingEnd, RunStopped } from './runs.server.ts'
import type { MappingScope, MessageCode } from './schema.ts'

export interface ScopeLeague {
  id: string
  name: string
  sport: string
  country: string
}

/** A step that failed as a whole, with the code of its text. */
class StepError extends Error {
  readonly code: MessageCode

  constructor(code: MessageCode, cause: unknown) {
    super(detailOf(cause), { cause })
    this.code = code
  }
}

/** Executes a step; its failure ends the run with the code. */
export async function step<T>(code: MessageCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RunStopped) throw error
    throw new StepError(code, error)
  }
}

/** The end of a run whose step failed; other errors are rethrown. */
export async function endAtFailedStep(work: () => Promise<MappingEnd>): Promise<MappingEnd> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    return { status: 'failed', outcome: { code: error.code, values: { detail: error.message } } }
  }
}

export const ended = (code: MessageCode, values: Record<string, string | number> = {}): MappingEnd => ({
  status: 'done',
  outcome: { code, values },
})

/** The active leagues in the scope of a run. */
export function listScopeLeagues(db: Kysely<DB>, scope: MappingScope): Promise<ScopeLeague[]> {
  return db
    .selectFrom('leagues')
    .innerJoin('sports', 'sports.id', 'leagues.sport_id')
    .innerJoin('countries', 'countries.id', 'leagues.country_id')
    .select(['leagues.id', 'leagues.name', 'sports.name as sport', 'countries.name as country'])
    .where('leagues.is_active', '=', true)
    .$if(scope.sportId !== null, (query) => query.where('leagues.sport_id', '=', scope.sportId))
    .$if(scope.countryId !== null, (query) => query.where('leagues.country_id', '=', scope.countryId))
    .$if(scope.leagueId !== null, (query) => query.where('leagues.id', '=', scope.leagueId))
    .orderBy('sports.name')
    .orderBy('countries.name')
    .orderBy('leagues.name')
    .orderBy('leagues.id')
    .execute()
}

export type Column = 'sport_name' | 'country_name' | 'league_name'

/** A missing name of a match: null, an empty text, or the text NULL. */
export const isMissing = (column: Column) =>
  sql<boolean>`coalesce(btrim(${sql.ref(column)}), '') in ('', 'NULL')`

export const lacksName = sql<boolean>`(${isMissing('sport_name')} or ${isMissing('country_name')}
  or ${isMissing('league_name')})`
