import { nameSimilarity } from '#app/features/names/similarity.ts'

/** Weights of the score: the better of a team's names, its sport, its league. */
const NAME_SHARE = 0.6
const SPORT_SHARE = 0.2
const LEAGUE_SHARE = 0.2
/** A match is accepted above this, and has high confidence above the other. Both limits are exclusive. */
export const ACCEPTED_ABOVE = 0.6
export const HIGH_ABOVE = 0.8

export type Confidence = 'direct' | 'high' | 'medium'

/** A team as a match names it; empty where the match does not state it. */
export interface MatchTeam {
  name: string
  sport: string
  country: string
  league: string
}

/** The sports database's data of a team for the score. */
export interface DatabaseTeam {
  name: string
  /** Other names, separated by commas. */
  alternate: string | null
  sport: string | null
  leagues: readonly string[]
}

/** The names of one sport, one sport per line: each is normalised to the last of its line. */
const SPORTS = new Map(
  [
    ['soccer', 'association football', 'football'],
    ['gridiron', 'nfl', 'american football'],
    ['hockey', 'ice hockey'],
    ['rugby', 'rugby union'],
    ['mma', 'mixed martial arts', 'fighting'],
    ['motor sport', 'motorsport', 'racing'],
  ].flatMap((names) => names.map((name) => [name, names.at(-1) ?? name] as const)),
)

/** A sport's name in its normalised form: 'Soccer' and 'Football' are one. */
export function sportKey(sport: string): string {
  const plain = sport.trim().toLowerCase()
  return SPORTS.get(plain) ?? plain
}

/** All names of a sport, in lower case. */
export function sportNames(sport: string): string[] {
  const key = sportKey(sport)
  return [...new Set([key, ...[...SPORTS.keys()].filter((name) => SPORTS.get(name) === key)])]
}

/** The team's own name and each of the others. */
export function namesOf(team: Pick<DatabaseTeam, 'name' | 'alternate'>): string[] {
  const others = (team.alternate ?? '').split(/[,;]/).map((name) => name.trim())
  return [...new Set([team.name, ...others])].filter((name) => name !== '' && name !== 'NULL')
}

/**
 * The score of the specification: 0.6 × the better similarity of name and other names + 0.2 × that of the sport + 0.2 ×
 * that of the best of its leagues, each by character pairs; rounded to four decimals before it is compared.
 */
export function formulaScore(match: MatchTeam, team: DatabaseTeam): number {
  const name = best(namesOf(team), match.name)
  const sport = nameSimilarity(sportKey(match.sport), sportKey(team.sport ?? ''))
  const league = best(team.leagues.length > 0 ? team.leagues : [''], match.league)
  return Math.round((NAME_SHARE * name + SPORT_SHARE * sport + LEAGUE_SHARE * league) * 10_000) / 10_000
}

function best(names: readonly string[], wanted: string): number {
  return Math.max(0, ...names.map((name) => nameSimilarity(name, wanted)))
}

/** The confidence by the thresholds of the score; null where it is not accepted. */
export function confidenceOf(score: number): Exclude<Confidence, 'direct'> | null {
  if (score > HIGH_ABOVE) return 'high'
  return score > ACCEPTED_ABOVE ? 'medium' : null
}

/** Whether the database's team is exactly the match's: name, sport and a league, ignoring case. */
export function isDirect(match: MatchTeam, team: DatabaseTeam): boolean {
  const league = match.league.trim().toLowerCase()
  return (
    match.name.trim().toLowerCase() === team.name.trim().toLowerCase() &&
    sportKey(match.sport) === sportKey(team.sport ?? '') &&
    league !== '' &&
    team.leagues.some((other) => other.trim().toLowerCase() === league)
  )
}

/** A badge's address; null, an empty text and the text NULL all mean that there is none. */
export function badgeOf(url: string | null): string | null {
  const trimmed = url?.trim() ?? ''
  return trimmed === '' || trimmed.toUpperCase() === 'NULL' ? null : trimmed
}

/** Too short, or a legal form: such a word matches half the database. */
const WIDE_WORD =
  /^(?:.{0,2}|1|afc|cfc|fc|ac|as|sc|cf|cd|ca|ud|us|fk|sk|nk|bk|if|sv|vfb|vfl|tsv|club|real|the)$/i

/** The word by which a team is searched: the first, or the longest where the first is too common. */
export function searchWord(name: string): string {
  const words = name.split(/[\s.]+/).filter(Boolean)
  const [first = ''] = words
  if (!WIDE_WORD.test(first)) return first
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), first)
}
