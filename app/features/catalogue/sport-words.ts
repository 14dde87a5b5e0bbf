/** Sports in which a person, or a pair, stands on each side: they have no home, and a verb in the singular. */
const OF_PLAYERS: ReadonlySet<string> = new Set([
  ...['badminton', 'beach-volleyball', 'boxing', 'chess', 'cycling', 'darts', 'fencing', 'golf', 'judo'],
  ...[
    'kickboxing',
    'mma',
    'motorsport',
    'padel',
    'pickleball',
    'snooker',
    'squash',
    'table-tennis',
    'tennis',
  ],
  ...['wrestling'],
])

/** Sports that begin with a kick of the ball. */
const KICKED_OFF: ReadonlySet<string> = new Set([
  ...['american-football', 'aussie-rules', 'football', 'futsal', 'rugby', 'rugby-league', 'rugby-union'],
  ...['soccer'],
])

/** Whether players and not teams meet in a sport. @param slug the sport's */
export function isOfPlayers(slug: string): boolean {
  return OF_PLAYERS.has(slug)
}

/** Whether the matches of a sport have a kick-off and a full time. @param slug the sport's */
export function isKickedOff(slug: string): boolean {
  return KICKED_OFF.has(slug)
}
