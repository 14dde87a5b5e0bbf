import { addDays, DAY_MS, type DayKey, dayOf, HOUR_MS, MINUTE_MS, startOfDay } from '#app/platform/time.ts'
import type { SandboxLeague, SandboxSport, SandboxTeam } from './league.ts'
import { combine, hash32, unit } from './random.ts'

export const PAST_DAYS = 60

/** The days and hours of a sport's rounds, and how far in advance the feed lists them. */
interface Rhythm {
  /** Days between the first days of two rounds; rounds begin on a fixed weekday when this is 7. */
  every: number
  /** Days of the round, from its first day, over which its matches are distributed. */
  spread: readonly number[]
  /** Local kick-off hours. */
  hours: readonly number[]
  /** The number of days in advance for which matches are on offer. */
  ahead: number
  /** The maximum number of matches of a round. */
  most: number
}

const AFTERNOON_AND_EVENING = [13, 15, 15, 16, 18, 18, 20, 20.75]
/** A weekly round of domestic leagues: Friday to Monday, counted from Friday. */
const WEEKEND = [0, 1, 1, 1, 2, 2, 2, 3]
/** Tuesday to Thursday, counted from Friday: international cups, so that no club plays twice on a day. */
const MIDWEEK = [4, 5, 5, 6]

const RHYTHMS: Record<SandboxSport, Rhythm> = {
  Soccer: { every: 7, spread: WEEKEND, hours: AFTERNOON_AND_EVENING, ahead: 15, most: 12 },
  Tennis: { every: 1, spread: [0], hours: [11, 13, 15, 18], ahead: 4, most: 4 },
  Basketball: { every: 7, spread: WEEKEND, hours: [17, 18, 19, 20, 20.5], ahead: 12, most: 8 },
  'Ice Hockey': { every: 7, spread: WEEKEND, hours: [15, 17, 18, 19, 19.5], ahead: 12, most: 8 },
  'American Football': {
    every: 7,
    spread: [1, 2, 2, 2, 2, 3],
    hours: [13, 13, 16, 16.5, 20],
    ahead: 12,
    most: 12,
  },
  Baseball: { every: 1, spread: [0], hours: [12, 14, 16, 17.5], ahead: 5, most: 4 },
  Handball: { every: 7, spread: WEEKEND, hours: [16, 17, 18, 19, 20], ahead: 12, most: 8 },
  Volleyball: { every: 7, spread: WEEKEND, hours: [16, 17, 18, 19, 20], ahead: 12, most: 8 },
  'Rugby Union': { every: 7, spread: [0, 1, 1, 1, 2], hours: [14, 15, 17, 19.75], ahead: 14, most: 8 },
}

/**
 * Leagues that play all week. None has a club in an international competition of the sandbox, whose days are Tuesday to
 * Thursday. They are distributed over the time zones, so that a match is in play at every hour. Where a team plays on
 * two consecutive days, its hours stay on one side of midnight UTC: it plays once a day in UTC, too.
 */
const EVERY_OTHER_DAY = { every: 2, spread: [0, 1], ahead: 6, most: 6 }
const ALL_WEEK = { spread: [0, 1, 2, 3, 4, 5] }
const BUSY_LEAGUES: Record<string, Partial<Rhythm>> = {
  baseball_kbo: { hours: [13, 14, 16, 18.5] },
  baseball_npb: { hours: [13, 14, 16, 18] },
  basketball_argentina_liga_nacional: { ...EVERY_OTHER_DAY, hours: [17, 19, 20.5] },
  basketball_china_basketball_association: { ...EVERY_OTHER_DAY, hours: [15, 19.5, 20.5] },
  basketball_japan_b_league: { ...EVERY_OTHER_DAY, hours: [14, 16, 19] },
  basketball_nba: { ...EVERY_OTHER_DAY, hours: [20, 21, 22.5] },
  basketball_nbl: { ...EVERY_OTHER_DAY, hours: [17, 18.5, 20] },
  basketball_poland_basket_liga: { ...EVERY_OTHER_DAY, hours: [16, 17.5, 20] },
  icehockey_ahl: { ...EVERY_OTHER_DAY, hours: [15, 17, 18.5] },
  icehockey_russia_kontinental_hockey_league: { ...EVERY_OTHER_DAY, hours: [14.5, 16, 17] },
  icehockey_nhl: { ...EVERY_OTHER_DAY, hours: [20, 20.5, 22] },
  soccer_argentina_primera_nacional: { ...ALL_WEEK, hours: [15, 17, 19, 21.25] },
  soccer_brazil_serie_b: { ...ALL_WEEK, hours: [16, 18.5, 19, 21.5] },
  soccer_egypt_premier_league: { ...ALL_WEEK, hours: [14.5, 15, 17, 20] },
  soccer_england_league1: { ...ALL_WEEK, hours: [12.5, 15, 19.75] },
  soccer_india_super_league: { ...ALL_WEEK, hours: [15, 17, 19.5] },
  soccer_italy_serie_b: { ...ALL_WEEK, hours: [15, 17.25, 20.5] },
  soccer_usa_mls: { ...ALL_WEEK, hours: [16, 19.5, 22.5] },
  tennis_atp_paris_masters: { hours: [10, 12, 14, 16.5, 19, 20.5] },
  tennis_atp_shanghai_masters: { hours: [10.5, 12, 14, 16.5, 18.5, 20.5] },
  tennis_challenger_bratislava: { hours: [9.5, 11, 13, 15, 17.5] },
  tennis_challenger_charlottesville: { hours: [10, 12, 14, 16, 18] },
  tennis_wta_guadalajara_open: { hours: [8.5, 10, 11.5, 13.5, 15] },
  tennis_wta_wuhan_open: { hours: [11, 13, 15, 18.5, 20] },
}

/** The parameters of the sandbox. */
export interface SandboxWorld {
  leagues: readonly SandboxLeague[]
  seed: number
  /** The key of the one competition that is requested; its matches are the same as among all competitions. */
  only?: string
}

/** A match of the sandbox: the same at every request. */
export interface SandboxMatch {
  league: SandboxLeague
  home: SandboxTeam
  away: SandboxTeam
  start: Date
  /** The seed of everything about the match. */
  hash: number
  /** Strength of both sides, about -1.5 to 1.5. */
  homeStrength: number
  awayStrength: number
  /** Whether it is one of the few matches whose best prices make a sure bet. */
  isSureBet: boolean
}

/** Matches that start from `from` and before `to`, in order of league and round. */
export function* matchesBetween(world: SandboxWorld, from: Date, to: Date): Generator<SandboxMatch> {
  const first = roundDay(from) - 8
  const last = roundDay(to) + 1
  for (const [position, league] of world.leagues.entries()) {
    if (world.only !== undefined && world.only !== league.oddsApiKey) continue
    const rhythm = rhythmOf(league)
    for (let round = Math.floor(first / rhythm.every); round * rhythm.every <= last; round += 1) {
      const hasSureBet = isTurnOf(position, rhythm, round, world)
      for (const match of matchesOfRound(league, rhythm, world.seed, round, hasSureBet)) {
        if (match.start >= from && match.start < to) yield match
      }
    }
  }
}

/** The matches that a feed offers at an instant: future matches, and those that began within two hours. */
export function* offeredMatches(world: SandboxWorld, now: Date): Generator<SandboxMatch> {
  const from = new Date(now.getTime() - 2 * HOUR_MS)
  const to = new Date(now.getTime() + 16 * DAY_MS)
  for (const match of matchesBetween(world, from, to)) {
    if (match.start.getTime() < now.getTime() + rhythmOf(match.league).ahead * DAY_MS) yield match
  }
}

/** Leagues with a sure bet in a week; the feed shows about two weeks. */
const SURE_BETS_A_WEEK = 5

/**
 * Leagues take turns, so that there are always some sure bets and never too many; random choice would guarantee
 * neither.
 */
function isTurnOf(
  position: number,
  { every }: Rhythm,
  round: number,
  { leagues, seed }: SandboxWorld,
): boolean {
  const week = Math.floor((round * every) / 7)
  const isFirstOfWeek = Math.floor(((round - 1) * every) / 7) !== week
  const turns = Math.max(1, Math.floor(leagues.length / SURE_BETS_A_WEEK))
  return isFirstOfWeek && (position + week * 7 + seed) % turns === 0
}

function rhythmOf(league: SandboxLeague): Rhythm {
  return { ...RHYTHMS[league.sport], ...BUSY_LEAGUES[league.oddsApiKey] }
}

/** 1 January 1970 was a Thursday: the first weekly round begins on the next day. */
const FIRST_FRIDAY = 1

/** Days since the first Friday of 1970. */
function roundDay(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS) - FIRST_FRIDAY
}

function* matchesOfRound(
  league: SandboxLeague,
  rhythm: Rhythm,
  seed: number,
  round: number,
  hasSureBet: boolean,
): Generator<SandboxMatch> {
  const pairs = pairsOfRound(league.teams.length, round).slice(0, rhythm.most)
  const leagueHash = combine(hash32(league.oddsApiKey), seed)
  const sureBet = hasSureBet ? combine(leagueHash, round) % pairs.length : -1
  const spread = league.country === 'International' && rhythm.every === 7 ? MIDWEEK : rhythm.spread
  for (const [index, [homeIndex, awayIndex]] of pairs.entries()) {
    const home = league.teams[homeIndex]
    const away = league.teams[awayIndex]
    if (!home || !away) continue
    const hash = combine(combine(leagueHash, round), index)
    const day = round * rhythm.every + FIRST_FRIDAY + pick(spread, index)
    const hour = pick(
      rhythm.hours,
      index + Math.floor(unit(leagueHash) * 7) + (rhythm.every < 7 ? round * 3 : 0),
    )
    yield {
      league,
      home,
      away,
      start: atLocal(day, hour, league.zone),
      hash,
      homeStrength: strength(league, homeIndex, leagueHash),
      awayStrength: strength(league, awayIndex, leagueHash),
      isSureBet: index === sureBet,
    }
  }
}

/**
 * The pairs of a round by the circle method. A team plays at home in every other round, with few exceptions; home and
 * away swap with each cycle.
 */
export function pairsOfRound(teams: number, round: number): [home: number, away: number][] {
  const size = teams + (teams % 2)
  const turn = ((round % (size - 1)) + (size - 1)) % (size - 1)
  const second = Math.floor(round / (size - 1)) % 2 !== 0
  const pairs: [number, number][] = []
  for (let i = 0; i < size / 2; i += 1) {
    const a = i === 0 ? size - 1 : (turn + i) % (size - 1)
    const b = (turn - i + size - 1) % (size - 1)
    if (a >= teams || b >= teams) continue
    // The last team stays at the first place, which the others pass.
    const isFirstAtHome = (i === 0 ? turn : i) % 2 === 0
    pairs.push(isFirstAtHome !== second ? [a, b] : [b, a])
  }
  return pairs
}

function strength(league: SandboxLeague, index: number, leagueHash: number): number {
  const byOrder = 1.1 * (1 - (2 * index) / Math.max(1, league.teams.length - 1))
  return byOrder + (unit(combine(leagueHash, index + 1_000)) - 0.5) * 0.5
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

const midnights = new Map<string, number>()

function atLocal(day: number, hour: number, zone: string): Date {
  const key = `${zone} ${day}`
  let midnight = midnights.get(key)
  if (midnight === undefined) {
    const date: DayKey = addDays(dayOf(new Date(0), 'UTC'), day)
    midnight = startOfDay(date, zone).getTime()
    if (midnights.size > 50_000) midnights.clear()
    midnights.set(key, midnight)
  }
  return new Date(midnight + Math.round(hour * 60) * MINUTE_MS)
}
