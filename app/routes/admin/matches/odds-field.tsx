import { useState } from 'react'
import { LOWEST_PRICE } from '#app/features/odds/rules.ts'
import { Field } from '#app/ui/admin/fields.tsx'

/** A placeholder value for an invalid number, which the browser does not return. */
const NO_NUMBER = '?'

/** A price with two decimals. While typing, the text is not reformatted. */
export function OddsField({
  label,
  odds,
  isOptional,
  changed,
  problem,
  onOdds,
}: {
  label: string
  odds: number | string | null
  /** Whether it can be empty: no price for a draw. */
  isOptional: boolean
  changed: boolean
  problem: string | undefined
  onOdds: (odds: number | string | null) => void
}) {
  const [draft, setDraft] = useState<string>()
  const text = typeof odds === 'number' ? odds.toFixed(2) : ''
  return (
    <Field
      label={label}
      type="number"
      inputMode="decimal"
      dir="ltr"
      min={LOWEST_PRICE}
      step={0.01}
      required={!isOptional}
      className="tabular-nums"
      value={draft ?? text}
      changed={changed}
      problem={problem}
      onValue={setDraft}
      onInput={({ currentTarget: { value, validity } }) =>
        onOdds(validity.badInput ? NO_NUMBER : value === '' ? (isOptional ? null : '') : Number(value))
      }
      onBlur={() => setDraft(undefined)}
    />
  )
}
