import { computed, useOdds } from '#app/features/odds/components/odds.tsx'
import type { MarketChart } from '#app/features/odds/market-chart.ts'
import type { TeamPrice } from '#app/features/statistics/team-prices.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatChange } from '#app/platform/numbers.ts'
import { matchPath } from '#app/platform/paths.ts'
import { Axis, Plot } from './market-chart.tsx'
import { Moment } from './moment.tsx'
import { Pairing } from './pairing.tsx'

interface TeamPricesProps {
  name: string
  prices: readonly TeamPrice[]
  chart: MarketChart | null
}

/** How a team's price opened and closed in its latest matches, as a chart and a table. */
export function TeamPrices({ name, prices, chart }: TeamPricesProps) {
  const { t, i18n } = useTranslation(['statistics', 'matches'])
  const odds = useOdds()
  // Columns of dashes say nothing.
  const hasOpenings = prices.some(({ opening }) => opening !== null)
  return (
    <>
      {chart?.outcomes.map((of) => (
        <div key={of.outcome} className="box movement">
          <p className="keys">
            <span className="best">{t('team.closed')}</span>
            {of.average.length > 0 && <span className="average">{t('team.opened')}</span>}
          </p>
          <Plot of={of} name={name} />
          <Axis chart={chart} />
        </div>
      ))}
      <table className="records">
        <thead>
          <tr>
            <th scope="col" className="wide">
              {t('match', { ns: 'matches' })}
            </th>
            {hasOpenings && <th scope="col">{t('team.opened')}</th>}
            <th scope="col">{t('team.closed')}</th>
            {hasOpenings && <th scope="col">{t('team.change')}</th>}
          </tr>
        </thead>
        <tbody>
          {prices.map(({ match, opening, closing }) => (
            <tr key={match.id}>
              <th scope="row" className="wide">
                <a href={matchPath(i18n.language, match)}>
                  <Pairing of={match} />
                </a>
                <small>
                  <Moment at={match.startTime.toISOString()} style="date" />
                </small>
              </th>
              {hasOpenings && (opening === null ? <td>–</td> : <td {...odds(computed(opening))} />)}
              <td>
                <b {...odds(computed(closing))} />
              </td>
              {hasOpenings && (
                <td>
                  {opening === null ? '–' : <bdi>{formatChange(closing / opening - 1, i18n.language)}</bdi>}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">{t('team.prices-about')}</p>
    </>
  )
}
