import type { EditorAudience } from '#app/features/audiences/editor-queries.server.ts'
import { newId } from '#app/ui/admin/new-id.ts'

/** How a group begins: with nothing shown until something is allowed, with everything shown, or as another group. */
export type Beginning = 'nothing' | 'everything' | EditorAudience

/** The initial values of a group, by the number of existing ones. A copy has no countries: each is in one group. */
export function newAudience(others: number, begins: Beginning): EditorAudience {
  const own = { id: newId(), name: '', countries: '', is_rest: false, menu_position: others + 1 }
  if (typeof begins === 'object') return { ...begins, ...own }
  const on = begins === 'everything'
  return {
    ...own,
    bookmaker_rule: on ? 'except' : 'only',
    bookmakers: '',
    promotions_on: on,
    links_on: on,
    alerts_on: on,
    minimum_age: null,
    adult_mark: true,
    help_text: null,
    help_url: null,
    ad_word: null,
    terms: null,
  }
}
