/** The data that a screen can fail to read; the texts are `load.*` of the back office. */
const LOAD_PROBLEMS = [
  'sports-data',
  'countries-data',
  'leagues-data',
  'sports',
  'countries',
  'leagues',
  'matches',
  'affiliate-buttons',
  'promotions',
  'languages',
  'languages-and-namespaces',
  'translations',
  'settings',
  'screen',
] as const

export type LoadProblem = (typeof LOAD_PROBLEMS)[number]

export function isLoadProblem(body: unknown): body is { load: LoadProblem } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'load' in body &&
    LOAD_PROBLEMS.includes(body.load as LoadProblem)
  )
}

/** The data of a screen that the user's role may not open. */
export const FORBIDDEN = 'forbidden'

/** The data of a screen when the user could not be determined. */
export const UNVERIFIED = 'unverified'
