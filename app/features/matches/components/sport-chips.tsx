import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Strip } from '#app/ui/carousel.tsx'
import { Link } from '#app/ui/link.tsx'
import { SportIcon } from '../../catalogue/components/sport-icon.tsx'
import type { SportSummary } from '../../catalogue/schema.ts'
import { homeQuery, type MatchTab } from './match-tabs.tsx'

const STEPS = { phone: 200, desktop: 200 }

/** One chip per sport; more than fit are reached by scrolling. */
export function SportChips(props: { sports: SportSummary[]; current: string | null; tab: MatchTab }) {
  const { t } = useTranslation('matches')
  const { sports, current, tab } = props
  return (
    <nav aria-label={t('sports')}>
      <Strip title={t('sports')} steps={STEPS}>
        {sports.map((sport) => (
          <Chip key={sport.id} sport={sport} tab={tab} isCurrent={sport.slug === current} />
        ))}
      </Strip>
    </nav>
  )
}

function Chip({ sport, tab, isCurrent }: { sport: SportSummary; tab: MatchTab; isCurrent: boolean }) {
  return (
    <li>
      <Link
        to={homeQuery({ tab, sport: sport.slug })}
        keepScroll
        aria-current={isCurrent ? 'true' : undefined}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line px-4 text-sm whitespace-nowrap text-body hover:bg-card-hover aria-[current]:border-focus aria-[current]:bg-selected aria-[current]:font-semibold aria-[current]:text-on-selected md:min-h-9"
      >
        <SportIcon sport={sport} />
        {sport.name}
      </Link>
    </li>
  )
}
