import type { EditorLink } from './editor-queries.server.ts'
import type { LinkSection } from './schema.ts'

/** A new link of a section: last, visible, still empty. */
export function newLink(id: string, section: LinkSection, others: readonly EditorLink[]): EditorLink {
  const positions = others.filter((link) => link.section_type === section).map((link) => link.menu_position)
  return {
    id,
    section_type: section,
    title: '',
    url: '',
    is_active: true,
    menu_position: Math.max(0, ...positions) + 1,
  }
}
