/** The sandbox's TheSportsDB: the leagues and matches of its feeds, with the names of such a database. */
import { DAY_MS, type DayKey, dayOf, HOUR_MS } from '#app/platform/time.ts'
import { matchesBetween, PAST_DAYS, type SandboxMatch, type SandboxWorld } from './calendar.ts'
import type { SandboxLeague, SandboxTeam } from './league.ts'
import { combine, hash32, unit } from './random.ts'
import { type FinalScore, finalScore } from './results.ts'

const AHEAD_DAYS = 16
const MATCH_LASTS_MS = 2 * HOUR_MS
/** Additions to the names of some of a sport's clubs. */
const SUFFIXES: Partial<Record<SandboxLeague['sport'], readonly string[]>> = {
  Soccer: ['FC', 'FC'],
  Basketball: ['BC', 'Basketball'],
  'Ice Hockey': ['HC'],
  Handball: ['Handball'],
  Volleyball: ['Volley'],
}

type Row = Record<string, string | null>

const nameOf = (team: SandboxTeam) => (typeof team === 'string' ? team : team.name)
const otherNameOf = (team: SandboxTeam) => (typeof team === 'string' ? '' : team.promo)

/** The name of a team: often that of the odds feed, sometimes the promo feed's, sometimes one with a club's letters. */
export function sportsDbTeamName(team: SandboxTeam, league: SandboxLeague): string {
  const name = nameOf(team)
  const draw = hash32(`${league.sport} ${name}`) % 4
  const suffixes = SUFFIXES[league.sport]
  const suffix = suffixes?.[draw % suffixes.length]
  if (draw === 0 && otherNameOf(team)) return otherNameOf(team)
  if (draw === 1 && suffix && !/\b[A-Z]{2}\b/.test(name) && league.country !== 'International')
    return `${name} ${suffix}`
  return name
}

const idOf = (text: string) => String(100_000 + (hash32(text) % 2_000_000_000))
const leagueId = (league: SandboxLeague) => idOf(`league ${league.oddsApiKey}`)
const teamId = (league: SandboxLeague, team: SandboxTeam) => idOf(`team ${league.sport} ${nameOf(team)}`)
const leagueName = (league: SandboxLeague) =>
  league.country === 'International' ? league.league : `${league.country} ${league.league}`
const countryName = (league: SandboxLeague) => (league.country === 'International' ? 'World' : league.country)

/** The answer of an endpoint; undefined for an unknown one. */
export function answerSportsDb(
  world: SandboxWorld,
  endpoint: string,
  params: URLSearchParams,
  now: Date,
): object | undefined {
  const sport = (params.get('s') ?? '').toLowerCase()
  const country = (params.get('c') ?? '').toLowerCase()
  const inPlace = (league: SandboxLeague) =>
    (!sport || league.sport.toLowerCase() === sport) &&
    (!country || countryName(league).toLowerCase() === country)
  switch (endpoint) {
    case 'all_countries.php':
      return { countries: countries(world) }
    case 'search_all_leagues.php':
      return { countries: orNull(world.leagues.filter(inPlace).map((league) => leagueRow(league, now))) }
    case 'search_all_seasons.php': {
      const league = world.leagues.find((one) => leagueId(one) === params.get('id'))
      if (!league) return { seasons: 'Invalid League ID passed' }
      return { seasons: [-2, -1, 0].map((years) => ({ strSeason: seasonOf(now, years), strBadge: null })) }
    }
    case 'search_all_teams.php': {
      const named = (params.get('l') ?? '').replaceAll('_', ' ').toLowerCase()
      const leagues = world.leagues.filter((league) =>
        named ? leagueName(league).toLowerCase() === named : inPlace(league),
      )
      return { teams: orNull(teamRows(leagues)) }
    }
    case 'searchevents.php':
      return { event: orNull(findEvents(world, params.get('e') ?? '', params.get('s'), now)) }
    default:
      return undefined
  }
}

const orNull = <T>(rows: T[]): T[] | null => (rows.length > 0 ? rows : null)

function countries(world: SandboxWorld): Row[] {
  const names = new Set(world.leagues.map(countryName))
  return [...names].sort().map((name) => ({ name_en: name, flag_url_32: null }))
}

/** From July to June. */
function seasonOf(instant: Date, years = 0): string {
  const day: DayKey = dayOf(instant, 'UTC')
  const first = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 7 ? 1 : 0) + years
  return `${first}-${first + 1}`
}

function leagueRow(league: SandboxLeague, now: Date): Row {
  return {
    idLeague: leagueId(league),
    strSport: league.sport,
    strLeague: leagueName(league),
    strLeagueAlternate: league.league,
    strCurrentSeason: seasonOf(now),
    intFormedYear: String(1880 + (hash32(league.league) % 120)),
    strGender: 'Male',
    strCountry: countryName(league),
    strWebsite: '',
    strDescriptionEN: null,
    strBadge: null,
    strLogo: null,
    strBanner: null,
  }
}

/** A club once, with up to four of its leagues. */
function teamRows(leagues: readonly SandboxLeague[]): Row[] {
  const rows = new Map<string, Row>()
  for (const league of leagues) {
    for (const team of league.teams) {
      const idTeam = teamId(league, team)
      const known = rows.get(idTeam)
      if (known) {
        const place = [2, 3, 4].find((n) => !known[`idLeague${n}`])
        if (place)
          Object.assign(known, {
            [`idLeague${place}`]: leagueId(league),
            [`strLeague${place}`]: leagueName(league),
          })
        continue
      }
      const name = sportsDbTeamName(team, league)
      const others = [nameOf(team), otherNameOf(team)].filter((one) => one && one !== name)
      rows.set(idTeam, {
        idTeam,
        strTeam: name,
        strTeamAlternate: others.join(', '),
        strTeamShort: '',
        intFormedYear: String(1880 + (hash32(name) % 120)),
        strSport: league.sport,
        idLeague: leagueId(league),
        strLeague: leagueName(league),
        idLeague2: null,
        strLeague2: '',
        idLeague3: null,
        strLeague3: '',
        idLeague4: null,
        strLeague4: '',
        idVenue: '0',
        strStadium: '',
        strDescriptionEN: null,
        strGender: 'Male',
        strCountry: countryName(league),
        strBadge: null,
      })
    }
  }
  return [...rows.values()]
}

/** Events of `Home_vs_Away`, the earliest first; of one season or of all. */
function findEvents(world: SandboxWorld, title: string, season: string | null, now: Date): Row[] {
  const [home, away] = title.replaceAll('_', ' ').toLowerCase().split(' vs ')
  if (!home || !away) return []
  const from = new Date(now.getTime() - PAST_DAYS * DAY_MS)
  const to = new Date(now.getTime() + AHEAD_DAYS * DAY_MS)
  const rows: Row[] = []
  for (const league of world.leagues) {
    const plays = (name: string) =>
      league.teams.some((team) => sportsDbTeamName(team, league).toLowerCase() === name)
    if (!plays(home) || !plays(away)) continue
    for (const match of matchesBetween({ ...world, only: league.oddsApiKey }, from, to)) {
      if (sportsDbTeamName(match.home, league).toLowerCase() !== home) continue
      if (sportsDbTeamName(match.away, league).toLowerCase() !== away) continue
      if (!season || seasonOf(match.start) === season) rows.push(eventRow(match, now))
    }
  }
  return rows.toSorted((a, b) => ((a.strTimestamp ?? '') < (b.strTimestamp ?? '') ? -1 : 1))
}

function eventRow(match: SandboxMatch, now: Date): Row {
  const { league, start } = match
  const home = sportsDbTeamName(match.home, league)
  const away = sportsDbTeamName(match.away, league)
  const isOver = start.getTime() + MATCH_LASTS_MS <= now.getTime()
  const score = isOver ? finalScore(match) : null
  const [day = '', time = ''] = start.toISOString().split(/[T.]/)
  const local = dayOf(start, league.zone)
  return {
    idEvent: String(1 + Math.floor(unit(combine(match.hash, 8_001)) * 2_000_000_000)),
    idAPIfootball: null,
    strEvent: `${home} vs ${away}`,
    strEventAlternate: `${away} @ ${home}`,
    strSport: league.sport,
    idLeague: leagueId(league),
    strLeague: leagueName(league),
    strSeason: seasonOf(start),
    strHomeTeam: home,
    strAwayTeam: away,
    idHomeTeam: teamId(league, match.home),
    idAwayTeam: teamId(league, match.away),
    intHomeScore: score && String(score.home),
    intAwayScore: score && String(score.away),
    intRound: '0',
    intSpectators: null,
    strTimestamp: `${day}T${time}`,
    dateEvent: day,
    dateEventLocal: local,
    strTime: time,
    strTimeLocal: null,
    strVenue: '',
    strCountry: countryName(league),
    strStatus: score ? statusOf(match, score) : 'Not Started',
    strPostponed: 'no',
  }
}

function statusOf(match: SandboxMatch, { isProlonged }: FinalScore): string {
  if (isProlonged) return 'AOT'
  return match.hash % 5 === 0 ? 'FT' : 'Match Finished'
}
