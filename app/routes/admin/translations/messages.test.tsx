import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { GridLanguage } from '#app/features/translations/editor-schema.ts'
import { adminT, drawScreen } from '#tests/support/screen.tsx'
import { editorWithResult, markPassing, screenResults } from '#tests/support/screen-results.ts'
import { AddKey, AddProblem } from './add-key.tsx'
import { EVERYTHING } from './filter.ts'
import { TranslationsGrid } from './grid.tsx'
import { TransferResult } from './transfer.tsx'
import { stateAfter } from './transfer-state.ts'

vi.mock('#app/ui/admin/use-request.ts', () => import('#tests/support/screen-results.ts'))
vi.mock('#app/ui/admin/use-editor.ts', async (importOriginal) => editorWithResult(await importOriginal()))
vi.mock('#app/ui/banner.tsx', async (importOriginal) => markPassing(await importOriginal()))

beforeEach(() => {
  screenResults.requests = []
  screenResults.save = {}
})

const english: GridLanguage = {
  id: 'e',
  code: 'en',
  name: 'English',
  nativeName: 'English',
  isDefault: true,
  isActive: true,
  rtl: false,
  forms: ['one', 'other'],
}
const grid = () =>
  drawScreen(
    <TranslationsGrid
      sent={{ namespace: 'common', keys: ['home'], saved: {}, shipped: {} }}
      languages={[english]}
      filter={EVERYTHING}
    />,
  )
const NO_WARNINGS = { languages: [], namespaces: [], keys: [], noTexts: 0, examples: [] }

describe('the message of the grid for', () => {
  it.each([
    ['a saved text', { kind: 'saved', count: 1 }, 'status', 'passing: Successfully saved 1 translation'],
    [
      'saved texts',
      { kind: 'saved', count: 1_200 },
      'status',
      'passing: Successfully saved 1,200 translations',
    ],
    [
      'texts that could not be saved',
      { kind: 'failed', message: null },
      'alert',
      'Failed to save translations',
    ],
  ])('%s', (_, outcome, role, text) => {
    screenResults.save = { outcome: { ...outcome, at: 1 } }
    expect(grid()).toMatch(new RegExp(`role="${role}"[^>]*>${text}<`))
  })

  it.each([
    ['a deleted key', { kind: 'deleted' }, 'status', 'passing: Translation deleted successfully'],
    ['a key that could not be deleted', { kind: 'failed' }, 'alert', 'Failed to delete translation'],
  ])('%s', (_, outcome, role, text) => {
    screenResults.requests = [outcome]
    expect(grid()).toMatch(new RegExp(`role="${role}"[^>]*>${text}<`))
  })

  it('an unedited grid', () => {
    expect(grid()).toMatch(/role="status"[^>]*>No changes to save</)
  })
})

describe('a new key', () => {
  it('is reported as added', () => {
    screenResults.requests = [{ kind: 'added', key: 'padel' }]
    expect(drawScreen(<AddKey namespaces={[]} namespace="common" languages={[]} />)).toMatch(
      /role="status"[^>]*>passing: Translation added successfully</,
    )
  })

  const refused = (problem: string) => ({ kind: 'refused' as const, problem })
  it.each([
    ['without a key', refused('translations.key-required'), 'Translation key and namespace are required'],
    ['without a text', refused('translations.value-required'), 'At least one translation value is required'],
    [
      'that exists',
      refused('translations.exists'),
      'Translation key "padel" already exists in this namespace',
    ],
    [
      'that the site could not store',
      { kind: 'failed' as const, message: null },
      'Failed to add translation',
    ],
  ])('%s is refused: %s', (_, outcome, text) => {
    expect(drawScreen(<AddProblem outcome={outcome} wanted=" padel " />)).toMatch(
      new RegExp(`role="alert"[^>]*>${text}<`),
    )
  })
})

describe('a file', () => {
  const said = (outcome: Parameters<typeof stateAfter>[0]) =>
    drawScreen(<TransferResult state={stateAfter(outcome, adminT, 'en')} />)

  it.each([
    ['kept', { kind: 'exported' as const }, 'Translations exported successfully'],
    [
      'taken in',
      { kind: 'imported' as const, written: 3_000, warnings: NO_WARNINGS },
      'Successfully imported 3,000 translations',
    ],
  ])('that was %s is reported as such', (_, outcome, text) => {
    expect(said(outcome)).toMatch(new RegExp(`role="status"[^>]*>passing: ${text}<`))
  })

  it.each([
    ['export-failed', 'Failed to export translations'],
    ['read-failed', 'Failed to read import file'],
    ['process-failed', 'Failed to process import file'],
    ['invalid-format', 'Invalid import format'],
  ] as const)('that ended with %s is reported as failed', (kind, text) => {
    expect(said({ kind })).toMatch(new RegExp(`role="alert"[^>]*>${text}<`))
  })

  it('that the database refused is reported as failed, with the stored part', () => {
    const text = 'Failed to import translations'
    expect(said({ kind: 'failed', written: 0 })).toMatch(new RegExp(`role="alert"[^>]*>${text}<`))
    expect(said({ kind: 'failed', written: 200 })).toContain(`>${text} 200 texts had been stored before.<`)
  })

  it('has a warning for each language and namespace that was left out', () => {
    const warnings = { ...NO_WARNINGS, languages: ['xx', 'yy'], namespaces: ['foo'] }
    const html = said({ kind: 'imported', written: 1, warnings })
    expect(html).toContain('Unknown language codes: <bdi>xx, yy</bdi>')
    expect(html).toContain('Unknown namespaces: <bdi>foo</bdi>')
    expect(said({ kind: 'imported', written: 1, warnings: NO_WARNINGS })).not.toContain('Unknown')
  })
})
