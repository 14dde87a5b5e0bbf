import { useTranslation } from '#app/platform/i18n/use-translation.ts'

const SHOWN = 24
const STEP = 5
const HEIGHT = 22

/** The last runs of a schedule, the latest at the end: tall and grey for a success, short and red for a failure. */
export function TurnBars({ turns }: { turns: readonly boolean[] }) {
  const { t } = useTranslation('admin')
  const bars = turns.slice(0, SHOWN).reverse()
  if (bars.length === 0) return null
  const well = bars.filter(Boolean).length
  return (
    <svg
      viewBox={`0 0 ${SHOWN * STEP} ${HEIGHT}`}
      role="img"
      aria-label={t('sources.turns-label', { well, total: bars.length })}
      className="h-5 w-24"
    >
      {bars.map((isWell, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other name than their place
          key={index}
          x={(SHOWN - bars.length + index) * STEP}
          y={isWell ? 2 : HEIGHT / 2}
          width={STEP - 1.5}
          height={isWell ? HEIGHT - 2 : HEIGHT / 2}
          className={isWell ? 'fill-muted/40' : 'fill-danger'}
        />
      ))}
    </svg>
  )
}
