import { computed, oddsMark, useOddsAttribute, usePlainOdds } from '#app/features/odds/components/odds.tsx'
import { chartable } from '#app/features/odds/market-address.ts'
import type { MarketChart, OutcomeChart } from '#app/features/odds/market-chart.ts'
import type { MarketView } from '#app/features/odds/market-view.ts'
import { bandPath, stepPath } from '#app/features/odds/plot-path.ts'
import { MILLION } from '#app/features/odds/prices.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import type { MarketWords } from './market-words.ts'
import { Moment } from './moment.tsx'

/** A sparkline of an outcome's best price; nothing if the price never changed. */
export function Sparkline({ chart, outcome }: { chart: MarketChart | null; outcome: number }) {
  const found = chart?.outcomes.find((it) => it.outcome === outcome)
  if (!found) return null
  const heights = found.best.flatMap(([, y]) => y ?? [])
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  if (low === high) return null
  const stretched = found.best.map(([x, y]) => [x, y === null ? null : (y - low) / (high - low)] as const)
  return (
    <svg className="spark" viewBox="0 -4 100 108" preserveAspectRatio="none" aria-hidden="true">
      <path d={stepPath(stretched)} />
    </svg>
  )
}

interface MovementProps {
  chart: MarketChart
  market: MarketView
  words: Pick<MarketWords, 'outcomeName'>
  /** The start of the event: a chart that ends there says so. */
  kickOff: Date
  /** The slug of the bookmaker that has a line of its own. */
  charted?: string | null | undefined
  /** The address of the chart with the line of a bookmaker, or of none. Without it, none can be chosen. */
  hrefOf?: (charted: string | null) => string
}

/**
 * The best and the average price of one outcome at a time, the band of all bookmakers and the line of a chosen one, as a
 * step chart.
 */
export function Movement({ chart, market, words, kickOff, charted, hrefOf }: MovementProps) {
  const { t, i18n } = useTranslation('matches')
  const odds = usePlainOdds()
  const count = (number: number) => formatCount(number, i18n.language)
  const nameOf = ({ outcome }: OutcomeChart) => words.outcomeName(market, market.outcomes[outcome] ?? '')
  const bookmakers = chartable(market)
  const chosen = bookmakers.find(({ slug }) => slug === charted)
  const isPart = chart.table.length < chart.changes
  const ahead = market.cancelledAt ? 'cancelled' : 'movement.now'
  const end = t(chart.until < kickOff ? ahead : 'kick-off')
  return (
    <div className="box movement">
      {/* The outcome is chosen without scripts and without another address. */}
      {chart.outcomes.length > 1 && (
        <div className="seg">
          {chart.outcomes.map((it, index) => (
            <label key={it.outcome}>
              <input type="radio" name="movement" defaultChecked={index === 0} />
              <bdi>{nameOf(it)}</bdi>
            </label>
          ))}
        </div>
      )}
      <p className="keys">
        <span className="best">{t('movement.best')}</span>
        <span className="average">{t('movement.average')}</span>
        <span className="all">{t('movement.all')}</span>
        {chosen && (
          <span className="chosen">
            <bdi>{chosen.name}</bdi>
          </span>
        )}
      </p>
      {chart.outcomes.map((it) => (
        <Plot key={it.outcome} of={it} name={nameOf(it)} isPointed />
      ))}
      <Axis chart={chart} ends={[t('movement.opened'), end]} />
      {hrefOf && bookmakers.length > 1 && (
        <nav className="charted" {...(chosen && { 'aria-label': t('movement.one') })}>
          {chosen ? (
            [{ slug: null, name: t('movement.all') }, ...bookmakers].map(({ slug, name }) => (
              <a key={slug} href={hrefOf(slug)} aria-current={slug === charted || undefined}>
                {name}
              </a>
            ))
          ) : (
            // The page that it leads to has a link for each of them.
            <a href={hrefOf(bookmakers[0]?.slug ?? null)}>{t('movement.one')}</a>
          )}
        </nav>
      )}
      <details>
        <summary>{t('movement.table')}</summary>
        <table>
          {(chosen || isPart) && (
            <caption className="hint">
              {chosen && <bdi>{chosen.name}</bdi>}
              {chosen && isPart && ' · '}
              {isPart && t('movement.part', { shown: count(chart.table.length), all: count(chart.changes) })}
            </caption>
          )}
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              {chart.outcomes.map((it) => (
                <th key={it.outcome} scope="col">
                  <bdi>{nameOf(it)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.table.map(({ at, prices, why }) => (
              <tr key={at.getTime()}>
                <th scope="row">
                  <Moment at={minuteOf(at.getTime())} style="dateTime" />
                </th>
                {why ? (
                  <td colSpan={prices.length}>
                    {t(why === 'withdrawn' ? 'movement.withdrawn' : `left-out.${why}`)}
                  </td>
                ) : (
                  prices.map((price, index) => (
                    <td
                      key={chart.outcomes[index]?.outcome}
                      {...(price === null ? { children: '–' } : odds(computed(price)))}
                    />
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

interface PlotProps {
  of: OutcomeChart
  name: string
  /** Whether a pointer over it is told the prices (islands/plot.ts). */
  isPointed?: boolean
}

/** The lines of one outcome beside their scale. */
export function Plot({ of, name, isPointed = false }: PlotProps) {
  const { t } = useTranslation('matches')
  const odds = usePlainOdds()
  const oddsAttribute = useOddsAttribute()
  const { scale, best, average, lowest, chosen, first, last } = of
  // What the pointer's price needs (islands/plot.ts): half a thousandth at most is lost.
  const decimals = Math.max(1, Math.ceil(Math.log10(((scale.at(-1) ?? 0) - (scale[0] ?? 0)) / MILLION)) + 1)
  const lines = scale.map((_, index) => `M0 ${(100 * index) / (scale.length - 1)}h100`).join('')
  return (
    <figure className="plot" {...(isPointed && { 'data-pointed': '' })}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the label is in its attributes */}
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        {...oddsAttribute(
          'aria-label',
          t('movement.of', {
            outcome: name,
            from: oddsMark(computed(first)),
            to: oddsMark(computed(last)),
          }),
        )}
      >
        <path className="ruled" d={lines} />
        <path className="band" d={bandPath(best, lowest)} />
        <path className="average" d={stepPath(average, decimals)} />
        <path className="best" d={stepPath(best, decimals)} />
        {chosen.length > 0 && <path className="chosen" d={stepPath(chosen, decimals)} />}
      </svg>
      <p className="y" aria-hidden="true">
        {scale.toReversed().map((price) => (
          <span key={price} {...odds(computed(price))} />
        ))}
      </p>
    </figure>
  )
}

interface AxisProps {
  chart: MarketChart
  /** What begins and ends the chart. Without it each step is a match: only the first and the last date are at their places. */
  ends?: readonly [string, string]
}

/** The times of a chart, below its plots. */
export function Axis({ chart, ends }: AxisProps) {
  const [from, length] = [chart.from.getTime(), chart.until.getTime() - chart.from.getTime()]
  // Within some days a time needs its day, and three of them fit on a phone.
  const style = length < 12 * HOUR_MS ? 'time' : length < 96 * HOUR_MS ? 'dateTime' : 'shortDate'
  const ticks = !ends ? [0, 1] : style === 'dateTime' ? [0, 1 / 2, 1] : [0, 1 / 3, 2 / 3, 1]
  const endAt = (share: number) => (share === 0 ? ends?.[0] : share === 1 ? ends?.[1] : undefined)
  return (
    <p className="axis" aria-hidden="true">
      {ticks.map((share) => (
        <span key={share}>
          {endAt(share) && <b>{endAt(share)}</b>}
          <Moment at={minuteOf(from + share * length)} style={ends ? style : 'shortDate'} />
        </span>
      ))}
    </p>
  )
}

/** The chart and its table show no seconds. */
function minuteOf(instant: number): string {
  return new Date(Math.floor(instant / MINUTE_MS) * MINUTE_MS).toISOString()
}
