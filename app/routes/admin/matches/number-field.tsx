import { useState } from 'react'
import { LOWEST_PRICE } from '#app/features/odds/rules.ts'
import { readTypedPrice } from '#app/features/odds/typed-prices.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatHundredths } from '#app/platform/numbers.ts'
import { Field } from '#app/ui/admin/fields.tsx'

/** A placeholder value for an invalid number, which the browser does not return. */
const NO_NUMBER = '?'

interface NumberFieldProps {
  label: string
  /** A number, or what was typed instead of one; null when it is empty. */
  value: number | string | null
  /** Whether it can be empty. */
  isOptional: boolean
  changed: boolean
  problem: string | undefined
  onNumber: (value: number | string | null) => void
}

/** The next price up or down, by a hundredth; the lowest from anything that is no price. */
export function stepPrice(value: number | string | null, steps: number): number {
  const hundredths = typeof value === 'number' ? Math.round(value * 100) + steps : 0
  return Math.max(hundredths, Math.round(LOWEST_PRICE * 100)) / 100
}

/**
 * A price with the decimal mark of the language; a point is read, too. What is no price stays as it was typed. It is no field of the
 * type `number`: that has the mark of the browser. The arrow keys change it by 0.01, as they do there.
 */
export function PriceField({ label, value, isOptional, changed, problem, onNumber }: NumberFieldProps) {
  const { i18n } = useTranslation('admin')
  const [draft, setDraft] = useState<string>()
  const text = typeof value === 'number' ? formatHundredths(value, i18n.language) : (value ?? '')
  return (
    <Field
      label={label}
      role="spinbutton"
      aria-valuemin={LOWEST_PRICE}
      aria-valuenow={typeof value === 'number' ? value : undefined}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      required={!isOptional}
      className="tabular-nums"
      value={draft ?? text}
      changed={changed}
      problem={problem}
      onValue={(typed) => {
        setDraft(typed)
        const price = readTypedPrice(typed)
        onNumber(price === undefined ? typed : price === null && !isOptional ? '' : price)
      }}
      onKeyDown={(event) => {
        const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key]
        if (steps === undefined || event.currentTarget.readOnly) return
        event.preventDefault()
        setDraft(undefined)
        onNumber(stepPrice(value, steps))
      }}
      onBlur={() => setDraft(undefined)}
    />
  )
}

/** A whole number. While typing, the text is not reformatted. */
export function NumberField({
  label,
  value,
  min,
  isOptional,
  changed,
  problem,
  onNumber,
}: NumberFieldProps & { min: number }) {
  const [draft, setDraft] = useState<string>()
  const text = typeof value === 'number' ? String(value) : ''
  return (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      dir="ltr"
      min={min}
      step={1}
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
