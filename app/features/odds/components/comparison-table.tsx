import { CircleCheck } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import type { Comparison, SortKey } from '../comparison.ts'
import { formatOdds } from '../formats.ts'
import { bestPrices } from '../quotes.ts'
import { type Outcome, overround, payout, priceList } from '../rules.ts'
import { ComparisonRow } from './comparison-row.tsx'
import { SIGNS } from './price-cell.tsx'
import type { PriceHref } from './price-href.ts'
import { SortHead } from './sort-head.tsx'

interface ComparisonTableProps {
  caption: string
  comparison: Comparison
  sort: SortKey
  /** The outcome that won, once the match is over. */
  winner: Outcome | null
  priceHref: PriceHref
}

/** Every bookmaker's prices of a match, a row each, under the best price of each outcome. */
export function ComparisonTable({ caption, comparison, sort, winner, priceHref }: ComparisonTableProps) {
  const { t } = useTranslation('matches')
  const outcomes: Outcome[] = comparison.withDraw ? ['home', 'draw', 'away'] : ['home', 'away']
  return (
    <div className="@container">
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="pb-1 text-start font-normal">
              {t('bookmaker')}
            </th>
            {outcomes.map((outcome) => (
              <SortHead
                key={outcome}
                by={outcome}
                sort={sort}
                label={t(`outcome.${outcome}`)}
                className="w-[clamp(2.75rem,16cqw,5rem)] @2xl:w-24"
              >
                {SIGNS[outcome]}
              </SortHead>
            ))}
            <SortHead
              by="payout"
              sort={sort}
              label={t('payout')}
              className="w-[clamp(3.5rem,20cqw,5rem)] @2xl:w-28"
            >
              {t('payout')}
            </SortHead>
            <th scope="col" className="w-28 pb-1 text-end font-normal @max-3xl:hidden">
              {t('overround')}
            </th>
            <SortHead by="updated" sort={sort} label={t('updated')} className="w-32 @max-2xl:hidden">
              {t('updated')}
            </SortHead>
          </tr>
        </thead>
        <tbody>
          <BestRow comparison={comparison} outcomes={outcomes} winner={winner} />
          {comparison.rows.map((row) => (
            <ComparisonRow key={row.bookmaker.id} row={row} outcomes={outcomes} priceHref={priceHref} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function BestRow(props: { comparison: Comparison; outcomes: Outcome[]; winner: Outcome | null }) {
  const { comparison, outcomes, winner } = props
  const { t, i18n } = useTranslation('matches')
  const prices = bestPrices(comparison.best)
  if (!prices) return null
  const list = priceList(prices)
  return (
    <tr className="border-t border-line bg-raised font-semibold text-heading">
      <th scope="row" className="px-1 py-3 text-start font-semibold @2xl:px-3">
        {t('best-prices')}
      </th>
      {outcomes.map((outcome) => {
        const best = comparison.best[outcome]
        return (
          <td key={outcome} className="text-center text-accent tabular-nums">
            <span className="inline-flex items-center gap-1">
              <bdi>{best ? formatOdds(best.price, i18n.priceLanguage) : '–'}</bdi>
              {outcome === winner && <Won />}
            </span>
          </td>
        )
      })}
      <td className="text-center tabular-nums">
        <bdi>{formatPercent(payout(list), i18n.language)}</bdi>
      </td>
      <td className="text-end tabular-nums @max-3xl:hidden">
        <bdi>{formatPercent(overround(list), i18n.language)}</bdi>
      </td>
      <td className="@max-2xl:hidden" />
    </tr>
  )
}

/** Marks the price that won, by a sign and not by colour alone. */
function Won() {
  const { t } = useTranslation('matches')
  return (
    <span title={t('won')}>
      <CircleCheck aria-hidden="true" className="size-4" />
      <span className="sr-only">({t('won')})</span>
    </span>
  )
}
