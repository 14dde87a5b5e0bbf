import type { Services } from '#app/platform/services.ts'

type Reader = Pick<Services, 'database'>

/** A promotion as its editor shows it; columns by their database names, instants as ISO 8601 in UTC. */
export interface EditorPromotion {
  id: string
  title: string
  subtitle: string | null
  description: string
  image_url: string | null
  button_text: string
  button_link: string
  visible_home: boolean
  visible_casino: boolean
  visible_live_casino: boolean
  side_menu_offer: boolean
  is_active: boolean
  menu_position: number
  star_rating: number
  bookmaker_id: string | null
  start_date: string
  end_date: string | null
  created_at: string
}

/** All promotions, including those that are not running, in menu order. */
export async function listEditorPromotions({ database }: Reader): Promise<EditorPromotion[]> {
  const rows = await database.kysely
    .selectFrom('promotions')
    .select(['id', 'title', 'subtitle', 'description', 'image_url', 'button_text', 'button_link'])
    .select(['visible_home', 'visible_casino', 'visible_live_casino', 'side_menu_offer', 'is_active'])
    .select(['menu_position', 'star_rating', 'bookmaker_id', 'start_date', 'end_date', 'created_at'])
    .orderBy('menu_position')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    start_date: row.start_date.toISOString(),
    end_date: row.end_date?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }))
}

/** The translations of all promotions. */
export function listPromotionTranslations({ database }: Reader) {
  return database.kysely
    .selectFrom('multilingual_promotions')
    .select(['promotion_id', 'language_id', 'title', 'subtitle', 'description', 'button_text'])
    .execute()
}

/** The spin wheel's settings. */
export interface EditorSpinWheel {
  id: string
  spin_wheel_sidebar_on: boolean
  /** Null follows the sidebar, until one of the two is set. */
  spin_wheel_enabled: boolean | null
  spin_wheel_title: string
  spin_wheel_sub_title: string
  spin_wheel_button_text: string
  spin_wheel_link: string
}

export function getEditorSpinWheel({ database }: Reader): Promise<EditorSpinWheel> {
  return database.kysely
    .selectFrom('site_settings')
    .select(['id', 'spin_wheel_sidebar_on', 'spin_wheel_enabled', 'spin_wheel_title'])
    .select(['spin_wheel_sub_title', 'spin_wheel_button_text', 'spin_wheel_link'])
    .executeTakeFirstOrThrow()
}

/** The translations of the spin wheel. */
export function listSpinWheelTranslations({ database }: Reader) {
  return database.kysely
    .selectFrom('multilingual_spin_wheel')
    .select(['language_id', 'title', 'sub_title', 'button_text'])
    .execute()
}
