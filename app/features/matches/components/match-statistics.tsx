import type { ReactNode } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { Fixture, PartialScore } from '../schema.ts'
import { ScoreText } from './score-text.tsx'

/** The fixture's data besides the score; each line only when it exists. */
export function MatchStatistics({ fixture }: { fixture: Fixture }) {
  const { t } = useTranslation('matches')
  const lines: [label: string, value: ReactNode][] = [
    [t('statistics.round'), nameText(fixture.round)],
    [t('statistics.half-time'), scoreText(fixture.halfTime)],
    [t('statistics.full-time'), scoreText(fixture.fullTime)],
    [t('statistics.extra-time'), scoreText(fixture.extraTime)],
    [t('statistics.penalties'), scoreText(fixture.penalties)],
    [t('statistics.venue'), nameText([fixture.venue, fixture.city].filter(Boolean).join(', '))],
    [t('statistics.referee'), nameText(fixture.referee)],
  ]
  return (
    <dl className="box grid grid-cols-1 gap-x-8 gap-y-2 md:grid-cols-2">
      {lines.map(
        ([label, value]) =>
          value !== null && (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="text-end text-body tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function nameText(name: string | null): ReactNode {
  return name ? <bdi>{name}</bdi> : null
}

function scoreText({ home, away }: PartialScore): ReactNode {
  return home === null || away === null ? null : <ScoreText home={home} away={away} />
}
