import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import type { OutrightToDecide } from './schema.ts'

/** The most that the list has. */
const MOST = 100

/** Outrights that are closed: first those of which nobody has stored who has won, the latest first. */
export async function listOutrightsToDecide(
  { database: { kysely } }: Pick<Services, 'database'>,
  now: Date,
): Promise<{ outrights: OutrightToDecide[]; total: number }> {
  const rows = await kysely
    .selectFrom('outrights as o')
    .innerJoin('leagues as l', 'l.id', 'o.league_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select(['o.id', 'o.name', 'l.name as league', 'c.name as country', 's.name as sport'])
    .select(['l.country_id as countryId', 'l.sport_id as sportId'])
    .select(sql<string>`to_json(o.start_time) #>> '{}'`.as('closedAt'))
    .select(
      sql<
        OutrightToDecide['participants']
      >`coalesce((select json_agg(json_build_object('position', p.position, 'name', p.name,
        'hasWon', coalesce(p.position = any (o.winners), false)) order by p.name, p.position)
        from outright_participants p where p.outright_id = o.id), '[]')`.as('participants'),
    )
    .select(sql<number>`count(*) filter (where o.winners is null) over ()::int`.as('total'))
    .where('o.status', '<>', 'cancelled')
    .where((eb) => eb.or([eb('o.status', '=', 'finished'), eb('o.start_time', '<=', now)]))
    .orderBy(sql`o.winners is not null`)
    .orderBy('o.start_time', 'desc')
    .orderBy('o.id')
    .limit(MOST)
    .execute()
  return { total: rows[0]?.total ?? 0, outrights: rows.map(({ total: _, ...outright }) => outright) }
}
