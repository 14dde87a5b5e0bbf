import { ScoreText } from '#app/features/matches/components/score-text.tsx'
import type { PastMatch } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Moment } from './moment.tsx'
import { PastNames } from './past-names.tsx'

interface HeadToHeadProps {
  home: string
  away: string
  /** Whether the sport has draws. */
  withDraw: boolean
  matches: PastMatch[]
}

/** The results of two teams' matches against each other: the number of wins of each, then the matches, newest first. */
export function HeadToHead({ home, away, withDraw, matches }: HeadToHeadProps) {
  const { t } = useTranslation('matches')
  const winners = matches.map(winnerOf)
  const draws = matches.filter((it) => it.homeScore !== null && it.homeScore === it.awayScore).length
  const counts = [
    { name: home, count: winners.filter((it) => it === home).length },
    ...(withDraw || draws > 0 ? [{ name: t('outcome.draw'), count: draws }] : []),
    { name: away, count: winners.filter((it) => it === away).length },
  ]
  return (
    <div className="box">
      <dl className="head-to-head">
        {counts.map(({ name, count }) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <ul className="form between">
        {matches.map((match) => (
          <li key={match.id}>
            <Moment at={match.startTime} style="date" />
            <PastNames of={match} home={match.home} away={match.away} />
            {match.homeScore !== null && match.awayScore !== null && (
              <b>
                <ScoreText home={match.homeScore} away={match.awayScore} />
              </b>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function winnerOf({ home, away, homeScore, awayScore }: PastMatch): string | null {
  if (homeScore === null || awayScore === null || homeScore === awayScore) return null
  return homeScore > awayScore ? home : away
}
