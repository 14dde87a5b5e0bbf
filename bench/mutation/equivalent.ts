import type { Mutant } from './mutants.ts'

/** A mutant that does the same as the original, so that no test can tell them apart. */
export interface Equivalent {
  file: string
  /** The line in which it is, without its indentation; where it is absent, every line with this change. */
  code?: string
  original: string
  mutant: string
  reason: string
}

export const EQUIVALENT: readonly Equivalent[] = []

/** Why the mutant counts as none; undefined where it counts. */
export function reasonOf(mutant: Mutant, list: readonly Equivalent[] = EQUIVALENT): string | undefined {
  return list.find((it) => isSame(it, mutant))?.reason
}

/** Entries of files that were looked at, without a mutant: the source has changed since. */
export function findStale(
  mutants: readonly Mutant[],
  list: readonly Equivalent[] = EQUIVALENT,
): Equivalent[] {
  const files = new Set(mutants.map(({ file }) => file))
  return list.filter((it) => files.has(it.file) && !mutants.some((mutant) => isSame(it, mutant)))
}

function isSame(it: Equivalent, mutant: Mutant): boolean {
  return (
    it.file === mutant.file &&
    (it.code === undefined || it.code === mutant.code) &&
    it.original === mutant.original &&
    it.mutant === mutant.mutant
  )
}
