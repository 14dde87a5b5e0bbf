/** The statistics of experiments with a fixed number of units: visitors, or clicks. */

/** Units of a variant, and those with the outcome. */
export interface Share {
  units: number
  successes: number
}

/** Amounts of the clicks of a variant. */
export interface Amounts {
  units: number
  sum: number
  /** The sum of the squared amounts of single clicks. */
  squares: number
}

export interface Difference {
  /** Of variant B less that of variant A. */
  difference: number
  /** The confidence interval of the difference. */
  low: number
  high: number
  /** The two-sided probability of such a difference, or a larger one, between equal variants. */
  p: number
}

/** The distribution function of the standard normal (G. Marsaglia, Evaluating the Normal Distribution, J. Stat. Softw. 11(4), 2004). */
export function normalCdf(x: number): number {
  if (x > 7) return 1
  if (x < -7) return 0
  let sum = x
  let term = x
  for (let i = 3; Math.abs(term) > 1e-17; i += 2) {
    term *= (x * x) / i
    sum += term
  }
  return 0.5 + sum * Math.exp(-0.5 * x * x - 0.5 * Math.log(2 * Math.PI))
}

/** Its inverse, by bisection, for `p` between 1e-11 and 1 - 1e-11. */
export function normalQuantile(p: number): number {
  let [low, high] = [-7, 7]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

export interface Test {
  /** The probability of naming a winner where the variants are equal, for both directions together. */
  alpha: number
  /** The probability of finding the effect, if there is one of this size. */
  power: number
}

/**
 * The units of each variant that find a difference of two shares (J. L. Fleiss, B. Levin, M. C. Paik, Statistical Methods for
 * Rates and Proportions, 3rd ed., 2003, eq. 4.14), rounded up.
 */
export function unitsForShares(p1: number, p2: number, { alpha, power }: Test): number {
  const mean = (p1 + p2) / 2
  const root =
    normalQuantile(1 - alpha / 2) * Math.sqrt(2 * mean * (1 - mean)) +
    normalQuantile(power) * Math.sqrt(p1 * (1 - p1) + p2 * (1 - p2))
  return Math.ceil((root / (p1 - p2)) ** 2)
}

/** The units of each variant that find a difference of two means with a common standard deviation, rounded up. */
export function unitsForMeans(difference: number, deviation: number, { alpha, power }: Test): number {
  const z = normalQuantile(1 - alpha / 2) + normalQuantile(power)
  return Math.ceil(2 * ((z * deviation) / difference) ** 2)
}

/**
 * Compares two shares: the z-test with the pooled share, for which the units are computed, and Newcombe's interval from the score
 * intervals of the shares (R. G. Newcombe, Stat. Med. 17, 1998, method 10).
 */
export function compareShares(a: Share, b: Share, alpha: number): Difference {
  const [pa, pb] = [rateOf(a), rateOf(b)]
  const difference = pb - pa
  const pooled = (a.successes + b.successes) / (a.units + b.units)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.units + 1 / b.units))
  const z = normalQuantile(1 - alpha / 2)
  const [lowA, highA] = scoreInterval(a, z)
  const [lowB, highB] = scoreInterval(b, z)
  return {
    difference,
    low: difference - Math.hypot(pb - lowB, highA - pa),
    high: difference + Math.hypot(highB - pb, pa - lowA),
    p: twoSided(difference, error),
  }
}

/** Compares two means by Welch's statistic with the normal distribution, which needs some hundred units. */
export function compareMeans(a: Amounts, b: Amounts, alpha: number): Difference {
  const difference = b.sum / b.units - a.sum / a.units
  const error = Math.sqrt(varianceOf(a) / a.units + varianceOf(b) / b.units)
  const reach = normalQuantile(1 - alpha / 2) * error
  return { difference, low: difference - reach, high: difference + reach, p: twoSided(difference, error) }
}

/**
 * Whether units are divided so unevenly between the variants that an error of the assignment or of the counting is likelier than chance
 * (a test of the equal division at 0.001).
 */
export function isUneven(a: number, b: number): boolean {
  return a + b > 0 && twoSided(a - b, Math.sqrt(a + b)) < 0.001
}

export function rateOf({ units, successes }: Share): number {
  return units === 0 ? 0 : successes / units
}

function varianceOf({ units, sum, squares }: Amounts): number {
  return units < 2 ? 0 : Math.max(0, squares - (sum * sum) / units) / (units - 1)
}

function twoSided(difference: number, error: number): number {
  if (error === 0) return difference === 0 ? 1 : 0
  return 2 * normalCdf(-Math.abs(difference / error))
}

/** Wilson's score interval of a share. */
function scoreInterval({ units, successes }: Share, z: number): [low: number, high: number] {
  const p = successes / units
  const middle = p + (z * z) / (2 * units)
  const reach = z * Math.sqrt((p * (1 - p)) / units + (z * z) / (4 * units * units))
  const divisor = 1 + (z * z) / units
  return [(middle - reach) / divisor, (middle + reach) / divisor]
}
