import { impliedSum, type OutcomePrices, priceList, probabilityBars } from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'

/** What the best prices say about each outcome: one bar that they share, and the figures, which keep the margin in. */
export function Chances({ prices, teams }: { prices: OutcomePrices; teams: { home: string; away: string } }) {
  const { t, i18n } = useTranslation('matches')
  const sum = impliedSum(priceList(prices))
  const names = { home: teams.home, draw: t('outcome.draw'), away: teams.away }
  const bars = probabilityBars(prices)
  let from = 0
  return (
    <div className="box">
      <svg className="chances" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ outcome, share }) => {
          const start = from
          from += share * 100
          return (
            <rect
              key={outcome}
              className={outcome}
              x={start.toFixed(2)}
              width={(share * 100).toFixed(2)}
              height="4"
            />
          )
        })}
      </svg>
      <dl className="shares">
        {bars.map(({ outcome, probability }) => (
          <div key={outcome} className={outcome}>
            <dt>
              <bdi>{names[outcome]}</bdi>
            </dt>
            <dd>
              <bdi>{formatPercent(probability, i18n.language)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="hint">
        {t(sum < 1 ? 'chance.note-sure' : 'chance.note', { sum: formatPercent(sum, i18n.language) })}
      </p>
    </div>
  )
}
