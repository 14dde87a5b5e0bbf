import type { EditorAudience } from '#app/features/audiences/editor-queries.server.ts'
import { newId } from '#app/ui/admin/new-id.ts'

/** The initial values of a group, by the number of existing ones: it shows no bookmaker until some are ticked. */
export function newAudience(others: number): EditorAudience {
  return {
    id: newId(),
    name: '',
    countries: '',
    is_rest: false,
    bookmaker_rule: 'only',
    bookmakers: '',
    promotions_on: false,
    links_on: false,
    alerts_on: false,
    minimum_age: null,
    adult_mark: true,
    help_text: null,
    help_url: null,
    ad_word: null,
    terms: null,
    menu_position: others + 1,
  }
}
