import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import type { OutrightToDecide } from './schema.ts'

/** The outrights on a page of their list. */
const OUTRIGHTS_A_PAGE = 20

/**
 * A page of the outrights that are closed: first those of which nobody has stored who has won, the latest first. A page
 * beyond the end is the last one.
 */
export async function listOutrightsToDecide(
  { database: { kysely } }: Pick<Services, 'database'>,
  { page: asked, now }: { page: number; now: Date },
): Promise<{ outrights: OutrightToDecide[]; total: number; page: number; pages: number }> {
  const closed = kysely
    .selectFrom('outrights as o')
    .where('o.status', '<>', 'cancelled')
    .where((eb) => eb.or([eb('o.status', '=', 'finished'), eb('o.start_time', '<=', now)]))
  const { all, total } = await closed
    .select(sql<number>`count(*)::int`.as('all'))
    .select(sql<number>`count(*) filter (where o.winners is null)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(all / OUTRIGHTS_A_PAGE))
  const page = Math.min(asked, pages)
  const outrights = await closed
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
    .orderBy(sql`o.winners is not null`)
    .orderBy('o.start_time', 'desc')
    .orderBy('o.id')
    .limit(OUTRIGHTS_A_PAGE)
    .offset((page - 1) * OUTRIGHTS_A_PAGE)
    .execute()
  return { outrights, total, page, pages }
}
