import { formatHundredths } from '#app/platform/numbers.ts'
import { divideRounded, inHundredths } from './rules.ts'

export const ODDS_FORMATS = ['decimal', 'american', 'fractional', 'hong-kong', 'malay', 'indonesian'] as const
export type OddsFormat = (typeof ODDS_FORMATS)[number]

/** The fractions that bookmakers quote below 10/1, in rising order; from there on it is n/1. */
const LADDER: readonly (readonly [number, number])[] = (
  '1/100 1/50 1/33 1/25 1/20 1/16 1/14 1/12 1/11 1/10 1/9 1/8 1/7 1/6 2/11 1/5 2/9 1/4 2/7 3/10 1/3 4/11 2/5 4/9 ' +
  '1/2 8/15 4/7 8/13 4/6 8/11 4/5 5/6 10/11 20/21 1/1 21/20 11/10 23/20 6/5 5/4 13/10 11/8 7/5 6/4 8/5 13/8 17/10 ' +
  '7/4 9/5 15/8 19/10 2/1 21/10 85/40 11/5 9/4 12/5 5/2 13/5 11/4 14/5 3/1 10/3 7/2 4/1 9/2 5/1 11/2 6/1 13/2 7/1 ' +
  '15/2 8/1 17/2 9/1 10/1'
)
  .split(' ')
  .map((fraction) => {
    const [numerator = 0, denominator = 1] = fraction.split('/').map(Number)
    return [numerator, denominator] as const
  })

/** A decimal price as people of that format and language write it: '2.50', '2,50', +130, 10/11. */
export function formatOdds(price: number, language: string, format: OddsFormat = 'decimal'): string {
  switch (format) {
    case 'decimal':
      return formatHundredths(inHundredths(price) / 100, language)
    case 'american': {
      const american = toAmerican(price)
      return american > 0 ? `+${american}` : String(american)
    }
    case 'fractional':
      return toFractional(price)
    case 'hong-kong':
      return formatHundredths(toHongKong(price), language)
    case 'malay':
      return formatHundredths(toMalay(price), language)
    case 'indonesian':
      return formatHundredths(toIndonesian(price), language)
  }
}

/** Winnings on 100 (from evens up), or minus the stake that wins 100; rounded half away from zero. */
export function toAmerican(price: number): number {
  const profit = inHundredths(price) - 100
  return profit >= 100 ? profit : -divideRounded(10_000, profit)
}

/** Winnings for 1 staked. */
export function toHongKong(price: number): number {
  return (inHundredths(price) - 100) / 100
}

/** Up to evens as Hong Kong; above, minus the stake that wins 1. Two decimals. */
export function toMalay(price: number): number {
  const profit = inHundredths(price) - 100
  return profit <= 100 ? profit / 100 : -stakeThatWinsOne(profit)
}

/** From evens up as Hong Kong; below, minus the stake that wins 1. Two decimals. */
export function toIndonesian(price: number): number {
  const profit = inHundredths(price) - 100
  return profit >= 100 ? profit / 100 : -stakeThatWinsOne(profit)
}

function stakeThatWinsOne(profitInHundredths: number): number {
  return divideRounded(10_000, profitInHundredths) / 100
}

/** The bookmakers' fraction whose decimal price this is, else the fraction of smallest terms that rounds to it. */
export function toFractional(price: number): string {
  const profit = inHundredths(price) - 100
  const rung = LADDER.find(([numerator, denominator]) => roundsTo(numerator, denominator, profit))
  if (rung) return rung.join('/')
  for (let denominator = 1; denominator < 100; denominator++) {
    const numerator = Math.max(1, divideRounded(profit * denominator, 100))
    if (roundsTo(numerator, denominator, profit)) return `${numerator}/${denominator}`
  }
  return `${profit}/100`
}

/** Half a hundredth counts on both sides: 1/8 is printed as 1.12 and as 1.13. */
function roundsTo(numerator: number, denominator: number, hundredths: number): boolean {
  return 2 * Math.abs(100 * numerator - hundredths * denominator) <= denominator
}

/** Decimal price of American odds, to the hundredth. @throws RangeError between -100 and +100. */
export function fromAmerican(american: number): number {
  if (!Number.isFinite(american) || Math.abs(american) < 100) {
    throw new RangeError(`not American odds: ${american}`)
  }
  return american > 0 ? Math.round(100 + american) / 100 : (100 + divideRounded(10_000, -american)) / 100
}

/** Decimal price of a fraction such as '5/2', to the hundredth. @throws RangeError on anything else. */
export function fromFractional(fraction: string): number {
  const match = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(fraction)
  const numerator = Number(match?.[1])
  const denominator = Number(match?.[2])
  if (!(numerator > 0 && denominator > 0)) throw new RangeError(`not fractional odds: ${fraction}`)
  return (100 + divideRounded(100 * numerator, denominator)) / 100
}
