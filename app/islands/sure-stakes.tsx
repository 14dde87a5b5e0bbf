import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Price } from '#app/features/odds/prices.ts'
import { EXAMPLE_STAKE } from '#app/features/odds/rules.ts'
import { planByWays, type Ways } from '#app/features/odds/stake-plan.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatEuro, formatPercent, formatStake, readAmount } from '#app/platform/numbers.ts'

interface SureStakesProps {
  /** The possible settlements of the market at these prices. */
  ways: Ways
  /** By outcome: the price net of commission and its bookmaker. */
  nets: readonly Price[]
  legs: readonly { outcome: string; bookmaker: string }[]
}

const HIGHEST_TOTAL = 1_000_000

/** The stakes on each outcome of a sure bet for a chosen total: to the cent, and in whole euros. */
export function SureStakes({ ways, nets, legs }: SureStakesProps) {
  const { t, i18n } = useTranslation('matches')
  const [text, setText] = useState(String(EXAMPLE_STAKE))
  const input = useRef<HTMLInputElement>(null)
  // A visitor may have typed before this code was loaded.
  useEffect(() => setText((typed) => input.current?.value ?? typed), [])
  const total = Math.min(HIGHEST_TOTAL, Math.round(readAmount(text, i18n.language) ?? 0))
  const exact = planByWays(ways, nets, { total: total * 100 })
  // Whole stakes look less unusual to a bookmaker.
  const rounded = planByWays(ways, nets, { total: total * 100, step: 100 })
  const euro = (cents: number) => formatEuro(cents / 100, i18n.language)
  const profit = (share: number) => <bdi>{formatPercent(share, i18n.language, 2)}</bdi>
  return (
    <>
      <label className="total">
        {t('sure-bet.total')}{' '}
        <input
          ref={input}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('movement.outcome')}</th>
            <th scope="col">{t('sure-bet.stake')}</th>
            <th scope="col">{t('sure-bet.rounded')}</th>
          </tr>
        </thead>
        <tbody>
          {legs.map(({ outcome, bookmaker }, index) => (
            <tr key={outcome}>
              <th scope="row">
                <bdi>{outcome}</bdi> <small>{bookmaker}</small>
              </th>
              <td>{euro(exact.stakes[index] ?? 0)}</td>
              <td>{formatStake((rounded.stakes[index] ?? 0) / 100, i18n.language)}</td>
            </tr>
          ))}
          <Total label={t('sure-bet.returns')}>
            <td>{euro(exact.lowestReturn)}</td>
            <td>{euro(rounded.lowestReturn)}</td>
          </Total>
          <Total label={t('sure-bet.profit')}>
            <td>{profit(exact.lowestProfit)}</td>
            <td>{profit(rounded.lowestProfit)}</td>
          </Total>
        </tbody>
      </table>
    </>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr className="sum">
      <th scope="row">{label}</th>
      {children}
    </tr>
  )
}
