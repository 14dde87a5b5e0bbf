import type { Services } from '#app/platform/services.ts'

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
