import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { useNow } from '#app/ui/clock.tsx'
import { initials } from '#app/ui/initials.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Instant, Relative } from '#app/ui/time.tsx'
import { isKickedOff } from '../../catalogue/sport-words.ts'
import { PriceCell, type PriceTarget } from '../../odds/components/price-cell.tsx'
import { headlinePayout } from '../../odds/headline.ts'
import type { Outcome } from '../../odds/rules.ts'
import { fixtureStatusName } from '../fixture-status.ts'
import { shownScore } from '../match-state.ts'
import type { Fixture, MatchSummary, Score } from '../schema.ts'
import { HeadlineNote } from './headline-note.tsx'
import { MatchAgeText, ResultText, ScoreText } from './result-text.tsx'
import { LiveBadge, TodayBadge } from './status-badge.tsx'
import { useHeadlines } from './use-headlines.ts'
import { useMatchState } from './use-match-state.ts'

interface MatchHeaderProps {
  match: MatchSummary
  fixture: Fixture | null
  /** Where the headline's prices lead. */
  targetOf: (outcome: Outcome) => PriceTarget
}

/** Who plays when, and the score where one is known, else the best price of each outcome. */
export function MatchHeader({ match, fixture, targetOf }: MatchHeaderProps) {
  const { t, i18n } = useTranslation('matches')
  const headline = useHeadlines()(match)
  const paid = headlinePayout(headline)
  const score = shownScore(match, useNow())
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
        <Middle match={match} score={score} />
        <Side name={match.away} badge={fixture?.awayLogo ?? match.awayBadge} />
      </div>
      <Status match={match} fixture={fixture} score={score} />
      {!score && (
        <div className="mx-auto flex w-full max-w-xl gap-2">
          <PriceCell signed outcome="home" price={headline.home} target={targetOf('home')} />
          {headline.withDraw && (
            <PriceCell signed outcome="draw" price={headline.draw} target={targetOf('draw')} />
          )}
          <PriceCell signed outcome="away" price={headline.away} target={targetOf('away')} />
        </div>
      )}
      {!score && (
        <div className="text-center text-xs text-muted empty:hidden">
          <HeadlineNote alone headline={headline} />
          {paid !== null && (
            <p>
              {t('payout')} <bdi className="tabular-nums">{formatPercent(paid, i18n.language)}</bdi>
            </p>
          )}
        </div>
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

function Middle({ match, score }: { match: MatchSummary; score: Score | null }) {
  return (
    <span className="text-lg font-semibold text-heading">
      {score ? <ScoreText score={score} /> : <Instant at={match.startTime} style="time" />}
    </span>
  )
}

function Status({
  match,
  fixture,
  score,
}: Pick<MatchHeaderProps, 'match' | 'fixture'> & { score: Score | null }) {
  const { t } = useTranslation('matches')
  const state = useMatchState(match)
  const isKicked = isKickedOff(match.sport.slug)
  const statusName = fixtureStatusName(fixture?.statusShort ?? null)
  const told = statusName ? t(statusName) : (fixture?.statusLong ?? fixture?.statusShort)
  const ended = state === 'past' && score ? t(isKicked ? 'full-time' : 'final-score') : null
  const status = told ?? ended
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-sm text-muted">
      {score && (
        <span className="sr-only">
          {t('result')}: {score.home} – {score.away}
        </span>
      )}
      {state === 'live' && <LiveBadge elapsed={match.elapsed} />}
      {state === 'today' && <TodayBadge />}
      {status && state !== 'cancelled' && <span>{status}</span>}
      <span>
        {t(isKicked ? 'kick-off' : 'start')}: <Instant at={match.startTime} style="dateTime" />
      </span>
      {(state === 'upcoming' || state === 'today') && <Relative at={match.startTime} />}
      {state === 'past' && <MatchAgeText match={match} />}
      {state === 'cancelled' && <span className="font-semibold text-body">{t('cancelled')}</span>}
      {state !== 'cancelled' && !score && <ResultText match={match} />}
    </div>
  )
}
