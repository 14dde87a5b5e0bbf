import type { TFunction } from 'i18next'
import { formatPercent } from '#app/platform/numbers.ts'
import { marketWords } from '../odds/market-words.ts'
import type { Price } from '../odds/prices.ts'
import type { ListedAlert } from './queries.server.ts'

interface Labels {
  t: TFunction<'alerts'>
  matches: TFunction<'matches'>
  language: string
}

/** What an alert waits for: 'Inter · Match result · Price of 2.10 or more'. */
export function alertWords(
  { t, matches, language }: Labels,
  { kind, market, outcome, match, price, percent, minutes }: ListedAlert,
  showPrice: (price: Price) => string,
): string {
  const words = match && marketWords({ t: matches, language }, match)
  const isolated = `\u2068${price === null ? '' : showPrice(price)}\u2069`
  const what =
    kind === 'price'
      ? t('kind.price', { price: isolated })
      : kind === 'fall'
        ? t('kind.fall', { percent: formatPercent((percent ?? 0) / 100, language, 0), price: isolated })
        : kind === 'kick_off'
          ? t('kind.kick_off', { minutes: minutes ?? 0 })
          : t('kind.first_price')
  const of =
    market && outcome && words
      ? [words.outcomeName(market, outcome), words.typeName(market), words.detailName(market)].filter(Boolean)
      : []
  return [...of, what].join(' · ')
}
