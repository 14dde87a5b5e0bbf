import type { BookmakerKind } from '#app/features/bookmakers/brands.ts'
import type { ListKey } from '#app/features/bulk-edit/lists.ts'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import type { MatchStatus } from '#app/features/matches/schema.ts'
import type { Value } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useValueText } from '#app/ui/admin/use-value-text.ts'

/** The columns of lists that name sports and countries. */
const SPORTS = new Set([
  'sports name',
  ...['countries', 'leagues', 'matches', 'match_prices'].map((list) => `${list} sport`),
])
const COUNTRIES = new Set(['countries name', 'leagues country', 'matches country'])

/** A value of a list for people: choices by their names on the other screens, an empty value as nothing. */
export function useCellText(list: ListKey): (column: string, value: Value | undefined) => string {
  const { t } = useTranslation('admin')
  const inWords = useValueText()
  const names = usePlaceNames()
  return (column, value) => {
    if (value === null || value === undefined || value === '') return ''
    if (list === 'matches' && column === 'status') return t(`matches.status.${value as MatchStatus}`)
    if (list === 'bookmakers' && column === 'kind') return t(`bookmakers.kind.${value as BookmakerKind}`)
    if (SPORTS.has(`${list} ${column}`)) return names.sport(String(value))
    if (COUNTRIES.has(`${list} ${column}`)) return names.country(String(value))
    return inWords(value)
  }
}
