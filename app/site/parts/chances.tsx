import { fairChances, marketSum } from '#app/features/odds/market-maths.ts'
import { definitionOf, type Market } from '#app/features/odds/markets.ts'
import type { Price } from '#app/features/odds/prices.ts'
import { toNumber } from '#app/features/odds/prices.ts'
import { roundedProbability } from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'

interface ChancesProps {
  market: Pick<Market, 'type'>
  /** In the order of the outcomes, with their names. */
  prices: readonly Price[]
  names: readonly string[]
}

const LOOKS = ['home', 'draw', 'away']

/** The implied probabilities of the best prices: a bar without the margin, and figures with and without it. */
export function Chances({ market, prices, names }: ChancesProps) {
  const { t, i18n } = useTranslation('matches')
  const { winners } = definitionOf(market.type)
  const sum = marketSum(prices, winners)
  const chances = fairChances(prices, winners)
  if (sum === null || chances === null) return null
  const looks = prices.length === 2 ? ['home', 'away'] : LOOKS
  let from = 0
  return (
    <div className="box">
      <svg className="chances" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {chances.map((chance, index) => {
          const width = (chance / winners) * 100
          const start = from
          from += width
          return (
            <rect
              key={looks[index]}
              className={looks[index]}
              x={start.toFixed(2)}
              width={width.toFixed(2)}
              height="4"
            />
          )
        })}
      </svg>
      <dl className="shares">
        {chances.map((chance, index) => (
          <div key={looks[index]} className={looks[index]}>
            <dt>
              <bdi>{names[index]}</bdi>
            </dt>
            <dd>
              <bdi>{formatPercent(roundedProbability(toNumber(prices[index] ?? 0)), i18n.language)}</bdi>
              <small>{t('chance.fair', { percent: formatPercent(chance, i18n.language) })}</small>
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
