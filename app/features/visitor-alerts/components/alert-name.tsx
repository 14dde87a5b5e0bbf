import { computed, useOdds } from '#app/features/odds/components/odds.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { alertWords } from '../alert-words.ts'
import type { ListedAlert } from '../queries.server.ts'

/** What an alert waits for. */
export function AlertName({ alert }: { alert: ListedAlert }) {
  const { t, i18n } = useTranslation('alerts')
  const matches = useTranslation('matches')
  const odds = useOdds()
  const labels = { t, matches: matches.t, language: i18n.language }
  return <>{alertWords(labels, alert, (price) => String(odds(computed(price)).children))}</>
}
