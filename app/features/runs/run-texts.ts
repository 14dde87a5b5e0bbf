/** Texts and translation keys, in the namespace `admin`, of runs and their results. Runs in the browser, too. */

import { type AdminTranslate, textOfKey } from '#app/platform/i18n/text-of-key.ts'
import type { ToolReason } from './schema.ts'

/** Failures with the same text for every kind of run. */
const OWN_TEXT = {
  no_items: 'import.error.no-items',
  no_matches: 'import.error.no-matches',
  not_configured: 'import.error.not-configured',
  unset_address: 'sources.problem-environment-key',
  credits_used_up: 'import.error.credits-used-up',
  budget_spent: 'import.error.budget-spent',
  mappings_unavailable: 'import.error.mappings',
  matches_unavailable: 'import.error.past-matches',
} as const

/** Otherwise, the text of the kind of run. */
const BY_KIND = {
  'sportsdb-countries': 'import.error.countries',
  'sportsdb-leagues': 'import.error.leagues',
  'sportsdb-seasons': 'import.error.seasons',
  'sportsdb-teams': 'import.error.teams',
  'sportsdb-events': 'import.error.events',
  removal: 'remove.error.failed',
  'media-cleanup': 'import.error.media-cleanup',
  'past-prices': 'import.error.failed',
  'map-data': 'dataMapping.error.data-run',
  'map-teams': 'dataMapping.error.team-run',
} as const

/** Whether a kind of run imports fixtures and prices, and so has the stages of an import; the others are tools. */
export function isFeed(kind: string): boolean {
  return !(kind in BY_KIND)
}

/** The name of a source or another kind of run; codes come from the database, also from later versions. */
export function sourceText(t: AdminTranslate, source: string): string {
  const [feed = '', of] = source.split(':')
  if (of) return `${sourceText(t, feed)} (${of})`
  return textOfKey(t, `import.source.${source}`, source)
}

/** 'Failed to import leagues', 'No matches found for the selected sport' and the like. */
export function runErrorKey(source: string, code: string) {
  if (code in OWN_TEXT) return OWN_TEXT[code as keyof typeof OWN_TEXT]
  if (source in BY_KIND) return BY_KIND[source as keyof typeof BY_KIND]
  return 'import.error.failed' as const
}

/** The error of a request for a run, for its candidates or for a feed's sports. */
const REQUEST_TEXT = {
  already_running: 'import.error.already-running',
  not_configured: 'import.error.not-configured',
  nothing_due: 'schedules.nothing-due',
  /** A feed's sports could not be listed. */
  unavailable: 'import.error.sports',
  nothing_to_remove: 'remove.error.none',
  /** The candidates of a removal could not be read. */
  no_candidates: 'remove.error.matches',
} as const

export function requestErrorKey(kind: keyof typeof REQUEST_TEXT) {
  return REQUEST_TEXT[kind]
}

/** Why an item was rejected, for its line of the log; codes come from the database, also from later versions. */
export function reasonKey(reason: ToolReason) {
  return `import.reason.${hyphenate(reason)}` as const
}

type Hyphenate<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}-${Hyphenate<Tail>}`
  : Text

function hyphenate<Text extends string>(text: Text): Hyphenate<Text> {
  return text.replaceAll('_', '-') as Hyphenate<Text>
}
