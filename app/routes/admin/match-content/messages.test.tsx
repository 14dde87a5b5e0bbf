import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/screen.tsx'
import { markPassing } from '#tests/support/screen-results.ts'
import MatchContent from './route.tsx'

const outcome = vi.hoisted(() => ({ now: {} as object }))
vi.mock('#app/ui/admin/use-translations.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#app/ui/admin/use-translations.ts')>()
  type Given = Parameters<typeof original.useTranslations>[0]
  return {
    ...original,
    useTranslations: (given: Given) => ({ ...original.useTranslations(given), outcome: outcome.now }),
  }
})

vi.mock('#app/ui/banner.tsx', async (importOriginal) => markPassing(await importOriginal()))

it.each([
  ['a saved text', { kind: 'saved', count: 1 }, 'status', 'passing: Translation saved successfully'],
  [
    'a text that could not be saved',
    { kind: 'failed', message: null },
    'alert',
    'Failed to save translation',
  ],
  [
    'a text without a title',
    { kind: 'invalid', problems: [{ id: 'e', column: 'title_template', problem: 'content.required' }] },
    'alert',
    'Title and description templates are required',
  ],
  ['a text without a language', { kind: 'no-language' }, 'alert', 'Please select a language'],
])('the match content screen reports the result of %s', (_, told, role, text) => {
  outcome.now = { ...told, at: 1 }
  const loaderData = { languages: [], contents: [] }
  const html = drawScreen(
    <MatchContent {...({ loaderData } as unknown as Parameters<typeof MatchContent>[0])} />,
  )
  expect(html).toMatch(new RegExp(`role="${role}"[^>]*>${text}<`))
})
