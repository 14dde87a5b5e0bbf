import { type MarketWords, marketWords } from '#app/features/odds/market-words.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

export type { MarketWords }

/** The texts of a market, its period, its line and its outcomes, in the language of the page. */
export function useMarketWords(sides: { home: string; away: string }): MarketWords {
  const { t, i18n } = useTranslation('matches')
  return marketWords({ t, language: i18n.language }, sides)
}
