/** Sports whose sides are a person or a pair, by their keys: they have no home side, and their verbs are singular. */
export const OF_PLAYERS: ReadonlySet<string> = new Set(
  (
    'badminton beachvolleyball boxing chess cycling darts fencing golf judo kickboxing mma motorsport muaythai padel ' +
    'pickleball pool snooker squash sumo tabletennis tennis wrestling'
  ).split(' '),
)

/** Sports that begin with a kick-off. */
const KICKED_OFF: ReadonlySet<string> = new Set([
  ...['american-football', 'aussie-rules', 'football', 'futsal', 'rugby', 'rugby-league', 'rugby-union'],
  ...['soccer'],
])

/** Whether players, not teams, compete in a sport. @param slug the sport's, or the key that all its names share */
export function isOfPlayers(slug: string): boolean {
  return OF_PLAYERS.has(slug.replaceAll('-', ''))
}

/** Whether the matches of a sport have a kick-off and a full time. @param slug the sport's */
export function isKickedOff(slug: string): boolean {
  return KICKED_OFF.has(slug)
}
