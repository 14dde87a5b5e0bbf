import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { countryNamesIn } from '#app/features/catalogue/countries.ts'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { textOfKey } from '#app/platform/i18n/text-of-key.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import { unescapeHtml } from './html.ts'

/** The texts of the back office for an administrator who reads a language, with the names of countries. */
export function translatorOf(language: string) {
  const labels = builtInLabels(language)
  return createI18n(language, {
    ...labels,
    countries: { ...countryNamesIn(language), ...labels.countries },
  })
}

const english = translatorOf('en')
export const adminT = english.getFixedT('admin') as unknown as TFunction<'admin'>
/** The English text of a key in a response of the back office. */
export const adminText = (key: string): string => textOfKey(adminT, key)

/** The markup of a part of the back office at its first render, without HTML escapes. */
export function drawScreen(element: ReactElement, path = '/', language = 'en'): string {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  return unescapeHtml(
    renderToStaticMarkup(
      <RenderedContext value={{ at: Date.UTC(2026, 2, 1), zone: 'UTC' }}>
        <I18nContext value={language === 'en' ? english : translatorOf(language)}>
          <RouterProvider router={router} />
        </I18nContext>
      </RenderedContext>,
    ),
  )
}
