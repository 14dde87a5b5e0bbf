import type { CountryHint } from '#app/features/matches/hints.server.ts'
import { useOdds } from '#app/features/odds/components/odds.tsx'
import { asQuoted, headlineAt } from '#app/features/odds/headline.ts'
import { EXAMPLE_STAKE } from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatEuro, formatStake } from '#app/platform/numbers.ts'
import { matchPath } from '#app/platform/paths.ts'
import { useNow } from '#app/ui/clock.tsx'
import { HowLong, Moment } from './moment.tsx'
import { Pairing } from './pairing.tsx'
import { RowNote } from './row-note.tsx'

/** The lowest-odds outcome of each match and what the example stake returns on it; real sure bets are marked. */
export function OddsHints({ hints }: { hints: CountryHint[] }) {
  const now = useNow()
  return (
    <ul className="stack">
      {hints.map((hint) => {
        const headline = headlineAt(hint.match.headline, now)
        return (
          headline.home && (
            <li key={hint.match.id}>
              <Hint hint={hint} headline={headline} />
            </li>
          )
        )
      })}
    </ul>
  )
}

function Hint({ hint, headline }: { hint: CountryHint; headline: CountryHint['match']['headline'] }) {
  const { match, outcome, price, winnings } = hint
  const { t, i18n } = useTranslation('matches')
  const odds = useOdds()
  const backed = { home: match.home, draw: t('outcome.draw'), away: match.away }[outcome]
  return (
    <a href={matchPath(i18n.language, match)} className="card hint-card match-card">
      <RowNote headline={headline} sport={match.sport} />
      {headline.confirmedAt && (
        <small>
          <HowLong at={headline.confirmedAt} />
        </small>
      )}
      <small>
        <Pairing of={match} /> · <Moment at={match.startTime} style="dateTime" />
      </small>
      <span className="backed">
        <b>{backed}</b>
        <b>
          <bdi {...odds(asQuoted(headline, outcome, price))} />
        </b>
      </span>
      <small>
        {t('hint.stake', {
          stake: formatStake(EXAMPLE_STAKE, i18n.language),
          amount: formatEuro(winnings, i18n.language),
        })}
      </small>
    </a>
  )
}
