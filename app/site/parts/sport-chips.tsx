import { SportIcon } from '#app/features/catalogue/components/sport-icon.tsx'
import type { SportSummary } from '#app/features/catalogue/schema.ts'
import { homeQuery, type MatchTab } from '#app/features/matches/home-query.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { DayKey } from '#app/platform/time.ts'
import { Strip } from './strip.tsx'

const STEPS = { phone: 200, desktop: 200 }

/** One chip per sport; more than fit are reached by scrolling. */
export function SportChips(props: {
  sports: SportSummary[]
  current: string | null
  tab: MatchTab
  day: DayKey | null
}) {
  const { t } = useTranslation('matches')
  const { sports, current, tab, day } = props
  return (
    <nav aria-label={t('sports')}>
      <Strip title={t('sports')} steps={STEPS} count={sports.length} className="chips">
        {sports.map((sport) => (
          <li key={sport.id}>
            <a
              href={homeQuery({ tab, sport: sport.slug, day })}
              data-swap
              aria-current={sport.slug === current ? 'true' : undefined}
              className="chip"
            >
              <SportIcon sport={sport} className="icon" />
              {sport.name}
            </a>
          </li>
        ))}
      </Strip>
    </nav>
  )
}
