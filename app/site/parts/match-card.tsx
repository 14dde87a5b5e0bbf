import { priceHref } from '#app/features/affiliates/outbound-link.ts'
import type { AffiliateButton, ClickPage } from '#app/features/affiliates/schema.ts'
import { matchState, nextChangeAt, shownScore } from '#app/features/matches/match-state.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { headlineAt } from '#app/features/odds/headline.ts'
import type { Outcome } from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { matchPath } from '#app/platform/paths.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { Competition } from './competition.tsx'
import { Flag } from './flag.tsx'
import { Price, SIGNS } from './price.tsx'
import { RowNote, rowPrice } from './row-note.tsx'
import { Team } from './team.tsx'
import { When } from './when.tsx'

interface MatchCardProps {
  match: MatchSummary
  buttons: AffiliateButton[]
  place: ClickPage
  /** With the country and league, in lists of several leagues. */
  withCompetition?: boolean
}

/** A match in a narrow column, or in a list of several competitions. */
export function MatchCard({ match, buttons, place, withCompetition = false }: MatchCardProps) {
  const { t, i18n } = useTranslation('matches')
  const now = useNow()
  const state = matchState(match, now, useZone())
  const headline = headlineAt(match.headline, now)
  const score = shownScore(match, now)
  const outcomes: Outcome[] = headline.withDraw ? ['home', 'draw', 'away'] : ['home', 'away']
  const turns = nextChangeAt(match, now)
  const click = { page: place, lang: i18n.language }
  return (
    <div
      className="card match-card"
      data-turns={state === 'live' && turns ? Math.ceil(turns.getTime() / 1_000) : undefined}
    >
      {withCompetition && (
        <p className="competition">
          <Flag code={match.country.code} />
          <span>
            <Competition {...match} />
          </span>
        </p>
      )}
      <a className="fixture" href={matchPath(i18n.language, match)}>
        <When match={match} state={state} />
        <Team name={match.home} badge={match.homeBadge} score={score?.home} />
        <Team name={match.away} badge={match.awayBadge} score={score?.away} />
      </a>
      <div className="prices">
        {outcomes.map((outcome) => (
          <Price
            key={outcome}
            label={t(`outcome.${outcome}`)}
            sign={SIGNS[outcome]}
            price={rowPrice(match, headline, outcome)}
            href={priceHref(match, buttons, headline[outcome]?.bookmakerId ?? null, {
              ...click,
              clicked: outcome,
            })}
            closed={state === 'live' || state === 'past' || state === 'cancelled'}
          />
        ))}
      </div>
      <RowNote headline={headline} sport={match.sport} closing={match.closing} />
    </div>
  )
}
