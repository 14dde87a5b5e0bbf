import type { Decision, ExperimentOutcome, ExperimentResult, Figures, VariantFigures } from './schema.ts'
import { compareMeans, compareShares } from './statistics.ts'

interface Rule {
  outcome: ExperimentOutcome
  alpha: number
  needed: number
}

/** Whether both variants have their units: only then does an experiment decide. */
export function isComplete({ a, b }: Figures, { needed }: Rule): boolean {
  return a.units >= needed && b.units >= needed
}

/** The figures with the difference of variant B from variant A. */
export function compareVariants(figures: Figures, { outcome, alpha }: Rule): ExperimentResult {
  const { a, b } = figures
  if (a.units === 0 || b.units === 0) return { a, b, difference: null, low: null, high: null, p: null }
  const compared =
    outcome === 'earnings'
      ? compareMeans(amountsOf(a), amountsOf(b), alpha)
      : compareShares(shareOf(a), shareOf(b), alpha)
  return { a, b, ...compared }
}

/** The decision of complete figures: the better variant where the test finds a difference. */
export function decide({ difference, p }: ExperimentResult, { alpha }: Rule): Decision {
  if (p === null || difference === null || p >= alpha || difference === 0) return 'none'
  return difference > 0 ? 'b' : 'a'
}

/** The rate or the mean of a variant; null without units. */
export function meanOf({ units, successes, sum }: VariantFigures): number | null {
  return units === 0 ? null : (successes ?? sum ?? 0) / units
}

const shareOf = ({ units, successes }: VariantFigures) => ({ units, successes: successes ?? 0 })
const amountsOf = ({ units, sum, squares }: VariantFigures) => ({
  ...{ units, sum: sum ?? 0, squares: squares ?? 0 },
})
