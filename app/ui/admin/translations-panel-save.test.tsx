import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/screen.tsx'
import { TranslationsPanel } from './translations-panel.tsx'

vi.mock('./use-translations.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./use-translations.ts')>()
  /** Presses Save as soon as the panel is shown. */
  function useTranslations(given: Parameters<typeof original.useTranslations>[0]) {
    const panel = original.useTranslations(given)
    if (!panel.outcome) panel.save()
    return panel
  }
  return { ...original, useTranslations }
})

it('asks for a language when none is chosen', () => {
  const html = drawScreen(
    <TranslationsPanel
      name="the footer"
      owner={null}
      languages={[]}
      rows={[]}
      fields={[{ column: 'about_title', label: 'About: title' }]}
      defaults={{}}
      action="/admin/settings/translations/sections"
      invalid={() => ''}
      problemText={() => undefined}
    />,
  )
  expect(html).toMatch(/<option value=""[^>]*>Select a language</)
  expect(html).toMatch(/role="alert"[^>]*>Please select a language</)
})
