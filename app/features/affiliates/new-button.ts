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

/** What choosing a bookmaker changes in a button; its name is the provider of a button that has none. */
export function withBookmaker(
  { provider }: Pick<EditorButton, 'provider'>,
  bookmaker: { id: string; name: string } | undefined,
): Partial<EditorButton> {
  return {
    bookmaker_id: bookmaker?.id ?? null,
    ...(bookmaker && provider.trim() === '' && { provider: bookmaker.name }),
  }
}
