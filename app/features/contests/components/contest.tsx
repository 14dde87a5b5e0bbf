import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Side } from '#app/features/names/sides.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatDuration } from '#app/platform/numbers.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Instant } from '#app/ui/time.tsx'
import { type Differences, sidesOf } from '../differences.ts'
import type { ContestCard } from '../schema.ts'

/** One of two matches, with what differs from the other in the colour of warnings. */
export function Contest({
  contest,
  differences,
  children,
}: {
  contest: ContestCard
  differences: Differences
  children?: ReactNode
}) {
  const { t, i18n } = useTranslation('admin')
  const [home, away] = differences.sides ? sidesOf(contest) : []
  return (
    <div className="min-w-0 rounded bg-raised p-3 text-sm">
      <p className="font-semibold break-words text-heading">
        <bdi>{contest.home}</bdi>
        <SideMark side={home} /> – <bdi>{contest.away}</bdi>
        <SideMark side={away} />
      </p>
      <p className={markOf(differences.apart !== null) || 'text-body'}>
        <Instant at={contest.startTime} style="dateTime" />
      </p>
      <p className="text-xs text-muted">
        <bdi className={markOf(differences.league)}>{contest.league}</bdi> ·{' '}
        {t('review.bookmakers', { number: formatCount(contest.bookmakers, i18n.language) })}
      </p>
      {children}
    </div>
  )
}

const markOf = (differs: boolean) => (differs ? 'font-semibold text-warning' : '')

/** The category of a team, if it is not the senior men's. */
function SideMark({ side }: { side: Side | undefined }) {
  const { t } = useTranslation('admin')
  const text = side && sideText(t, side)
  return text ? <span className={markOf(true)}> ({text})</span> : null
}

function sideText(t: TFunction<'admin'>, { women, age, level }: Side): string {
  return [
    women && t('review.side-women'),
    age === 'youth' ? t('review.side-youth') : age && t('review.side-age', { age }),
    level > 1 && t('review.side-reserves'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** What speaks against two matches being one, in words; nothing if all agrees. */
export function DifferenceNotice({ differences: { sides, league, apart } }: { differences: Differences }) {
  const { t, i18n } = useTranslation('admin')
  if (!sides && !league && apart === null) return null
  return (
    <Banner tone="notice">
      <ul>
        {sides && <li>{t('review.differs-sides')}</li>}
        {league && <li>{t('review.differs-league')}</li>}
        {apart !== null && (
          <li>{t('review.differs-kick-off', { duration: formatDuration(apart, i18n.language) })}</li>
        )}
      </ul>
    </Banner>
  )
}
