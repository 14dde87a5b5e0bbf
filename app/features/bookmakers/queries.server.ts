import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { mentionsBarred } from '../audiences/permissions.ts'
import { isShown, readAudience } from '../audiences/queries.server.ts'
import type { BookmakerKind } from './brands.ts'
import { isUnused } from './unused.server.ts'

/** Names by id of the active bookmakers that the current audience may see. */
export function getBookmakerNames(services: Services): Promise<ReadonlyMap<string, string>> {
  return services.memo.get('bookmaker-names', async () => {
    noteRead('bookmakers')
    const audience = await readAudience(services)
    const rows = await services.database.kysely
      .selectFrom('bookmakers as b')
      .select(['b.id', 'b.name'])
      .where('b.is_active', '=', true)
      .where(isShown(audience, 'b'))
      .execute()
    return new Map(rows.map((row) => [row.id, row.name]))
  })
}

/** Ids of the exchanges among the active bookmakers that the current audience may see. */
export function listExchanges(services: Services): Promise<ReadonlySet<string>> {
  return services.memo.get('exchanges', async () => {
    noteRead('bookmakers')
    const audience = await readAudience(services)
    const rows = await services.database.kysely
      .selectFrom('bookmakers as b')
      .select('b.id')
      .where('b.is_active', '=', true)
      .where('b.kind', '=', 'exchange')
      .where(isShown(audience, 'b'))
      .execute()
    return new Set(rows.map(({ id }) => id))
  })
}

/** All bookmakers, including hidden ones, without those merged into another; columns by their database names. */
export function listEditorBookmakers({ database }: Pick<Services, 'database'>) {
  return database.kysely
    .selectFrom('bookmakers')
    .select(['id', 'name', 'logo_url', 'website_url', 'commission', 'menu_position', 'is_active'])
    .select(isUnused)
    .where('merged_into', 'is', null)
    .orderBy('menu_position')
    .orderBy('name')
    .execute()
}

/** A bookmaker with all fields of its editor; undefined when there is none. */
export function findEditorBookmaker({ database }: Pick<Services, 'database'>, id: string) {
  return database.kysely
    .selectFrom('bookmakers')
    .select([
      'id',
      'key',
      'name',
      'logo_url',
      'website_url',
      'kind',
      'commission',
      'brand',
      'region',
      'licence',
      'offered_in',
      'link_hosts',
      'rating',
      'is_active',
      'merged_into',
      'is_reference',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A bookmaker that is merged into another. */
export interface MergedBookmaker {
  id: string
  name: string
  key: string
}

/** All bookmakers that are merged into another, by name. */
export function listAllMerged({ database }: Pick<Services, 'database'>) {
  return database.kysely
    .selectFrom('bookmakers as b')
    .innerJoin('bookmakers as k', 'k.id', 'b.merged_into')
    .select(['b.id', 'b.name', 'k.name as into'])
    .orderBy('b.name')
    .execute()
}

/** The bookmakers that are merged into one, by name. */
export function listMerged({ database }: Pick<Services, 'database'>, id: string): Promise<MergedBookmaker[]> {
  return database.kysely
    .selectFrom('bookmakers')
    .select(['id', 'name', 'key'])
    .where('merged_into', '=', id)
    .orderBy('name')
    .orderBy('key')
    .execute()
}

/** The reviews of a bookmaker, one for each language that has one. */
export function listReviews({ database }: Pick<Services, 'database'>, id: string) {
  return database.kysely
    .selectFrom('multilingual_bookmakers')
    .select(['language_id', 'review'])
    .where('bookmaker_id', '=', id)
    .execute()
}

/** What a public page says about a bookmaker. */
export interface BookmakerProfile {
  id: string
  name: string
  slug: string
  logoUrl: string | null
  kind: BookmakerKind
  /** Percent of the winnings. */
  commission: number
  licence: string | null
  /** Codes of ISO 3166-1; none: nobody has entered where it is offered. */
  offeredIn: string[]
  /** Half stars from 0 to 5; null: not rated. */
  rating: number | null
  /** In the asked language; null: none. Another language does not stand in for it. */
  review: string | null
}

/**
 * An active bookmaker by its slug, with its review in a language; null when there is none. Texts that name a bookmaker which the
 * current audience may not see are left out.
 */
export async function getBookmakerProfile(
  services: Pick<Services, 'database' | 'memo'>,
  slug: string,
  lang: string,
): Promise<BookmakerProfile | null> {
  noteRead('bookmakers')
  const audience = await readAudience(services)
  const row = await services.database.kysely
    .selectFrom('bookmakers as b')
    .leftJoin('languages as l', (join) => join.on('l.code', '=', lang))
    .leftJoin('multilingual_bookmakers as r', (join) =>
      join.onRef('r.bookmaker_id', '=', 'b.id').onRef('r.language_id', '=', 'l.id'),
    )
    .select([
      'b.id',
      'b.name',
      'b.slug',
      'b.logo_url',
      'b.kind',
      'b.commission',
      'b.licence',
      'b.offered_in',
      'b.rating',
      'r.review',
    ])
    .where('b.slug', '=', slug)
    .where('b.merged_into', 'is', null)
    .where('b.is_active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const { logo_url, kind, licence, offered_in, review, ...rest } = row
  const shown = (text: string | null) => (mentionsBarred(audience, text) ? null : text)
  return {
    ...{ ...rest, licence: shown(licence), review: shown(review), logoUrl: logo_url },
    kind: kind === 'exchange' ? 'exchange' : 'bookmaker',
    offeredIn: offered_in?.split(', ') ?? [],
  }
}
