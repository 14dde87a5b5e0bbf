/** How a match ended: in regular time, after extra time or overtime, or by penalties. */
export type ScoreCode = 'FT' | 'AET' | 'PEN'

/** The statuses of TheSportsDB for a match that is over, of its two vocabularies; null if one does not say how it ended. */
const ENDS: ReadonlyMap<string, ScoreCode | null> = new Map([
  ['match finished', null],
  ['finished', null],
  ['ft', 'FT'],
  ['aet', 'AET'],
  ['after extra time', 'AET'],
  ['aot', 'AET'],
  ['after over time', 'AET'],
  ['pen', 'PEN'],
  ['ap', 'PEN'],
  ['after penalties', 'PEN'],
])

const keyOf = (status: string | null) => status?.trim().toLowerCase() ?? ''

/** Whether a match is over by the status of its event of TheSportsDB. */
export function isEnded(status: string): boolean {
  return ENDS.has(keyOf(status))
}

/** Sports with extra innings or extra time, but no status that says so: FT is any end. */
const WITHOUT_OVERTIME_STATUS: ReadonlySet<string> = new Set([
  'baseball',
  'aussie rules',
  'australian football',
])

/** How a match ended by the status of its event of TheSportsDB; undefined if that does not say it, as "Match Finished". */
export function scoreCodeOf(status: string | null, sport: string | null): ScoreCode | undefined {
  const code = ENDS.get(keyOf(status)) ?? undefined
  const isAnyEnd =
    code === 'FT' && WITHOUT_OVERTIME_STATUS.has((sport ?? '').toLowerCase().replaceAll('-', ' '))
  return isAnyEnd ? undefined : code
}
