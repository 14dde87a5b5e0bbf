import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { Name } from '#app/ui/name.tsx'
import { impliedSum, type OutcomePrices, priceList, probabilityBars } from '../rules.ts'

/** What the best prices say about each outcome; the bars share the width, the texts keep the margin in. */
export function ProbabilityBars({
  prices,
  teams,
}: {
  prices: OutcomePrices
  teams: { home: string; away: string }
}) {
  const { t, i18n } = useTranslation('matches')
  const sum = impliedSum(priceList(prices))
  const names = { home: teams.home, draw: t('outcome.draw'), away: teams.away }
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-3">
        {probabilityBars(prices).map(({ outcome, probability, share }) => (
          <div key={outcome} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm">
            <dt className="min-w-0 text-body">
              <Name>{names[outcome]}</Name>
            </dt>
            <dd className="font-semibold text-heading tabular-nums">
              <bdi>{formatPercent(probability, i18n.language)}</bdi>
            </dd>
            <dd aria-hidden="true" className="col-span-2 h-2 overflow-hidden rounded-full bg-raised">
              <div className="h-full rounded-full bg-button" style={{ inlineSize: `${share * 100}%` }} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted">
        {t(sum < 1 ? 'chance.note-sure' : 'chance.note', { sum: formatPercent(sum, i18n.language) })}
      </p>
    </div>
  )
}
