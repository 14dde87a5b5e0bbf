/** Sports in which extra time, overtime or extra innings count in the usual markets. */
const OVERTIME_SPORTS = ['basketball', 'ice hockey', 'american football', 'baseball', 'aussie rules']

/** @param sport its own name, or its slug */
export function hasOvertime(sport: string): boolean {
  return OVERTIME_SPORTS.includes(sport.toLowerCase().replaceAll('-', ' '))
}
