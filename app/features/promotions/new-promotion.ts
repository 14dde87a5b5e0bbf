import { newId } from '#app/ui/admin/new-id.ts'
import type { EditorPromotion } from './editor-queries.server.ts'

/** The initial values of a promotion, by the number of existing ones. */
export function newPromotion(others: number): EditorPromotion {
  const now = new Date().toISOString()
  return {
    id: newId(),
    title: '',
    subtitle: null,
    description: '',
    image_url: null,
    button_text: '',
    button_link: '',
    visible_home: true,
    visible_casino: false,
    visible_live_casino: false,
    side_menu_offer: false,
    is_active: true,
    menu_position: others + 1,
    star_rating: 5,
    bookmaker_id: null,
    start_date: now,
    end_date: null,
    created_at: now,
  }
}
