import type { z } from 'zod'
import { knownCountryCode } from '#app/features/catalogue/countries.ts'
import { sportKey } from '#app/features/catalogue/place-names.ts'
import { RunError, type RunErrorCode } from '#app/features/runs/schema.ts'
import type { AnyTool, Tool, ToolRun, ToolSummary } from '#app/features/runs/tool-run.server.ts'
import {
  isHopeless,
  SportsDb,
  type SportsDbAccess,
  type SportsDbAnswer,
  type SportsDbFailure,
  type SportsDbOptions,
} from './client.server.ts'
import { countriesRequest, placeRequest, seasonsRequest } from './requests.ts'
import { orderCountries, restAfter } from './rules.ts'
import { readCountry, readLeague, readSeason, readTeam } from './schema.ts'
import { type Stored, storeCountries, storeLeagues, storeSeasons, storeTeams } from './store.server.ts'

/** The client and options of a tool's requests to TheSportsDB. */
export interface SportsDbTools {
  /** Null when TheSportsDB is not configured. */
  access: () => Promise<SportsDbAccess | null>
  options?: SportsDbOptions
}

export const TOOL_COUNTS = [
  'total',
  'done',
  'inserted',
  'updated',
  'unchanged',
  'rejected',
  'failed',
] as const
export type ToolCount = (typeof TOOL_COUNTS)[number]

/** Failed requests in a row before a run ends: the service is unavailable, not one of its items. */
const MOST_FAILURES = 5

/** A client for a run. @throws RunError not_configured */
export async function openSportsDb<Params, Count extends string>(
  { access, options }: SportsDbTools,
  run: ToolRun<Params, Count>,
): Promise<SportsDb> {
  const found = await access()
  if (!found) throw new RunError('not_configured', 'There is no key for TheSportsDB: set SPORTSDB_KEY.')
  return new SportsDb(run.db, found, { ...options, inBulk: true, signal: run.signal })
}

/** Converts a failure of TheSportsDB into the error that ends a run. */
export function asFeedError({ code, message }: SportsDbFailure): RunError {
  const codes: Partial<Record<SportsDbFailure['code'], RunErrorCode>> = { not_decodable: 'malformed_body' }
  return new RunError(codes[code] ?? (code as RunErrorCode), message)
}

/** All these tools log under this name. */
export function sportsDbLog(summary: ToolSummary, params: object): { type: string; summary: object } {
  return { type: 'sportsdb', summary: { ...summary, params } }
}

/** The tools that fill the stored data of TheSportsDB, each after those it depends on. */
export function sportsDbTools(tools: SportsDbTools): AnyTool[] {
  return [countriesTool(tools), leaguesTool(tools), seasonsTool(tools), teamsTool(tools)]
}

function countriesTool(tools: SportsDbTools): Tool<z.infer<typeof countriesRequest>, ToolCount> {
  return {
    kind: 'sportsdb-countries',
    params: countriesRequest,
    counts: TOOL_COUNTS,
    log: sportsDbLog,
    async run(run) {
      const client = await openSportsDb(tools, run)
      const answer = await client.ask('all_countries.php', {}, readCountry)
      if (answer.kind === 'failed') throw asFeedError(answer)
      await storeAnswer(run, answer, { share: 1 }, (db, items) => storeCountries(db, items))
    },
  }
}

function leaguesTool(tools: SportsDbTools): Tool<z.infer<typeof placeRequest>, ToolCount> {
  return {
    kind: 'sportsdb-leagues',
    params: placeRequest,
    counts: TOOL_COUNTS,
    log: sportsDbLog,
    async run(run) {
      const { sport, country: only } = run.params
      const client = await openSportsDb(tools, run)
      const sportId = await findSportId(run.db, sport)
      const names = only ? [only] : orderCountries(await readCountryNames(run.db), sport)
      await eachItem(
        run,
        names,
        (name) => name,
        async (country, step) => {
          const answer = await client.ask('search_all_leagues.php', { c: country, s: sport }, readLeague)
          const countryCode = knownCountryCode(country) ?? null
          return storeStep(run, answer, step, country, (db, items) =>
            storeLeagues(db, items, { sportId, countryCode }),
          )
        },
      )
    },
  }
}

function seasonsTool(tools: SportsDbTools): Tool<z.infer<typeof seasonsRequest>, ToolCount> {
  return {
    kind: 'sportsdb-seasons',
    params: seasonsRequest,
    counts: TOOL_COUNTS,
    log: sportsDbLog,
    async run(run) {
      const client = await openSportsDb(tools, run)
      let query = run.db.selectFrom('sportsdb_leagues').select(['sportsdb_id', 'name']).orderBy('sportsdb_id')
      if (run.params.leagueId) query = query.where('sportsdb_id', '=', run.params.leagueId)
      const leagues = await query.execute()
      if (run.params.leagueId && leagues.length === 0)
        throw new RunError(
          'unknown_league',
          `No league with the id ${run.params.leagueId} is kept: import the leagues of its country first.`,
        )
      await eachItem(
        run,
        leagues,
        (league) => String(league.sportsdb_id),
        async (league, step) => {
          const answer = await client.ask(
            'search_all_seasons.php',
            { id: String(league.sportsdb_id) },
            readSeason,
          )
          return storeStep(run, answer, step, league.name, (db, items) =>
            storeSeasons(
              db,
              league.sportsdb_id,
              items.map(({ season }) => season),
            ),
          )
        },
      )
    },
  }
}

function teamsTool(tools: SportsDbTools): Tool<z.infer<typeof placeRequest>, ToolCount> {
  return {
    kind: 'sportsdb-teams',
    params: placeRequest,
    counts: TOOL_COUNTS,
    log: sportsDbLog,
    async run(run) {
      const { sport, country: only } = run.params
      const client = await openSportsDb(tools, run)
      const names = only ? [only] : orderCountries(await readTeamCountries(run.db, sport), sport)
      await eachItem(
        run,
        names,
        (name) => name,
        async (country, step) => {
          const answer = await client.ask('search_all_teams.php', { c: country, s: sport }, readTeam)
          return storeStep(run, answer, step, country, storeTeams)
        },
      )
    },
  }
}

type Db = ToolRun<unknown, ToolCount>['db']
type Run = ToolRun<unknown, ToolCount>
interface Step {
  key?: string
  share: number
}

/** Processes a list from where an earlier attempt stopped; the run ends when too many items fail in a row. */
async function eachItem<Item>(
  run: Run,
  list: readonly Item[],
  keyOf: (item: Item) => string,
  work: (item: Item, step: Step) => Promise<SportsDbFailure | undefined>,
): Promise<void> {
  const rest = restAfter(list, run.after, keyOf)
  const begun = list.length - rest.length
  await run.commit({
    share: begun / Math.max(1, list.length),
    counts: { total: list.length - run.counts.total },
  })
  let failures = 0
  for (const [index, item] of rest.entries()) {
    const failure = await work(item, { key: keyOf(item), share: (begun + index + 1) / list.length })
    failures = failure ? failures + 1 : 0
    if (failure && (isHopeless(failure) || failures === MOST_FAILURES)) throw asFeedError(failure)
  }
}

/** Stores the items of one step; a failed item is recorded, and the run continues. */
async function storeStep<Item>(
  run: Run,
  answer: SportsDbAnswer<Item>,
  step: Step,
  about: string,
  store: (db: Db, items: Item[]) => Promise<Stored>,
): Promise<SportsDbFailure | undefined> {
  if (answer.kind === 'items') {
    await storeAnswer(run, answer, step, store)
    return undefined
  }
  run.note({
    level: 'rejected',
    reason: 'request_failed',
    detail: `${about}: ${answer.code}: ${answer.message}`,
  })
  // The next run begins with the item at which this run ends.
  const { key: _, ...place } = step
  await run.commit({ ...(isHopeless(answer) ? place : step), counts: { done: 1, failed: 1 } })
  return answer
}

async function storeAnswer<Item>(
  run: Run,
  answer: Extract<SportsDbAnswer<Item>, { kind: 'items' }>,
  step: Step,
  store: (db: Db, items: Item[]) => Promise<Stored>,
): Promise<void> {
  const { items, rejected } = answer
  run.note(...rejected.map(({ reason, detail }) => ({ level: 'rejected' as const, reason, detail })))
  const counts = { done: 1, rejected: rejected.length }
  const stored = (list: Item[]) => async (db: Db) => {
    const { inserted, updated } = await store(db, list)
    return { inserted, updated, unchanged: list.length - inserted - updated }
  }
  try {
    await run.commit({ ...step, counts }, stored(items))
  } catch (error) {
    if (!isRefusal(error)) throw error
    // The database rejected one of them; storing them one by one shows which.
    for (const item of items) {
      await run.commit({ share: step.share }, stored([item])).catch((refused: unknown) => {
        if (!isRefusal(refused)) throw refused
        run.note({ level: 'rejected', reason: 'not_storable', detail: refused.message })
      })
    }
    await run.commit({ ...step, counts })
  }
}

/** The database rejected the rows themselves: error classes 22 and 23. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(22|23)...$/.test(String(error.code))
}

async function readCountryNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('sportsdb_countries').select('name_en').execute()
  return rows.map(({ name_en }) => name_en)
}

/** Countries that have leagues of the sport: no teams are requested for the others. */
async function readTeamCountries(db: Db, sport: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sportsdb_leagues')
    .select('country')
    .distinct()
    .where('sport', '=', sport)
    .where('country', 'is not', null)
    .execute()
  return rows.map(({ country }) => country ?? '')
}

/** The site's sport of that name, or of a name that feeds use for it. */
async function findSportId(db: Db, name: string): Promise<string | null> {
  const rows = await db.selectFrom('sports').select(['id', 'name']).execute()
  return rows.find((row) => sportKey(row.name) === sportKey(name))?.id ?? null
}
