import type { EditorButton } from '#app/features/affiliates/editor-queries.server.ts'
import { newId } from '#app/ui/admin/new-id.ts'

/** What an affiliate button starts with. */
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
