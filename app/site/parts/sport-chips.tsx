import { SportIcon } from '#app/features/catalogue/components/sport-icon.tsx'
import type { SportSummary } from '#app/features/catalogue/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Strip } from './strip.tsx'

const STEPS = { phone: 200, desktop: 200 }

interface SportChipsProps {
  sports: SportSummary[]
  /** Slug of the current sport; null for all sports. */
  current: string | null
  hrefOf: (sport: string | null) => string
  /** Whether all sports can be shown together. */
  withAll?: boolean
}

/** One chip per sport; chips that do not fit are reached by scrolling. */
export function SportChips({ sports, current, hrefOf, withAll = false }: SportChipsProps) {
  const { t } = useTranslation('matches')
  return (
    <nav aria-label={t('sports')}>
      <Strip title={t('sports')} steps={STEPS} count={sports.length} className="chips">
        {withAll && (
          <li>
            <a
              href={hrefOf(null)}
              data-swap
              aria-current={current === null ? 'true' : undefined}
              className="chip"
            >
              {t('sports.all')}
            </a>
          </li>
        )}
        {sports.map((sport) => (
          <li key={sport.id}>
            <a
              href={hrefOf(sport.slug)}
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
