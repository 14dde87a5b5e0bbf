import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { noteChangeAt, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { OutrightSummary } from './schema.ts'

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

const selectOutrights = (db: Kysely<DB>) =>
  db
    .selectFrom('outrights as o')
    .select(['o.id', 'o.name', 'o.slug', 'o.start_time', 'o.status'])
    .select(
      sql<number>`(select count(*)::int from outright_participants p where p.outright_id = o.id)`.as(
        'participants',
      ),
    )
    .where('o.slug', '<>', '')

function toSummary({ start_time, ...row }: Omit<OutrightSummary, 'startTime'> & { start_time: Date }) {
  return { ...row, startTime: start_time.toISOString() }
}
