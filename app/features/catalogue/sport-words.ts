/** Sports in which a person, or a pair, stands on each side, by their keys: they have no home, and a verb in the singular. */
const OF_PLAYERS: ReadonlySet<string> = new Set(
  (
    'badminton beachvolleyball boxing chess cycling darts fencing golf judo kickboxing mma motorsport muaythai padel ' +
    'pickleball pool snooker squash sumo tabletennis tennis wrestling'
  ).split(' '),
)

/** Sports that begin with a kick of the ball. */
const KICKED_OFF: ReadonlySet<string> = new Set([
  ...['american-football', 'aussie-rules', 'football', 'futsal', 'rugby', 'rugby-league', 'rugby-union'],
  ...['soccer'],
])

/** Whether players and not teams meet in a sport. @param slug the sport's, or the key that all names of it share */
export function isOfPlayers(slug: string): boolean {
  return OF_PLAYERS.has(slug.replaceAll('-', ''))
}

/** Whether the matches of a sport have a kick-off and a full time. @param slug the sport's */
export function isKickedOff(slug: string): boolean {
  return KICKED_OFF.has(slug)
}
