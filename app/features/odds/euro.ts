const LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'

/** '€188.00', isolated so that it reads left to right inside any text. Whole amounts are written without cents. */
export function formatEuro(amount: number): string {
  return `${LEFT_TO_RIGHT}€${Number.isInteger(amount) ? amount : amount.toFixed(2)}${END}`
}
