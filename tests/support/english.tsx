import type { ReactNode } from 'react'
import { createI18n, type Labels } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import common from '../../locales/en/common.json'
import errors from '../../locales/en/errors.json'
import leagues from '../../locales/en/leagues.json'
import matches from '../../locales/en/matches.json'
import promotions from '../../locales/en/promotions.json'
import search from '../../locales/en/search.json'

const LABELS: Labels = { common, errors, leagues, matches, promotions, search }

/** The translator of English documents, with the built-in labels. */
export const english = createI18n('en', LABELS)

/** A part of a page in an English document. */
export function inEnglish(element: ReactNode) {
  return <I18nContext value={english}>{element}</I18nContext>
}
