import type { Headline } from '#app/features/odds/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatRelative } from '#app/platform/time.ts'
import { useNow } from '#app/ui/clock.tsx'
import { headlineAge, headlineAt, headlineSureReturn } from '../../odds/headline.ts'
import type { MatchSummary } from '../schema.ts'

/** A headline as a visitor sees it. */
export interface ShownHeadline extends Headline {
  /** How long ago its oldest price was confirmed, in words, once that matters. */
  age: string | null
  /** The return on the outlay of a real sure bet; null for none. */
  sureReturn: number | null
}

/** The headlines of matches as they are for this visitor, renewed each minute. */
export function useHeadlines(): (match: Pick<MatchSummary, 'headline'>) => ShownHeadline {
  const { i18n } = useTranslation()
  const now = useNow()
  return (match) => {
    const headline = headlineAt(match.headline, now)
    const confirmedAt = headlineAge(headline, now)
    return {
      ...headline,
      age: confirmedAt && formatRelative(confirmedAt, now, i18n.language),
      sureReturn: headlineSureReturn(headline),
    }
  }
}
