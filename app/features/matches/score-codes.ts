/** How a match ended: in regular time, after extra time or overtime, or by penalties. */
export type ScoreCode = 'FT' | 'AET' | 'PEN'

const CODES: ReadonlyMap<string, ScoreCode> = new Map([
  ['ft', 'FT'],
  ['aet', 'AET'],
  ['aot', 'AET'],
  ['after extra time', 'AET'],
  ['pen', 'PEN'],
  ['ap', 'PEN'],
  ['after penalties', 'PEN'],
])

/** Sports with extra innings or extra time, but no status that says so: FT is any end. */
const WITHOUT_OVERTIME_STATUS: ReadonlySet<string> = new Set([
  'baseball',
  'aussie rules',
  'australian football',
])

/** How a match ended by the status of its event of TheSportsDB; undefined if that does not say it, as "Match Finished". */
export function scoreCodeOf(status: string | null, sport: string | null): ScoreCode | undefined {
  const code = CODES.get(status?.trim().toLowerCase() ?? '')
  const isAnyEnd =
    code === 'FT' && WITHOUT_OVERTIME_STATUS.has((sport ?? '').toLowerCase().replaceAll('-', ' '))
  return isAnyEnd ? undefined : code
}
