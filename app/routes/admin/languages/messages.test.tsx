import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EditorOutcome } from '#app/ui/admin/use-editor.ts'
import { drawScreen } from '#tests/support/screen.tsx'
import { editorWithResult, markPassing, screenResults } from '#tests/support/screen-results.ts'
import { AddLanguage, AddProblem, NEW_LANGUAGE } from './add-language.tsx'
import Languages from './route.tsx'

vi.mock('#app/ui/admin/use-request.ts', () => import('#tests/support/screen-results.ts'))
vi.mock('#app/ui/admin/use-editor.ts', async (importOriginal) => editorWithResult(await importOriginal()))
vi.mock('#app/ui/banner.tsx', async (importOriginal) => markPassing(await importOriginal()))

beforeEach(() => {
  screenResults.requests = []
  screenResults.save = {}
})

const screen = () => {
  const loaderData = { languages: [] }
  return drawScreen(<Languages {...({ loaderData } as unknown as Parameters<typeof Languages>[0])} />)
}

describe('the message of the languages screen for', () => {
  it.each<[what: string, outcome: EditorOutcome, role: string, text: string]>([
    ['a save', { kind: 'saved', count: 1 }, 'status', 'passing: Language updated successfully'],
    ['a save that failed', { kind: 'failed', message: null }, 'alert', 'Failed to update language'],
    [
      'a save without a name',
      { kind: 'invalid', problems: [{ id: 'a', column: 'name', problem: 'languages.required' }] },
      'alert',
      'Language code, name, and native name are required',
    ],
  ])('%s', (_, outcome, role, text) => {
    screenResults.save = { outcome: { ...outcome, at: 1 } }
    expect(screen()).toMatch(new RegExp(`role="${role}"[^>]*>${text}<`))
  })

  it.each([
    ['another default', { kind: 'default-set' }, 'status', 'passing: Default language updated successfully'],
    ['a default that failed', { kind: 'failed' }, 'alert', 'Failed to set default language'],
  ])('%s', (_, outcome, role, text) => {
    screenResults.requests = [outcome]
    expect(screen()).toMatch(new RegExp(`role="${role}"[^>]*>${text}<`))
  })

  it.each([
    ['a deletion', { kind: 'deleted' }, 'status', 'passing: Language deleted successfully'],
    ['a deletion that failed', { kind: 'failed' }, 'alert', 'Failed to delete language'],
    [
      'the deletion of the default',
      { kind: 'refused', problem: 'languages.delete-default' },
      'alert',
      'Cannot delete the default language',
    ],
  ])('%s', (_, outcome, role, text) => {
    screenResults.requests = [{}, outcome]
    expect(screen()).toMatch(new RegExp(`role="${role}"[^>]*>${text}<`))
  })

  it('a new language', () => {
    screenResults.requests = [{ kind: 'added', copied: 0 }]
    expect(drawScreen(<AddLanguage languages={[]} />)).toMatch(
      /role="status"[^>]*>passing: Language added successfully</,
    )
  })

  it('a new language that failed', () => {
    expect(drawScreen(<AddProblem outcome={{ kind: 'failed', message: '' }} />)).toMatch(
      /role="alert"[^>]*>Failed to add language</,
    )
  })

  it('a new language without a code, a name or a native name', () => {
    const problems = [{ column: 'code', problem: 'languages.required' }]
    expect(drawScreen(<AddProblem outcome={{ kind: 'invalid', problems }} />)).toMatch(
      /role="alert"[^>]*>Language code, name, and native name are required</,
    )
  })

  it('a site without languages', () => {
    expect(screen()).toMatch(/<td colSpan="8"[^>]*>No languages found</)
  })
})

it('starts a new language as active, from left to right, and not as the default', () => {
  expect(NEW_LANGUAGE).toMatchObject({ is_active: true, rtl: false, is_default: false })
})
