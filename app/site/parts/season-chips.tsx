import { type Season, seasonName } from '#app/features/statistics/seasons.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

interface SeasonChipsProps {
  /** With results, the latest first. */
  seasons: readonly Season[]
  current: Season | null
  hrefOf: (season: Season) => string
}

/** One link per season; none if there is no choice. */
export function SeasonChips({ seasons, current, hrefOf }: SeasonChipsProps) {
  const { t } = useTranslation('statistics')
  const isOther = current !== null && seasons.every(({ year }) => year !== current.year)
  if (seasons.length < (isOther ? 1 : 2)) return null
  return (
    <nav aria-label={t('season')} className="chips chips-wrap">
      {seasons.map((season) => (
        <a
          key={season.year}
          href={hrefOf(season)}
          data-swap
          aria-current={season.year === current?.year ? 'true' : undefined}
          className="chip"
        >
          <bdi>{seasonName(season)}</bdi>
        </a>
      ))}
    </nav>
  )
}
