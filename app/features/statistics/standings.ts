import { slug } from '../catalogue/slug.ts'
import { isOfPlayers } from '../catalogue/sport-words.ts'
import { isSideUnknown, splitLeagueSide, splitSide } from '../names/sides.ts'

/** How the results of a sport become a table. */
export type TableRule =
  /** Three points for a win, one for a draw. */
  | 'three-points'
  /** Two points for a win, one for a draw. */
  | 'two-points'
  /** Of volleyball: 3 points for 3:0 and 3:1, 2 for 3:2, 1 for 2:3. */
  | 'sets'
  /** The share of matches won; a draw is half a win. */
  | 'win-share'

const RULES: ReadonlyMap<string, TableRule> = new Map([
  ['soccer', 'three-points'],
  ['football', 'three-points'],
  ['futsal', 'three-points'],
  ['handball', 'two-points'],
  ['volleyball', 'sets'],
])

/** The rule of a sport; null if players compete, whose leagues have no table. @param sport its slug */
export function tableRuleOf(sport: string): TableRule | null {
  if (isOfPlayers(sport)) return null
  return RULES.get(sport) ?? 'win-share'
}

/** Fewer results are no table. */
export const LEAST_RESULTS = 5

export const TABLE_KINDS = ['overall', 'home', 'away', 'form'] as const
export type TableKind = (typeof TABLE_KINDS)[number]

export function readTableKind(query: URLSearchParams): TableKind {
  return TABLE_KINDS.find((it) => it === query.get('table')) ?? 'overall'
}

/** The number of matches of the form. */
export const FORM_MATCHES = 5

/** A finished match with both scores. */
export interface TableResult {
  id: string
  home: string
  away: string
  homeScore: number
  awayScore: number
  startTime: Date
}

export type Outcome = 'win' | 'draw' | 'lose'

export interface FormResult extends TableResult {
  outcome: Outcome
}

export interface TableRow {
  /** Equal for rows that no criterion separates. */
  rank: number
  /** As its latest match writes it. */
  team: string
  slug: string
  played: number
  won: number
  drawn: number
  lost: number
  scored: number
  conceded: number
  /** Null where the win share decides. */
  points: number | null
  /** 0 to 1. */
  winShare: number
  /** The last matches within the table, newest first. */
  form: FormResult[]
}

/** How a team is recognised within a league or country: by the letters and digits of its name. */
export function teamKey(name: string): string {
  return slug(name) || name.trim().toLowerCase()
}

/** Whether a league is of women or youth. Teams in it can have the plain names of their clubs. */
export function isLeagueApart(league: string): boolean {
  const { women, age } = splitLeagueSide(league)
  return women || age !== null
}

/** Whether the page of a team's name is about the team of this league. */
export function hasTeamPage(team: string, league: string): boolean {
  return !isLeagueApart(league) || !isSideUnknown(splitSide(team).side)
}

/**
 * The table of some results.
 * @param keyOf which team a name means
 */
export function buildTable(
  results: readonly TableResult[],
  { rule, kind, keyOf = teamKey }: { rule: TableRule; kind: TableKind; keyOf?: (name: string) => string },
): TableRow[] {
  const newestFirst = results.toSorted(
    (a, b) => b.startTime.getTime() - a.startTime.getTime() || a.id.localeCompare(b.id),
  )
  const played = new Map<string, { name: string; own: Own[] }>()
  for (const result of newestFirst) {
    for (const side of ['home', 'away'] as const) {
      const key = keyOf(result[side])
      const team = played.get(key) ?? { name: result[side], own: [] }
      played.set(key, team)
      if (kind === 'home' || kind === 'away' ? side === kind : true) team.own.push(ownOf(result, side))
    }
  }
  const rows = [...played]
    .map(([key, { name, own }]) => rowOf(key, name, kind === 'form' ? own.slice(0, FORM_MATCHES) : own, rule))
    .filter((row) => row.played > 0)
    .sort((a, b) => compareRows(a, b) || a.team.localeCompare(b.team))
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1]
    row.rank = above && compareRows(above, row) === 0 ? above.rank : index + 1
  }
  return rows
}

/** A result as one of its sides sees it. */
interface Own {
  result: TableResult
  scored: number
  conceded: number
}

function ownOf(result: TableResult, side: 'home' | 'away'): Own {
  const { homeScore, awayScore } = result
  return side === 'home'
    ? { result, scored: homeScore, conceded: awayScore }
    : { result, scored: awayScore, conceded: homeScore }
}

export function outcomeOf({ scored, conceded }: { scored: number; conceded: number }): Outcome {
  return scored > conceded ? 'win' : scored < conceded ? 'lose' : 'draw'
}

function rowOf(key: string, team: string, own: readonly Own[], rule: TableRule): TableRow {
  const count = (outcome: Outcome) => own.filter((one) => outcomeOf(one) === outcome).length
  const sum = (of: (one: Own) => number) => own.reduce((total, one) => total + of(one), 0)
  const [won, drawn] = [count('win'), count('draw')]
  return {
    rank: 0,
    team,
    slug: key,
    played: own.length,
    won,
    drawn,
    lost: count('lose'),
    scored: sum((one) => one.scored),
    conceded: sum((one) => one.conceded),
    points: rule === 'win-share' ? null : sum((one) => pointsOf(one, rule)),
    winShare: own.length === 0 ? 0 : (won + drawn / 2) / own.length,
    form: own.slice(0, FORM_MATCHES).map((one) => ({ ...one.result, outcome: outcomeOf(one) })),
  }
}

function pointsOf(own: Own, rule: TableRule): number {
  const outcome = outcomeOf(own)
  if (rule === 'sets') {
    const isClose = Math.abs(own.scored - own.conceded) === 1
    if (outcome === 'win') return isClose ? 2 : 3
    return outcome === 'lose' && isClose ? 1 : 0
  }
  if (outcome === 'draw') return 1
  return outcome === 'win' ? (rule === 'three-points' ? 3 : 2) : 0
}

/** Points or the win share, then the difference of scores, then the scores, then the wins. */
function compareRows(a: TableRow, b: TableRow): number {
  const first = a.points !== null && b.points !== null ? b.points - a.points : b.winShare - a.winShare
  return first || b.scored - b.conceded - (a.scored - a.conceded) || b.scored - a.scored || b.won - a.won
}
