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

/** Whether the prices of a bookmaker lead anywhere: through an active button, also of one that is merged into it. */
export async function hasButton({ database }: Reader, bookmaker: string): Promise<boolean> {
  const row = await database.kysely
    .selectFrom('affiliate_buttons as a')
    .innerJoin('bookmakers as m', 'm.id', 'a.bookmaker_id')
    .select('a.id')
    .where('a.is_active', '=', true)
    .where((eb) => eb.or([eb('m.id', '=', bookmaker), eb('m.merged_into', '=', bookmaker)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The translations of all buttons. */
export function listButtonTranslations({ database }: Reader) {
  return database.kysely
    .selectFrom('multilingual_affiliate_buttons')
    .select(['affiliate_button_id', 'language_id', 'button_text'])
    .execute()
}

/** The bookmakers that a button can belong to. */
export function listBookmakerNames({ database }: Reader): Promise<{ id: string; name: string }[]> {
  return database.kysely.selectFrom('bookmakers').select(['id', 'name']).orderBy('name').execute()
}
