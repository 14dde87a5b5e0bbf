import { EXACT } from '#app/features/odds/calculator-forms.ts'
import { type Price, toNumber } from '#app/features/odds/prices.ts'

/** The prices of a form that its fields show rounded, so that sending it loses nothing. */
export function ExactPrices({ exact }: { exact: ReadonlyMap<string, Price> }) {
  return [...exact].map(([name, price]) => (
    <input key={name} type="hidden" name={EXACT + name} value={toNumber(price)} />
  ))
}
