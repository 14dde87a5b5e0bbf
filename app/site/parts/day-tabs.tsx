import { homeQuery } from '#app/features/matches/home-query.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { addDays, type DayKey, dayOf, formatDate, formatDayName, startOfDay } from '#app/platform/time.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'

interface DayTabsProps {
  sport: string | null
  /** The day whose list is shown. */
  day: DayKey | null
}

/**
 * Yesterday, today, tomorrow and the day after, in the site's zone; each has all its matches at its own address. A visitor
 * whose day is another one sees dates in place of the words (docs/decisions/0107-words-for-days-are-the-sites.md).
 */
export function DayTabs({ sport, day }: DayTabsProps) {
  const { t, i18n } = useTranslation('matches')
  const zone = useZone()
  const today = dayOf(useNow(), zone)
  const days = [-1, 0, 1, 2].map((offset) => ({ offset, key: addDays(today, offset) }))
  const on = new Date(`${today}T12:00`).toDateString()
  const far = day && !days.some(({ key }) => key === day) ? [{ offset: Number.NaN, key: day }] : []
  return (
    <nav aria-label={t('days')} className="days">
      {[...days, ...far].map(({ offset, key }) => {
        const start = startOfDay(key, zone)
        const name = formatDayName(start, offset, i18n.language, zone)
        const date = formatDate(start, 'weekday', i18n.language, zone)
        return (
          <a
            key={key}
            href={homeQuery({ tab: 'upcoming', sport, day: key })}
            data-swap
            aria-current={key === day ? 'page' : undefined}
            {...(name !== date && { 'data-on': on, 'data-name': name, 'data-date': date })}
          >
            {name}
          </a>
        )
      })}
    </nav>
  )
}
