/**
 * Sports in which extra time, overtime or extra innings count in the usual markets, and whether a match can be level after
 * them: in the regular season of the NFL and the AFL, and after the last extra inning of Japanese and Korean leagues. One goal,
 * of the overtime or of the shoot-out, decides a match of ice hockey.
 */
const OVERTIME_SPORTS: Record<string, 'decides' | 'decides by a goal' | 'can be level'> = {
  basketball: 'decides',
  'ice hockey': 'decides by a goal',
  'american football': 'can be level',
  baseball: 'can be level',
  'aussie rules': 'can be level',
}

/** Sports that are played until a side has won. */
const PLAYED_OUT = [
  'tennis',
  'table tennis',
  'volleyball',
  'beach volleyball',
  'badminton',
  'squash',
  'padel',
  'pickleball',
]

/** @param sport its own name, or its slug */
export function hasOvertime(sport: string): boolean {
  return Object.hasOwn(OVERTIME_SPORTS, nameOf(sport))
}

/**
 * Whether neither side may be ahead at the end of a period of a match. A set always has a winner. A sport that is not known
 * can end level, also with overtime.
 * @param sport its own name, or its slug
 */
export function canBeLevel(sport: string, period: string): boolean {
  if (period === 'full_time') return !PLAYED_OUT.includes(nameOf(sport))
  if (period === 'with_overtime') return (OVERTIME_SPORTS[nameOf(sport)] ?? 'can be level') === 'can be level'
  return !period.startsWith('set_')
}

/** Whether a level match is won by the next goal. @param sport its own name, or its slug */
export function isDecidedByGoal(sport: string): boolean {
  return OVERTIME_SPORTS[nameOf(sport)] === 'decides by a goal'
}

const nameOf = (sport: string) => sport.toLowerCase().replaceAll('-', ' ')
