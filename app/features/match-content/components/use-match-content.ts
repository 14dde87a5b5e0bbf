import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useDateText } from '#app/ui/time.tsx'
import { useMatchState } from '../../matches/components/use-match-state.ts'
import type { MatchSummary } from '../../matches/schema.ts'
import { oddsMark } from '../../odds/components/odds.tsx'
import { asQuoted } from '../../odds/headline.ts'
import type { OutcomePrices, SidePick } from '../../odds/rules.ts'
import { type FilledContent, fillMatchContent } from '../rules.ts'
import type { PageContent } from '../schema.ts'

/** The texts of a match with its prices, for `OddsText`, in the page's language and the visitor's zone. */
export function useMatchContent(
  content: PageContent,
  match: MatchSummary,
  prices: OutcomePrices | null,
): FilledContent {
  const { t, i18n } = useTranslation('matches')
  const date = useDateText(match.startTime, 'date')
  const wording = {
    language: i18n.language,
    price: ({ side, price }: SidePick) => oddsMark(asQuoted(match.headline, side, price)),
    date,
    home: t('position.home'),
    away: t('position.away'),
  }
  return fillMatchContent(content, match, wording, { state: useMatchState(match), prices })
}
