import { expect, it } from 'vitest'
import type { EditorLink } from '#app/features/footer/editor-queries.server.ts'
import type { Editor } from '#app/ui/admin/use-editor.ts'
import { drawScreen } from '#tests/support/screen.tsx'
import type { EditorRow } from './form.tsx'
import { LinkList } from './link-list.tsx'

const link = (title: string, menu_position: number, section_type: EditorLink['section_type'] = 'legal') => ({
  id: title,
  title,
  menu_position,
  section_type,
  url: '/en',
  is_active: true,
})

/** The list of the legal links among these. */
const draw = (...rows: EditorLink[]) => {
  const editor = { rows, isNew: () => false, isChanged: () => false, problemOf: () => undefined }
  return drawScreen(
    <LinkList
      section="legal"
      editor={editor as unknown as Editor<EditorRow>}
      languages={[]}
      translations={[]}
    />,
  )
}

it('sorts the links of its section by position', () => {
  const html = draw(link('Terms', 9), link('Blog', 1, 'quick_links'), link('Privacy', 2), link('Imprint', 4))
  expect(Array.from(html.matchAll(/aria-label="Delete (\w+)"/g), ([, title]) => title)).toEqual([
    'Privacy',
    'Imprint',
    'Terms',
  ])
})

it('moves no link beyond the ends', () => {
  const html = draw(link('Terms', 2), link('Privacy', 1))
  const still = html.matchAll(/aria-label="Move (\w+ \w+)" title="[^"]*" disabled=""/g)
  expect(Array.from(still, ([, move]) => move)).toEqual(['Privacy up', 'Terms down'])
})
