import { sql } from 'kysely'
import { listMarkets } from '#app/features/odds/market-queries.server.ts'
import { winnersOf } from '#app/features/outrights/queries.server.ts'
import type { Services } from '#app/platform/services.ts'
import { readStatus } from '../matches/match-state.ts'
import type { MatchStatus } from '../matches/schema.ts'
import { toApiMarket } from './markets.ts'
import type { OutrightList } from './outright-lists.ts'
import { type MatchCursor, type Page, writeMatchCursor } from './pages.ts'
import { isVisibleLeague } from './queries.server.ts'

type Reading = Pick<Services, 'database' | 'log' | 'memo'>

/** Columns by their names in the API. */
export interface ApiOutright {
  id: string
  league_id: string
  name: string
  start_time: Date
  status: MatchStatus
  participants: number
  /** By name. */
  winners: string[]
}

function selectOutrights({ database }: Reading) {
  return database.kysely
    .selectFrom('outrights as o')
    .innerJoin('leagues as l', 'l.id', 'o.league_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .where((eb) => eb.and({ 'l.is_active': true, 'c.is_active': true, 's.is_active': true }))
}

/**
 * Outrights of a visible league: open ones ordered by their start, closed ones the latest first. Null if there is no such
 * league.
 * @param asked.from the earliest start; with it, the list of open ones has those that have begun since, too
 */
export async function listOutrights(
  services: Reading,
  asked: {
    leagueId: string
    status: OutrightList
    from: Date | null
    after: MatchCursor | null
    limit: number
  },
): Promise<Page<ApiOutright> | null> {
  const { leagueId, status, from, after, limit } = asked
  if (!(await isVisibleLeague(services, leagueId))) return null
  const now = new Date()
  const isOpen = status === 'open'
  const order = isOpen ? 'asc' : 'desc'
  const rows = await selectOutrights(services)
    .select(['o.id', 'o.league_id', 'o.name', 'o.start_time', 'o.status'])
    .select(
      sql<number>`(select count(*)::int from outright_participants p where p.outright_id = o.id)`.as(
        'participants',
      ),
    )
    .select(winnersOf('o').as('winners'))
    .where('o.league_id', '=', leagueId)
    .$if(isOpen, (query) => query.where('o.start_time', '>=', from ?? now))
    .$if(!isOpen, (query) =>
      query.where((eb) =>
        eb.or([eb('o.start_time', '<=', now), eb('o.status', 'in', ['finished', 'cancelled'])]),
      ),
    )
    .$if(!isOpen && from !== null, (query) => query.where('o.start_time', '>=', from))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(o.start_time, o.id) ${sql.raw(isOpen ? '>' : '<')} (${after?.start}, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('o.start_time', order)
    .orderBy('o.id', order)
    .limit(limit + 1)
    .execute()
  const data = rows.slice(0, limit).map((row) => ({ ...row, status: readStatus(row.status) }))
  const last = data.at(-1)
  const next = rows.length > limit && last ? writeMatchCursor({ start: last.start_time, id: last.id }) : null
  return { data, next }
}

/** The start and status of an outright; undefined if none is visible. */
export async function findOutrightStart(services: Reading, id: string) {
  const row = await selectOutrights(services)
    .select(['o.id', 'o.start_time', 'o.status'])
    .where('o.id', '=', id)
    .executeTakeFirst()
  return row && { id: row.id, startTime: row.start_time.toISOString(), status: readStatus(row.status) }
}

/** One outright with the prices of every participant by every bookmaker; undefined if none is visible. */
export async function readOutright(services: Reading, id: string) {
  const row = await selectOutrights(services)
    .select(['o.id', 'o.name', 'o.start_time', 'o.status', winnersOf('o').as('winners')])
    .select(['s.id as sport_id', 's.name as sport', 's.slug as sport_slug'])
    .select(['c.id as country_id', 'c.name as country', 'c.slug as country_slug', 'c.code'])
    .select(['l.id as league_id', 'l.name as league', 'l.slug as league_slug'])
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const markets = await listMarkets(services, id)
  return {
    id: row.id,
    name: row.name,
    start_time: row.start_time,
    status: readStatus(row.status),
    winners: row.winners,
    sport: { id: row.sport_id, name: row.sport, slug: row.sport_slug },
    country: { id: row.country_id, name: row.country, slug: row.country_slug, code: row.code },
    league: { id: row.league_id, name: row.league, slug: row.league_slug },
    markets: markets.map(toApiMarket),
  }
}
