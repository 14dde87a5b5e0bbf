/** The setup that a new site needs before it earns: each step is done when the stored data show it. */
import type { ConnectionCode } from '#app/features/sources/connection.server.ts'

/** In the recommended order. Texts: `first-steps.<step>`. */
export const FIRST_STEPS = ['name', 'languages', 'source', 'import', 'bookmakers', 'legal'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export interface FirstStepsFacts {
  siteName: string
  hasName: boolean
  hasLogo: boolean
  languages: { areChosen: boolean; count: number; default: string; incomplete: string[] }
  sources: { key: string; isSetUp: boolean; test: ConnectionCode | null; works: boolean }[]
  hasMatches: boolean
  /** Whether the site has odds that an operator has typed: it needs no source. */
  hasTypedPrices: boolean
  upcoming: number
  activeSchedules: number
  bookmakers: { total: number; linked: number }
  /** Links to legal pages in the footer, and published pages of the operator. */
  legalLinks: number
}

export interface FirstSteps extends FirstStepsFacts {
  done: Record<FirstStep, boolean>
}

/** The steps that are done. */
export function judgeFirstSteps(facts: FirstStepsFacts): Record<FirstStep, boolean> {
  return {
    name: facts.hasName && facts.hasLogo,
    languages:
      facts.languages.areChosen && facts.languages.default !== '' && facts.languages.incomplete.length === 0,
    source: facts.hasTypedPrices || facts.sources.some(({ works }) => works),
    import: facts.hasMatches,
    bookmakers: facts.bookmakers.linked > 0,
    legal: facts.legalLinks > 0,
  }
}
