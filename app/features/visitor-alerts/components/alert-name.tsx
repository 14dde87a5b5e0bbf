import { computed, useOdds } from '#app/features/odds/components/odds.tsx'
import { marketWords } from '#app/features/odds/market-words.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import type { ListedAlert } from '../queries.server.ts'

/** What an alert waits for: 'Inter · Match result · Price of 2.10 or more'. */
export function AlertName({ alert }: { alert: ListedAlert }) {
  const { t, i18n } = useTranslation('alerts')
  const matches = useTranslation('matches')
  const odds = useOdds()
  const { kind, market, outcome, match, price, percent, minutes } = alert
  const words = match && marketWords({ t: matches.t, language: i18n.language }, match)
  const shown = price === null ? '' : odds(computed(price)).children
  const isolated = `\u2068${shown}\u2069`
  const what =
    kind === 'price'
      ? t('kind.price', { price: isolated })
      : kind === 'fall'
        ? t('kind.fall', { percent: formatPercent((percent ?? 0) / 100, i18n.language, 0), price: isolated })
        : kind === 'kick_off'
          ? t('kind.kick_off', { minutes: minutes ?? 0 })
          : t('kind.first_price')
  const of =
    market && outcome && words
      ? [words.outcomeName(market, outcome), words.typeName(market), words.detailName(market)].filter(Boolean)
      : []
  return <>{[...of, what].join(' · ')}</>
}
