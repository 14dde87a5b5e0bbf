import { beforeEach, expect, it, vi } from 'vitest'
import type { GridLanguage } from '#app/features/translations/editor-schema.ts'
import type { EditorOutcome, Edits } from '#app/ui/admin/use-editor.ts'
import { drawScreen } from '#tests/support/screen.tsx'
import { EVERYTHING } from './filter.ts'
import { TranslationsGrid } from './grid.tsx'

/** What has been typed so far, by key. */
const typed = vi.hoisted(() => ({
  changed: new Map() as Edits['changed'],
  outcome: undefined as EditorOutcome | undefined,
}))
vi.mock('#app/ui/admin/use-editor.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#app/ui/admin/use-editor.ts')>()
  return {
    ...original,
    useEditor: (rows: readonly { id: string }[]) => ({
      ...original.useEditor(rows),
      ...typed,
      count: typed.changed.size,
    }),
  }
})
beforeEach(() => {
  typed.changed = new Map()
  typed.outcome = undefined
})

const language = (code: string, name: string): GridLanguage => ({
  id: code,
  code,
  name,
  nativeName: name,
  isDefault: code === 'en',
  isActive: true,
  rtl: false,
  forms: ['one', 'other'],
})

const grid = () =>
  drawScreen(
    <TranslationsGrid
      sent={{
        namespace: 'common',
        keys: ['home', 'sign-out'],
        saved: { en: '{"home":"Home"}', it: '{}' },
        shipped: { en: { home: 'Home', 'sign-out': 'Sign out' }, it: {} },
      }}
      languages={[language('en', 'English'), language('it', 'Italian')]}
      filter={EVERYTHING}
    />,
  )
const markedCells = (html: string) =>
  Array.from(
    html.matchAll(
      /<textarea aria-label="([^"]*)"[^>]*data-changed="true"[^>]*data-changed:border-warning data-changed:bg-warning/g,
    ),
    ([, name]) => name,
  )
const stars = (html: string) => html.match(/>\*<\/span>/g)?.length ?? 0
const save = (html: string) => /<button type="button"([^>]*)>Save Changes</.exec(html)?.[1]

it('highlights edited cells with a star, and can save them', () => {
  typed.changed = new Map([['home', { before: { it: null }, after: { it: 'Pagina' } }]])
  const html = grid()
  expect(markedCells(html)).toEqual(['home in Italian'])
  expect(stars(html)).toBe(1)
  expect(save(html)).not.toContain('aria-disabled="true"')
  expect(html).toContain('1 unsaved change')
})

it('has nothing to save before that, and reports so', () => {
  const html = grid()
  expect([markedCells(html), stars(html)]).toEqual([[], 0])
  expect(save(html)).toContain('aria-disabled="true"')
  expect(html).toMatch(/role="status"[^>]*>No changes to save</)
})

it('reports that the texts could not be saved', () => {
  typed.outcome = { kind: 'failed', message: 'disk full' }
  expect(grid()).toMatch(/role="alert"[^>]*>Failed to save translations</)
})
