import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { noteChangeAt, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { compareClosing, shownBest } from '../odds/market-board.ts'
import { listMarkets } from '../odds/market-queries.server.ts'
import type { ClosedOutright, ClosedParticipant, OutrightSummary } from './schema.ts'

/** Outrights of a league that have not begun, the next one first. */
export function listOutrights(services: Services, leagueId: string): Promise<OutrightSummary[]> {
  return services.memo.get(`outrights:${leagueId}`, async () => {
    noteRead(`outrights:${leagueId}`)
    const rows = await selectOutrights(services.database.kysely)
      .where('o.league_id', '=', leagueId)
      .where('o.status', '=', 'scheduled')
      .where('o.start_time', '>', new Date())
      .orderBy('o.start_time')
      .orderBy('o.id')
      .execute()
    const [next] = rows
    if (next) noteChangeAt(next.start_time)
    return rows.map(toSummary)
  })
}

/** The outright of a league with this slug, in any case, also after its start; undefined if there is none. */
export async function findOutright(
  services: Services,
  leagueId: string,
  slug: string,
): Promise<OutrightSummary | undefined> {
  noteRead(`outrights:${leagueId}`)
  const row = await selectOutrights(services.database.kysely)
    .where('o.league_id', '=', leagueId)
    .where('o.slug', '=', slug.toLowerCase())
    .executeTakeFirst()
  return row && toSummary(row)
}

/** The most that an archive lists. */
const MOST_CLOSED = 20

/**
 * Outrights of a league that are closed, within a range of starts, the latest first: with the favourite and the winners at
 * the closing prices. Cancelled ones have none.
 */
export async function listClosedOutrights(
  services: Services,
  leagueId: string,
  { from, until }: { from: Date | null; until: Date | null },
): Promise<ClosedOutright[]> {
  noteRead(`outrights:${leagueId}`)
  const now = new Date()
  const ofLeague = selectOutrights(services.database.kysely)
    .where('o.league_id', '=', leagueId)
    .where('o.status', '<>', 'cancelled')
  const next = await ofLeague.where('o.start_time', '>', now).orderBy('o.start_time').executeTakeFirst()
  if (next) noteChangeAt(next.start_time)
  const rows = await ofLeague
    .where((eb) => eb.or([eb('o.status', '=', 'finished'), eb('o.start_time', '<=', now)]))
    .$if(from !== null, (query) => query.where('o.start_time', '>=', from))
    .$if(until !== null, (query) => query.where('o.start_time', '<', until))
    .orderBy('o.start_time', 'desc')
    .orderBy('o.id', 'desc')
    .limit(MOST_CLOSED)
    .execute()
  const closed: ClosedOutright[] = []
  for (const row of rows) closed.push(await withClosing(services, toSummary(row)))
  return closed
}

async function withClosing(services: Services, outright: OutrightSummary): Promise<ClosedOutright> {
  const market = (await listMarkets(services, outright.id)).find(({ type }) => type === 'outright')
  if (!market)
    return { ...outright, favourite: null, won: outright.winners.map((name) => ({ name, price: null })) }
  const { best } = compareClosing(market, { sort: 'payout', kickOff: new Date(outright.startTime) })
  const closedAt = (name: string): ClosedParticipant => {
    const one = best[market.outcomes.indexOf(name)]
    return { name, price: one ? shownBest(one) : null }
  }
  const lowest = Math.min(...best.flatMap((one) => one?.net ?? []))
  const favourites = market.outcomes.filter((_, index) => best[index]?.net === lowest)
  return {
    ...outright,
    favourite: favourites.length === 1 ? closedAt(favourites[0] ?? '') : null,
    won: outright.winners.map(closedAt),
  }
}

const selectOutrights = (db: Kysely<DB>) =>
  db
    .selectFrom('outrights as o')
    .select(['o.id', 'o.name', 'o.slug', 'o.start_time', 'o.status'])
    .select(
      sql<number>`(select count(*)::int from outright_participants p where p.outright_id = o.id)`.as(
        'participants',
      ),
    )
    .select(winnersOf('o').as('winners'))
    .where('o.slug', '<>', '')

/** The names of the winners of an outright, in the order of its participants. */
export const winnersOf = (outright: string) =>
  sql<string[]>`array(select p.name from outright_participants p
    where p.outright_id = ${sql.ref(`${outright}.id`)} and p.position = any (${sql.ref(`${outright}.winners`)})
    order by p.position)`

function toSummary({ start_time, ...row }: Omit<OutrightSummary, 'startTime'> & { start_time: Date }) {
  return { ...row, startTime: start_time.toISOString() }
}
