import { homeQuery } from '#app/features/matches/home-query.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { addDays, type DayKey, dayOf, formatDayName, startOfDay } from '#app/platform/time.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'

interface DayTabsProps {
  sport: string | null
  /** The day whose list is shown. */
  day: DayKey | null
}

/** Yesterday, today, tomorrow and the day after; each has all its matches at its own address. */
export function DayTabs({ sport, day }: DayTabsProps) {
  const { t, i18n } = useTranslation('matches')
  const zone = useZone()
  const today = dayOf(useNow(), zone)
  const days = [-1, 0, 1, 2].map((offset) => ({ offset, key: addDays(today, offset) }))
  const far = day && !days.some(({ key }) => key === day) ? [{ offset: Number.NaN, key: day }] : []
  return (
    <nav aria-label={t('days')} className="days">
      {[...days, ...far].map(({ offset, key }) => (
        <a
          key={key}
          href={homeQuery({ tab: 'upcoming', sport, day: key })}
          data-swap
          aria-current={key === day ? 'page' : undefined}
        >
          {formatDayName(startOfDay(key, zone), offset, i18n.language, zone)}
        </a>
      ))}
    </nav>
  )
}
