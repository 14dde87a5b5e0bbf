import { useState } from 'react'
import { Field } from '#app/ui/admin/fields.tsx'

/** A placeholder value for an invalid number, which the browser does not return. */
const NO_NUMBER = '?'

/** A number with a fixed count of decimals. While typing, the text is not reformatted. */
export function NumberField({
  label,
  value,
  min,
  decimals,
  isOptional,
  changed,
  problem,
  onNumber,
}: {
  label: string
  /** A number, or what was typed instead of one; null when it is empty. */
  value: number | string | null
  min: number
  decimals: number
  /** Whether it can be empty. */
  isOptional: boolean
  changed: boolean
  problem: string | undefined
  onNumber: (value: number | string | null) => void
}) {
  const [draft, setDraft] = useState<string>()
  const text = typeof value === 'number' ? value.toFixed(decimals) : ''
  return (
    <Field
      label={label}
      type="number"
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      dir="ltr"
      min={min}
      step={10 ** -decimals}
      required={!isOptional}
      className="tabular-nums"
      value={draft ?? text}
      changed={changed}
      problem={problem}
      onValue={setDraft}
      onInput={({ currentTarget: { value, validity } }) =>
        onNumber(validity.badInput ? NO_NUMBER : value === '' ? (isOptional ? null : '') : Number(value))
      }
      onBlur={() => setDraft(undefined)}
    />
  )
}
