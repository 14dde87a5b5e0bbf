import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { SUBS } from './link-template.ts'

type Reader = Pick<Services, 'database'>

/** An affiliate button as its editor shows it; columns by their database names. */
export interface EditorButton {
  id: string
  provider: string
  button_text: string
  button_link: string
  bookmaker_id: string | null
  is_active: boolean
}

/** All buttons, including inactive ones, newest first. */
export function listEditorButtons({ database }: Reader): Promise<EditorButton[]> {
  return database.kysely
    .selectFrom('affiliate_buttons')
    .select(['id', 'provider', 'button_text', 'button_link', 'bookmaker_id', 'is_active'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** A link of a bookmaker as its editor shows it; columns by their database names. */
export interface EditorTemplate {
  id: string
  bookmaker_id: string
  /** Null: for every country. */
  country: string | null
  template: string
  sub1: string | null
  sub2: string | null
  sub3: string | null
  sub4: string | null
  sub5: string | null
}

/** The links of a bookmaker; the one for every country first. */
export function listTemplates({ database }: Reader, bookmaker: string): Promise<EditorTemplate[]> {
  return database.kysely
    .selectFrom('link_templates')
    .select(['id', 'bookmaker_id', 'country', 'template', ...SUBS])
    .where('bookmaker_id', '=', bookmaker)
    .orderBy('country', (order) => order.nullsFirst())
    .execute()
}

/** A link of a bookmaker that is merged into another. */
export interface MergedLink {
  id: string
  /** The merged bookmaker. */
  name: string
  country: string | null
  template: string
  /** Whether it is used: the other bookmaker has none for that country. */
  isUsed: boolean
}

/** The links of the bookmakers that are merged into one; the one for every country first. */
export async function listMergedLinks({ database }: Reader, bookmaker: string): Promise<MergedLink[]> {
  const { rows } = await sql<MergedLink>`
    select id, member_name as name, country, template, is_used as "isUsed" from bookmaker_links
    where owner_id = ${bookmaker} and bookmaker_id <> ${bookmaker}
    order by country nulls first, is_used desc, member_name, id`.execute(database.kysely)
  return rows
}

/** The countries for which bookmakers have links of their own, by their ids; an empty text is every country. */
export async function listLinkCountries({ database }: Reader): Promise<Record<string, string[]>> {
  const rows = await database.kysely
    .selectFrom('link_templates')
    .select(['bookmaker_id', 'country'])
    .orderBy('country', (order) => order.nullsFirst())
    .execute()
  const byBookmaker = Map.groupBy(rows, (row) => row.bookmaker_id)
  return Object.fromEntries(
    [...byBookmaker].map(([id, own]) => [id, own.map(({ country }) => country ?? '')]),
  )
}

/** Whether a bookmaker that is merged with this one permits hosts of feed links: they count for the links of both. */
export async function hasOtherHosts({ database }: Reader, bookmaker: string): Promise<boolean> {
  const row = await database.kysely
    .selectFrom('bookmakers as b')
    .innerJoin('bookmakers as o', (join) =>
      join.on(sql<boolean>`coalesce(o.merged_into, o.id) = coalesce(b.merged_into, b.id)`),
    )
    .select('o.id')
    .where('b.id', '=', bookmaker)
    .where('o.id', '<>', bookmaker)
    .where('o.link_hosts', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Prices lead out through an active button of their bookmaker, or of one that is merged into it. */
export type ButtonState = 'active' | 'inactive' | 'none'

export async function findButtonState(db: Kysely<DB>, bookmaker: string): Promise<ButtonState> {
  const rows = await db
    .selectFrom('affiliate_buttons as a')
    .innerJoin('bookmakers as m', 'm.id', 'a.bookmaker_id')
    .select('a.is_active')
    .where((eb) => eb.or([eb('m.id', '=', bookmaker), eb('m.merged_into', '=', bookmaker)]))
    .execute()
  if (rows.length === 0) return 'none'
  return rows.some(({ is_active }) => is_active) ? 'active' : 'inactive'
}

/** The translations of all buttons. */
export function listButtonTranslations({ database }: Reader) {
  return database.kysely
    .selectFrom('multilingual_affiliate_buttons')
    .select(['affiliate_button_id', 'language_id', 'button_text'])
    .execute()
}

/** The bookmakers that buttons, promotions and experiments can be of; a merged one counts as the one that stays. */
export function listBookmakerNames({
  database,
}: Reader): Promise<{ id: string; name: string; isMerged: boolean }[]> {
  return database.kysely
    .selectFrom('bookmakers')
    .select(['id', 'name', sql<boolean>`merged_into is not null`.as('isMerged')])
    .orderBy('name')
    .execute()
}
