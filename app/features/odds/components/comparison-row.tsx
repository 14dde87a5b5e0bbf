import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { initials } from '#app/ui/initials.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Name } from '#app/ui/name.tsx'
import { Relative } from '#app/ui/time.tsx'
import type { ComparedRow } from '../comparison.ts'
import { formatOdds } from '../formats.ts'
import type { Outcome } from '../rules.ts'
import type { PriceHref } from './price-href.ts'
import { QuotedPrice } from './quoted-price.tsx'

/** One bookmaker's prices, what they pay back, and how old they are. */
export function ComparisonRow(props: { row: ComparedRow; outcomes: Outcome[]; priceHref: PriceHref }) {
  const { t, i18n } = useTranslation('matches')
  const { row, outcomes, priceHref } = props
  return (
    <tr className="border-t border-line">
      <th scope="row" className="px-1 py-2 text-start font-normal @2xl:px-3">
        <span className="flex min-w-0 items-center gap-3">
          <Logo
            src={row.bookmaker.logoUrl}
            size={24}
            fallback={initials(row.bookmaker.name)}
            className="@max-2xl:hidden"
          />
          <span className="min-w-0">
            <Name lines={2} className="text-heading">
              {row.bookmaker.name}
            </Name>
            <span className="block text-xs text-muted @2xl:hidden">
              <Relative at={row.lastUpdated} />
            </span>
            {row.leftOut && (
              <span className="block text-xs font-semibold text-warning">{t(`left-out.${row.leftOut}`)}</span>
            )}
          </span>
        </span>
      </th>
      {outcomes.map((outcome) => {
        const price = row[outcome]
        const opening = row.opening?.[outcome] ?? null
        return (
          <td key={outcome} className="p-0.5 @2xl:p-1">
            <QuotedPrice
              outcome={outcome}
              price={price}
              net={row.net[outcome]}
              counts={row.leftOut === null}
              best={row.bestOf.includes(outcome)}
              href={row.leftOut ? null : priceHref(row.bookmaker.id, outcome)}
              bookmaker={row.bookmaker.name}
              title={
                opening !== null && opening > 1 && opening !== price
                  ? t('opening-price', { price: formatOdds(opening, i18n.priceLanguage) })
                  : undefined
              }
            />
          </td>
        )
      })}
      <td className="text-center text-body tabular-nums">
        <bdi>{row.payout === null ? '–' : formatPercent(row.payout, i18n.language)}</bdi>
      </td>
      <td className="text-end text-muted tabular-nums @max-3xl:hidden">
        <bdi>{row.overround === null ? '–' : formatPercent(row.overround, i18n.language)}</bdi>
      </td>
      <td className="text-center text-xs text-muted @max-2xl:hidden">
        <Relative at={row.lastUpdated} />
      </td>
    </tr>
  )
}
