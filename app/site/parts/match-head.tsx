import { isKickedOff } from '#app/features/catalogue/sport-words.ts'
import { MatchAgeText, ResultText } from '#app/features/matches/components/result-text.tsx'
import { isPhase } from '#app/features/matches/fixture-codes.ts'
import { fixtureStatusName } from '#app/features/matches/fixture-status.ts'
import { matchState, shownScore } from '#app/features/matches/match-state.ts'
import type { Fixture, MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { Crest } from '#app/ui/marks.tsx'
import { HowLong, Moment } from './moment.tsx'

interface MatchHeadProps {
  match: MatchSummary
  fixture: Fixture | null
  /** The next instant at which it renders differently without a write. */
  turns: Date | null
  /** The page of a team; null if it has none. */
  teamHref: (team: string) => string | null
}

/** The teams, and the score if there is one, otherwise the time of kick-off. */
export function MatchHead({ match, fixture, turns, teamHref }: MatchHeadProps) {
  const { t, i18n } = useTranslation('matches')
  const score = shownScore(match, useNow())
  return (
    <header className="hero match-card" data-turns={turns ? Math.ceil(turns.getTime() / 1_000) : undefined}>
      <h1>
        <Team name={match.home} href={teamHref(match.home)} />
        <span className="sr-only"> – </span>
        <Team name={match.away} href={teamHref(match.away)} />
      </h1>
      <Crest name={match.home} src={fixture?.homeLogo ?? match.homeBadge} size={56} />
      <p className="figure">
        {score ? (
          <>
            <span className="sr-only">{withColon(t('result'), i18n.language)} </span>
            <span>
              <span>{score.home}</span> – <span>{score.away}</span>
            </span>
          </>
        ) : (
          <Moment at={match.startTime} style="time" />
        )}
      </p>
      <Crest name={match.away} src={fixture?.awayLogo ?? match.awayBadge} size={56} />
      <Status match={match} fixture={fixture} hasScore={score !== null} />
    </header>
  )
}

function Team({ name, href }: { name: string; href: string | null }) {
  return <bdi>{href ? <a href={href}>{name}</a> : name}</bdi>
}

function Status({
  match,
  fixture,
  hasScore,
}: Omit<MatchHeadProps, 'turns' | 'teamHref'> & { hasScore: boolean }) {
  const { t, i18n } = useTranslation('matches')
  const state = matchState(match, useNow(), useZone())
  const isKicked = isKickedOff(match.sport.slug)
  const statusName = fixtureStatusName(fixture?.statusShort ?? null)
  const told = statusName ? t(statusName) : (fixture?.statusLong ?? fixture?.statusShort)
  const ended = state === 'past' && hasScore ? t(isKicked ? 'full-time' : 'final-score') : null
  // Of a match that is over without its fixture, the fixture tells where it stopped.
  const isStopped =
    state === 'past' &&
    (isPhase(fixture?.statusShort, 'live') ||
      (match.status === 'finished' && isPhase(fixture?.statusShort, 'off')))
  const status = isStopped ? ended : (told ?? ended)
  return (
    <p className="status">
      {state === 'live' && (
        <strong className="live">
          {t('live.badge')} {match.elapsed !== null && <bdi>{match.elapsed}′</bdi>}
        </strong>
      )}
      {state === 'cancelled' && <b>{isPhase(fixture?.statusShort, 'void') ? told : t('cancelled')}</b>}
      {status && state !== 'cancelled' && <span>{status}</span>}
      <span>
        {withColon(t(isKicked ? 'kick-off' : 'start'), i18n.language)}{' '}
        {/* Without a score, the time is what the head shows in its place. */}
        <Moment at={match.startTime} style={hasScore ? 'dateTime' : 'shortDate'} />
      </span>
      {(state === 'upcoming' || state === 'today') && <HowLong at={match.startTime} />}
      {state === 'past' && <MatchAgeText match={match} />}
      {state !== 'cancelled' && !hasScore && <ResultText match={match} />}
    </p>
  )
}
