import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import { retryConflicts } from '#app/platform/db/retry.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import { leagueTier } from './league-tier.ts'

/**
 * Sets the positions of leagues as visitors look for them: leagues with upcoming matches, by their division; within a
 * division by how much is quoted, that is the average number of bookmakers of an upcoming match, then the number of these matches.
 * Countries in which an operator has set a position keep their order.
 * @param leagues orders only the countries of these leagues; without them, all
 */
export async function orderLeagues(db: Kysely<DB>, leagues?: readonly string[]): Promise<void> {
  const found = await db
    .selectFrom('leagues as l')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .where('c.leagues_ordered', '=', false)
    .$if(leagues !== undefined, (query) =>
      query.where('c.id', 'in', (eb) =>
        eb.selectFrom('leagues').select('country_id').where('id', '=', sql<string>`any(${leagues}::uuid[])`),
      ),
    )
    .select(['l.id', 'l.name', 'c.name as country'])
    .execute()
  const tiers = found.map(({ name, country }) => leagueTier(country, name))
  const order = sql`
    with quoted as (
      select l.id, l.country_id, l.name, t.tier, count(m.id) as matches,
        coalesce(round(avg(m.bookmaker_count), 1), 0) as bookmakers
      from unnest(${found.map(({ id }) => id)}::uuid[], ${tiers}::int[]) as t (id, tier)
        join leagues l on l.id = t.id
        join countries c on c.id = l.country_id and not c.leagues_ordered
        left join matches m on m.league_id = l.id and m.status = 'scheduled' and m.start_time > now()
      group by l.id, t.tier
    ), ranked as (
      select id, row_number() over (
        partition by country_id order by matches = 0, tier, bookmakers desc, matches desc, name) as position
      from quoted
    )
    update leagues l set menu_position = r.position
    from ranked r where r.id = l.id and l.menu_position <> r.position`
  await retryConflicts(() => order.execute(db))
}

const payload = z.object({})

/** Every night: orders the leagues of all countries, because seasons begin and end. */
export function leagueOrder(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'league-order',
    payload,
    exclusive: true,
    cron: '7 4 * * *',
    expireInSeconds: 600,
    handle: () => orderLeagues(database.kysely),
  }
}
