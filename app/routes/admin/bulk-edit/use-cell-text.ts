import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import type { ListKey } from '#app/features/bulk-edit/lists.ts'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { sourceText } from '#app/features/runs/run-texts.ts'
import { entityText } from '#app/platform/edit/column-text.ts'
import type { Value } from '#app/platform/edit/schema.ts'
import { type AdminKey, textOfKey } from '#app/platform/i18n/text-of-key.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useValueText } from '#app/ui/admin/use-value-text.ts'

/** The columns of lists that name sports and countries. */
const SPORTED = [
  'countries',
  'leagues',
  'teams',
  'matches',
  'match_prices',
  'match_reviews',
  'review_decisions',
  'team_mappings',
]
const SPORTS = new Set(['sports name', ...SPORTED.map((list) => `${list} sport`)])
const COUNTRIES = new Set(['countries name', ...SPORTED.map((list) => `${list} country`)])

/** The columns of lists whose values are words for programs, with the texts of the other screens. */
const WORDS: Readonly<Record<string, (value: string) => string>> = {
  'matches status': (it) => `matches.status.${it}`,
  'bookmakers kind': (it) => `bookmakers.kind.${it}`,
  'checked_links kind': (it) => `links.kind.${it}`,
  'checked_links state': (it) => `links.state.${it}`,
  'market_mappings state': (it) => `bulk.mapping.${it}`,
  // Of the others, see `ValueTexts`.
  'market_mappings type': (it) => `bulk.mapping.${it}`,
  'market_mappings participant': (it) => `sources.side.${it}`,
  'team_mappings status': (it) => `dataMapping.status.${it}`,
  'team_mappings confidence_level': (it) => `dataMapping.confidence.${it}`,
  'match_reviews answer': (it) => `review.${it}`,
  'match_reviews reason': (it) => `review.reason.${it}`,
  'review_decisions answer': (it) => `bulk.answer.${it}`,
  'profiles back_office_role': (it) => `people.role.${it}`,
  'profiles state': (it) => `people.state.${it}`,
  'sign_ins outcome': (it) => `sign-ins.outcome.${it}`,
  'audit_log action': (it) => `history.${it}`,
  'webhook_deliveries state': (it) => `webhooks.message.${it}`,
}

/** The texts of values that are not among those of the back office, by `<column> <value>`. */
export const ValueTexts = createContext<Readonly<Record<string, string>>>({})

/** A value of a list for people: choices by their names on the other screens, an empty value as nothing. */
export function useCellText(list: ListKey): (column: string, value: Value | undefined) => string {
  const { t } = useTranslation('admin')
  const inWords = useValueText()
  const names = usePlaceNames()
  const texts = useContext(ValueTexts)
  return (column, value) => {
    if (value === null || value === undefined || value === '') return ''
    const text = texts[`${column} ${value}`]
    if (text) return text
    const words = WORDS[`${list} ${column}`]
    if (words) return textOfKey(t, words(String(value).replaceAll('_', '-')), String(value))
    if (SPORTS.has(`${list} ${column}`)) return names.sport(String(value))
    if (COUNTRIES.has(`${list} ${column}`)) return names.country(String(value))
    if (list === 'market_mappings' && column === 'source') return sourceText(t, String(value))
    if (list === 'audit_log' && column === 'entity') return entityText(t, String(value))
    return inWords(value)
  }
}

/** The lists whose name is that of their screen. */
const NAMES: Partial<Record<ListKey, AdminKey>> = {
  checked_links: 'links.title',
  review_decisions: 'bulk.list-decisions',
  sign_ins: 'menu.sign-ins',
  audit_log: 'menu.history',
  webhook_deliveries: 'bulk.list-messages',
}

export function listText(t: TFunction<'admin'>, list: ListKey): string {
  const own = NAMES[list]
  return own ? t(own) : entityText(t, list)
}
