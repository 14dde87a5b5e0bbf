import { describe, expect, it, vi } from 'vitest'
import { SIMPLE_SETTINGS } from '#app/features/settings/schema.ts'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { type PanelLanguage, TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import type { Editor, EditorOutcome } from '#app/ui/admin/use-editor.ts'
import type { useTranslations } from '#app/ui/admin/use-translations.ts'
import { textsOf } from '#tests/support/html.ts'
import { adminT, drawScreen } from '#tests/support/screen.tsx'
import { type EditorRow, type SettingsForm, SimpleSetting } from './form.tsx'
import { saveTexts } from './save-texts.ts'

vi.mock('#app/ui/banner.tsx', async (importOriginal) => {
  const { markPassing } = await import('#tests/support/screen-results.ts')
  return markPassing(await importOriginal())
})

/** What became of the last save of a translation. */
const told = vi.hoisted(() => ({ outcome: undefined as object | undefined }))
vi.mock('#app/ui/admin/use-translations.ts', async (importOriginal) => {
  const original = await importOriginal<{ useTranslations: typeof useTranslations }>()
  const withOutcome = (...args: Parameters<typeof useTranslations>) => ({
    ...original.useTranslations(...args),
    ...told,
  })
  return { ...original, useTranslations: withOutcome }
})

describe('the message below the settings is, for', () => {
  const bar = (outcome: EditorOutcome, footerAlone: boolean) =>
    drawScreen(
      <SaveBar
        editor={{ count: 1, saving: false, outcome: { ...outcome, at: 1 } } as unknown as Editor<EditorRow>}
        texts={saveTexts(adminT, footerAlone)}
      />,
    )
  const missing = { id: 'a', column: 'url', problem: 'problem.link-fields' }

  it.each<[what: string, outcome: EditorOutcome, footerAlone: boolean, text: string]>([
    ['a save', { kind: 'saved', count: 2 }, false, 'passing: Settings saved successfully'],
    [
      'a save of the footer',
      { kind: 'saved', count: 2 },
      true,
      'passing: Footer settings updated successfully',
    ],
  ])('%s, in green', (_, outcome, footerAlone, text) => {
    expect(bar(outcome, footerAlone)).toMatch(
      new RegExp(`role="status" class="[^"]*\\btext-accent\\b[^"]*">${text}<`),
    )
  })

  it.each<[what: string, outcome: EditorOutcome, footerAlone: boolean, text: string]>([
    ['a failure', { kind: 'failed', message: 'disk full' }, false, 'Failed to save settings'],
    ['a failure of the footer', { kind: 'failed', message: 'disk full' }, true, 'Failed to save changes'],
    [
      'a link that lacks something',
      { kind: 'invalid', problems: [missing] },
      true,
      'All fields are required for each link',
    ],
  ])('%s, in red', (_, outcome, footerAlone, text) => {
    expect(bar(outcome, footerAlone)).toMatch(
      new RegExp(`role="alert" class="[^"]*\\btext-danger\\b[^"]*">${text}<`),
    )
  })
})

it.each(SIMPLE_SETTINGS.flatMap(({ column, options }) => (options === null ? [] : [{ column, options }])))(
  'the options of $column have texts',
  ({ column, options }) => {
    const form = { values: { [column]: options[0] }, isChanged: () => false } as unknown as SettingsForm
    const html = drawScreen(<SimpleSetting form={form} column={column} options={options} />)
    const texts = textsOf(html, 'option')
    expect(texts).toHaveLength(options.length)
    expect(texts.filter((text) => text.startsWith('option.'))).toEqual([])
  },
)

const ENGLISH: PanelLanguage = {
  id: 'en',
  name: 'English',
  nativeName: 'English',
  flagCode: 'gb',
  isDefault: true,
}
const ITALIAN = { ...ENGLISH, id: 'it', name: 'Italian', nativeName: 'Italiano', isDefault: false }

/** A panel of translations that has just been opened: the default language is chosen. */
const panel = (rows: { language_id: string; title: string }[], owner: string | null | undefined = 'link') =>
  drawScreen(
    <TranslationsPanel
      name="Terms"
      owner={owner}
      languages={[ENGLISH, ITALIAN]}
      rows={rows}
      fields={[{ column: 'title', label: 'Title', required: true }]}
      defaults={{ title: 'Terms of use' }}
      action="/admin/settings/translations/links"
      invalid={(problem) => `refused: ${problem}`}
      problemText={(problem) => problem}
    />,
  )

describe('a panel of translations', () => {
  it('shows what is saved in a language, and checks the languages that have something', () => {
    const html = panel([{ language_id: 'en', title: 'Conditions' }])
    expect(html).toContain('value="Conditions"')
    expect(textsOf(html, 'option')).toEqual(['Select a language', 'English ✓', 'Italian – Italiano'])
    expect(html).not.toContain('Not translated yet')
  })

  it('starts with the item’s own texts in a language that has none', () => {
    const html = panel([{ language_id: 'it', title: 'Termini' }])
    expect(html).toContain('value="Terms of use"')
    expect(textsOf(html, 'option')).toEqual(['Select a language', 'English', 'Italian – Italiano ✓'])
    expect(html).toContain('Not translated yet')
  })

  it.each([
    ['saved', { kind: 'saved' }, 'status', 'passing: Translation saved successfully'],
    [
      'that could not be saved',
      { kind: 'failed', message: 'disk full' },
      'alert',
      'Failed to save translation',
    ],
    ['without a language', { kind: 'no-language' }, 'alert', 'Please select a language'],
  ])('reports the result of a translation %s', (_, outcome, role, text) => {
    told.outcome = { ...outcome, at: 1 }
    expect(panel([])).toMatch(new RegExp(`role="${role}"[^>]*>${text}<`))
    told.outcome = undefined
  })
})
