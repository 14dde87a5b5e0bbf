import { isReserved, TEAM } from '#app/platform/paths.ts'
import { slug } from './slug.ts'

/** Feeds' names of one sport; the first is the name on this site. */
const SPORTS: readonly (readonly string[])[] = [
  ['Soccer', 'Football', 'Association Football'],
  ['American Football', 'NFL', 'Gridiron'],
  ['Ice Hockey'],
  ['MMA', 'Mixed Martial Arts'],
  ['Aussie Rules', 'Australian Rules', 'Australian Football', 'AFL'],
  ['Table Tennis', 'Ping Pong'],
  ['Esports', 'E-Sports'],
]

const CANONICAL_SPORT = new Map(
  SPORTS.flatMap((names) => names.map((name) => [placeKey(name), names[0] ?? name] as const)),
)

// Names of feeds are looked up in maps: an object would have an entry for a sport called "constructor".
const FIXED_POSITIONS = new Map(
  Object.entries({ soccer: 0, tennis: 1, basketball: 2, cricket: 3, americanfootball: 4 }),
)
/** The first position of all other sports. */
export const FIRST_FREE_SPORT_POSITION = 5

const ICONS = new Map(
  Object.entries({
    soccer: 'football',
    tennis: 'tennis',
    basketball: 'basketball',
    boxing: 'boxing',
    baseball: 'baseball',
    americanfootball: 'american-football',
  }),
)

/** A name without case, accents, spaces and punctuation: `La Liga` and `LaLiga` are equal. */
export function placeKey(name: string): string {
  return slug(name).replace(/[-_]/g, '') || name.normalize('NFKC').toLowerCase()
}

/** A league's name for comparisons: '2. Bundesliga' equals 'Bundesliga 2'. */
export function leagueKey(name: string): string {
  return placeKey(name).replace(/^(\d)(?=\D)(.*)$/, '$2$1')
}

/** The one name of a sport that feeds call by several names: Football is Soccer, American Football is not. */
export function sportName(name: string): string {
  return CANONICAL_SPORT.get(placeKey(name)) ?? name
}

/** The key that all names of a sport share. */
export function sportKey(name: string): string {
  return placeKey(sportName(name))
}

/** The fixed position in the menu, or null. */
export function fixedSportPosition(name: string): number | null {
  return FIXED_POSITIONS.get(sportKey(name)) ?? null
}

export function sportIcon(name: string): string {
  return ICONS.get(sportKey(name)) ?? 'football'
}

/** A slug for any name: if it has no letter or digit, `fallback` with a number made from the name. */
export function slugOr(name: string, fallback: string): string {
  const made = slug(name)
  if (made) return made
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_000
  return `${fallback}-${hash}`
}

/** A sport's slug is in the same place of an address as the site's own pages: 'Search' must not be hidden by one. */
export function sportSlug(name: string): string {
  const made = slugOr(name, 'sport')
  return isReserved(made) ? `${made}-sport` : made
}

/** `team` is in the same place of an address as a league. */
export function leagueSlug(name: string): string {
  const made = slugOr(name, 'league')
  return made === TEAM ? `${made}-league` : made
}

/** The position after the last, or the common one if the rows have not been ordered yet. */
export function nextPosition(positions: readonly number[]): number {
  if (positions.length === 0) return 1
  const last = Math.max(...positions)
  return positions.every((position) => position === last) && positions.length > 1
    ? last
    : last <= 1
      ? 1
      : last + 1
}
