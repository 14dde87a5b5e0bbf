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

/** A part of a page in an English document, with the built-in labels. */
export function inEnglish(element: ReactNode) {
  return <I18nContext value={createI18n('en', LABELS)}>{element}</I18nContext>
}
