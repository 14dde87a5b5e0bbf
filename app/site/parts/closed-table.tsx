import { ScoreText } from '#app/features/matches/components/score-text.tsx'
import { computed, useOdds } from '#app/features/odds/components/odds.tsx'
import { definitionOf } from '#app/features/odds/markets.ts'
import { toNumber } from '#app/features/odds/prices.ts'
import type { ClosedMatch } from '#app/features/statistics/results.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { matchPath } from '#app/platform/paths.ts'
import { useMarketWords } from './market-words.ts'
import { Moment } from './moment.tsx'
import { Pairing } from './pairing.tsx'

interface ClosedTableProps {
  matches: readonly ClosedMatch[]
  /** For matches of several leagues. */
  withLeague?: boolean
}

const SIDES = { home: '1', away: '2' }
/** A market with more outcomes shows the favourite and the winning outcome. */
const MOST_COLUMNS = 4

/** Past matches with their scores and the closing odds of a market; the winning outcome is marked. */
export function ClosedTable({ matches, withLeague = false }: ClosedTableProps) {
  const { t, i18n } = useTranslation(['statistics', 'matches'])
  const odds = useOdds()
  const words = useMarketWords(SIDES)
  const widest = matches
    .flatMap(({ closing }) => closing ?? [])
    .reduce<ClosedMatch['closing']>(
      (most, one) => (one.outcomes.length > (most?.outcomes.length ?? 0) ? one : most),
      null,
    )
  const isWide = (widest?.outcomes.length ?? 0) > MOST_COLUMNS
  const outcomes = isWide ? [] : (widest?.outcomes ?? [])
  const withLine = widest !== null && definitionOf(widest.market.type).line !== null
  const priceOf = (closing: ClosedMatch['closing'], at: number) => {
    const [outcome, price] = [closing?.outcomes[at], closing?.prices[at]]
    if (!closing || !outcome) return '–'
    return (
      <>
        <bdi>{words.outcomeSign(closing.market, outcome)}</bdi>{' '}
        {price ? <b {...odds(computed(price))} /> : '–'}
      </>
    )
  }
  return (
    <table className="records closed">
      <thead>
        <tr>
          <th scope="col" className="wide">
            {t('match', { ns: 'matches' })}
          </th>
          <th scope="col">{t('result', { ns: 'matches' })}</th>
          {withLine && <th scope="col">{t('column.line')}</th>}
          {widest &&
            outcomes.map((outcome) => (
              <th scope="col" key={outcome}>
                {words.outcomeSign({ ...widest.market, line: null }, outcome)}
              </th>
            ))}
          {isWide && (
            <>
              <th scope="col">{t('closing.favourite')}</th>
              <th scope="col">{t('closing.winner')}</th>
            </>
          )}
          {widest && !isWide && (
            <th scope="col" className="from-tablet">
              {t('payout', { ns: 'matches' })}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {matches.map((match) => (
          <tr key={match.id}>
            <th scope="row" className="wide">
              <a href={matchPath(i18n.language, match)}>
                <Pairing of={match} />
              </a>
              <small>
                <Moment at={match.startTime.toISOString()} style="date" />
                {withLeague && (
                  <>
                    {' · '}
                    <bdi>{match.league.name}</bdi>
                  </>
                )}
              </small>
            </th>
            <td>
              <ScoreText home={match.homeScore} away={match.awayScore} />
            </td>
            {withLine && <td>{match.closing && words.lineName(match.closing.market)}</td>}
            {outcomes.map((outcome) => {
              const at = match.closing?.outcomes.indexOf(outcome) ?? -1
              const price = match.closing?.prices[at]
              if (price == null) return <td key={outcome}>–</td>
              const winning = match.closing?.won?.[at]
              if (!winning) {
                return (
                  <td key={outcome}>
                    <span {...odds(computed(price))} />
                  </td>
                )
              }
              return (
                <td key={outcome} className="won">
                  <span className="sr-only">{withColon(t(winning), i18n.language)} </span>
                  <b {...odds(computed(price))} />
                </td>
              )
            })}
            {isWide && (
              <>
                <td>{priceOf(match.closing, favouriteAt(match.closing))}</td>
                <td className="won">
                  {priceOf(match.closing, match.closing?.won?.findIndex(Boolean) ?? -1)}
                </td>
              </>
            )}
            {widest && !isWide && <td className="from-tablet">{payoutOf(match, i18n.language)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The outcome with the lowest price; -1 without one, or if several have it. */
function favouriteAt(closing: ClosedMatch['closing']): number {
  const prices = closing?.prices.flatMap((price) => price ?? []) ?? []
  const lowest = Math.min(...prices)
  return prices.filter((price) => price === lowest).length === 1
    ? (closing?.prices.indexOf(lowest) ?? -1)
    : -1
}

function payoutOf({ closing }: ClosedMatch, language: string): string {
  if (!closing) return '–'
  const sum = closing.prices.reduce(
    (total: number, price) => total + (price === null ? 1 : 1 / toNumber(price)),
    0,
  )
  return formatPercent(definitionOf(closing.market.type).winners / sum, language)
}
