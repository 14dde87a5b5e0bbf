import type { EditorPromotion } from './editor-queries.server.ts'

/** Whether visitors see a promotion; `nowhere`: it would run, and is on no page. */
export type PromotionState = 'hidden' | 'over' | 'waiting' | 'nowhere' | 'running'

type Shown = Pick<
  EditorPromotion,
  'is_active' | 'start_date' | 'end_date' | 'visible_home' | 'side_menu_offer'
>

/** The state of a promotion at an instant, to the minute. */
export function promotionState(promotion: Shown, instant: Date): PromotionState {
  const now = minute(instant.toISOString())
  const [start, end] = [minute(promotion.start_date), promotion.end_date && minute(promotion.end_date)]
  if (!promotion.is_active) return 'hidden'
  if (end && (end <= now || end <= start)) return 'over'
  if (!promotion.visible_home && !promotion.side_menu_offer) return 'nowhere'
  return start <= now ? 'running' : 'waiting'
}

/** Of an instant in ISO 8601. */
function minute(instant: string): string {
  return instant.slice(0, 16)
}
