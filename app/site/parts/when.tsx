import type { MatchState } from '#app/features/matches/match-state.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatDate, isoMinute } from '#app/platform/time.ts'
import { useZone } from '#app/ui/clock.tsx'

interface WhenProps {
  match: Pick<MatchSummary, 'startTime' | 'elapsed'>
  state: MatchState
  /** False if the list shows the day. */
  withDate?: boolean
}

/** The start of a match: the time, and the day or the word Today; LIVE and the minute during the match. */
export function When({ match: { startTime, elapsed }, state, withDate = true }: WhenProps) {
  const { t, i18n } = useTranslation('matches')
  const zone = useZone()
  const start = new Date(startTime)
  if (state === 'live')
    return (
      <span className="when">
        <time dateTime={isoMinute(startTime)} hidden />
        <strong className="live">
          {t('live.badge')} {elapsed !== null && <bdi>{elapsed}′</bdi>}
        </strong>
      </span>
    )
  const isToday = state === 'today'
  return (
    <span className="when">
      <time dateTime={isoMinute(startTime)}>{formatDate(start, 'time', i18n.language, zone)}</time>{' '}
      {/* A script writes Today where it is, and the date where no heading shows it. */}
      <span data-day={withDate ? '' : 'in-heading'} className={isToday ? 'today' : undefined}>
        {isToday ? t('today') : withDate && formatDate(start, 'shortDate', i18n.language, zone)}
      </span>
    </span>
  )
}
