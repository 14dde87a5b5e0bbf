import { newId } from '#app/ui/admin/new-id.ts'
import type { EditorButton } from './editor-queries.server.ts'

/** The initial values of an affiliate button. */
export function newButton(): EditorButton {
  return {
    id: newId(),
    provider: '',
    button_text: '',
    button_link: '',
    bookmaker_id: null,
    is_active: true,
  }
}
