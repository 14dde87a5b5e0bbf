import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { initials } from '#app/ui/initials.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Instant, Relative } from '#app/ui/time.tsx'
import { PriceCell, type PriceTarget } from '../../odds/components/price-cell.tsx'
import { headlinePayout } from '../../odds/headline.ts'
import type { Outcome } from '../../odds/rules.ts'
import type { Fixture, MatchSummary } from '../schema.ts'
import { LiveBadge, TodayBadge } from './status-badge.tsx'
import { useMatchState } from './use-match-state.ts'

interface MatchHeaderProps {
  match: MatchSummary
  fixture: Fixture | null
  /** Where the headline's prices lead. */
  targetOf: (outcome: Outcome) => PriceTarget
}

/** Who plays when, the score once it is known, and the best price of each outcome. */
export function MatchHeader({ match, fixture, targetOf }: MatchHeaderProps) {
  const { t } = useTranslation('matches')
  const { headline } = match
  const paid = headlinePayout(headline)
  return (
    <header className="match-card flex flex-col gap-5 rounded-lg border border-card-line p-4 md:p-6">
      <h1 className="sr-only">
        {match.home} – {match.away}
      </h1>
      <div
        aria-hidden="true"
        className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 md:gap-6"
      >
        <Side name={match.home} badge={fixture?.homeLogo ?? match.homeBadge} />
        <Middle match={match} />
        <Side name={match.away} badge={fixture?.awayLogo ?? match.awayBadge} />
      </div>
      <Status match={match} fixture={fixture} />
      <div className="mx-auto flex w-full max-w-xl gap-2">
        <PriceCell signed outcome="home" price={headline.home} target={targetOf('home')} />
        {headline.draw && <PriceCell signed outcome="draw" price={headline.draw} target={targetOf('draw')} />}
        <PriceCell signed outcome="away" price={headline.away} target={targetOf('away')} />
      </div>
      {headline.bookmakerCount > 0 && (
        <p className="text-center text-xs text-muted">
          {t('best-of', { count: headline.bookmakerCount })}
          {paid && (
            <>
              {' · '}
              {t('payout')} <bdi className="tabular-nums">{paid}</bdi>
            </>
          )}
        </p>
      )}
    </header>
  )
}

function Side({ name, badge }: { name: string; badge: string | null }) {
  return (
    <div className="flex min-w-0 flex-col items-center gap-2 text-center">
      <Logo src={badge} size={48} fallback={initials(name)} />
      <span className="line-clamp-2 text-base font-semibold text-heading md:text-lg">{name}</span>
    </div>
  )
}

function Middle({ match }: { match: MatchSummary }) {
  if (match.homeScore !== null && match.awayScore !== null) {
    return (
      <bdi dir="ltr" className="text-lg font-semibold whitespace-nowrap text-heading tabular-nums">
        {match.homeScore} – {match.awayScore}
      </bdi>
    )
  }
  return (
    <span className="text-lg font-semibold text-heading">
      <Instant at={match.startTime} style="time" />
    </span>
  )
}

function Status({ match, fixture }: { match: MatchSummary; fixture: Fixture | null }) {
  const { t } = useTranslation('matches')
  const state = useMatchState(match)
  const known = match.homeScore !== null && match.awayScore !== null
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-sm text-muted">
      {known && (
        <span className="sr-only">
          {t('result')}: {match.homeScore} – {match.awayScore}
        </span>
      )}
      {state === 'live' && <LiveBadge elapsed={match.elapsed} />}
      {state === 'today' && <TodayBadge />}
      <span>
        {t('kick-off')}: <Instant at={match.startTime} style="dateTime" />
      </span>
      {(state === 'upcoming' || state === 'today') && <Relative at={match.startTime} />}
      {state === 'past' && !known && <span>{t('result.unavailable')}</span>}
      {state === 'cancelled' && <span className="font-semibold text-body">{t('cancelled')}</span>}
      {fixture?.statusLong && state === 'live' && <span>{fixture.statusLong}</span>}
    </div>
  )
}
