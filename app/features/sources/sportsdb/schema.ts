/**
 * The schema of TheSportsDB v1: strict where an error would cause damage, tolerant elsewhere. Runs in the browser, too.
 */
import { z } from 'zod'
import { cleanText } from '#app/features/sources/reading.ts'

/**
 * The five endpoints in use, and the members in which each returns its items (the documented names first, then
 * alternatives).
 */
export const ENDPOINTS = {
  'all_countries.php': ['countries'],
  'search_all_leagues.php': ['countries', 'leagues', 'countrys'],
  'search_all_seasons.php': ['seasons'],
  'search_all_teams.php': ['teams'],
  'searchevents.php': ['event', 'events'],
} as const
export type Endpoint = keyof typeof ENDPOINTS

/** The requests that an administrator can send through the site: one of the endpoints, with its parameters. */
export const proxyRequestSchema = z.object({
  endpoint: z.enum(Object.keys(ENDPOINTS) as [Endpoint, ...Endpoint[]]),
  /** As in a query string: `c=Spain&s=Soccer`. */
  params: z
    .string()
    .max(1_000)
    .default('')
    .transform((query) => Object.fromEntries(new URLSearchParams(query))),
  sport: z.string().max(100).optional(),
})

/** An item that cannot be stored, with the reason. */
export class ItemError extends Error {
  override name = 'ItemError'
  readonly reason: 'invalid_id' | 'missing_name' | 'invalid_score' | 'not_an_item'
  constructor(reason: ItemError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const LARGEST_INTEGER = 2_147_483_647
const LARGEST_SCORE = 9_999
const LONGEST_ADDRESS = 2_000

/** Digits only: `12`, never `12.0`, ` 12`, `1e1` or `12abc`. Undefined for any other value. */
function strictInteger(value: unknown, largest = LARGEST_INTEGER): number | null | undefined {
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^\d{1,10}$/.test(text)) return undefined
  const number = Number(text)
  return number <= largest ? number : undefined
}

function requireId(value: unknown): number {
  const id = strictInteger(value)
  if (!id) throw new ItemError('invalid_id', `not an id: ${shown(value)}`)
  return id
}

const shown = (value: unknown) => String(JSON.stringify(value) ?? value).slice(0, 100)

const text = z
  .unknown()
  .optional()
  .transform((value) => cleanText(value) || null)
/** Longer text, which can have several lines. */
const prose = z
  .unknown()
  .optional()
  .transform((value) =>
    typeof value === 'string' && value.trim() ? value.trim().toWellFormed().replaceAll('\u0000', '') : null,
  )
const integer = z
  .unknown()
  .optional()
  .transform((value) => strictInteger(value) ?? null)
const reference = z
  .unknown()
  .optional()
  .transform((value) => strictInteger(value) || null)
const picture = z
  .unknown()
  .optional()
  .transform((value) => {
    const address = cleanText(value)
    return /^https?:\/\//i.test(address) && address.length <= LONGEST_ADDRESS ? address : null
  })

function requireName(value: unknown): string {
  const name = cleanText(value).slice(0, 200)
  if (!name) throw new ItemError('missing_name', `no name: ${shown(value)}`)
  return name
}

function members(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new ItemError('not_an_item', shown(value))
}

const countryParts = z.object({ flag_url_32: picture, badge_url: picture })

export function readCountry(value: unknown) {
  const item = members(value)
  const { flag_url_32, badge_url } = countryParts.parse(item)
  return { name_en: requireName(item.name_en), badge_url: flag_url_32 ?? badge_url }
}
export type SportsDbCountry = ReturnType<typeof readCountry>

const leagueParts = z.object({
  strLeagueAlternate: text,
  strSport: text,
  strCountry: text,
  strBadge: picture,
  strLogo: picture,
  strBanner: picture,
  strFilename: text,
  intFormedYear: integer,
  strDescriptionEN: prose,
  strCurrentSeason: text,
  strWebsite: text,
  strFacebook: text,
  strTwitter: text,
  strInstagram: text,
  strYoutube: text,
})

export function readLeague(value: unknown) {
  const item = members(value)
  const parts = leagueParts.parse(item)
  return {
    sportsdb_id: requireId(item.idLeague),
    name: requireName(item.strLeague),
    alternate_name: parts.strLeagueAlternate,
    sport: parts.strSport,
    country: parts.strCountry,
    badge_url: parts.strBadge,
    logo_url: parts.strLogo,
    banner_url: parts.strBanner,
    filename: parts.strFilename,
    formation_year: parts.intFormedYear,
    description: parts.strDescriptionEN,
    current_season: parts.strCurrentSeason,
    website: parts.strWebsite,
    facebook: parts.strFacebook,
    twitter: parts.strTwitter,
    instagram: parts.strInstagram,
    youtube: parts.strYoutube,
    raw_data: item,
  }
}
export type SportsDbLeague = ReturnType<typeof readLeague>

export function readSeason(value: unknown): { season: string } {
  return { season: requireName(members(value).strSeason) }
}

const DESCRIPTION_LANGUAGES = [
  ...['en', 'de', 'fr', 'cn', 'it', 'jp', 'ru', 'es', 'pt', 'se', 'nl', 'hu', 'no', 'pl', 'il'],
] as const

const teamParts = z.object({
  strTeamAlternate: text,
  strAlternate: text,
  strTeamShort: text,
  intFormedYear: integer,
  strSport: text,
  strLeague: text,
  idLeague: reference,
  strLeague2: text,
  idLeague2: reference,
  strLeague3: text,
  idLeague3: reference,
  strLeague4: text,
  idLeague4: reference,
  idVenue: reference,
  strStadium: text,
  strLocation: text,
  strStadiumLocation: text,
  intStadiumCapacity: integer,
  strStadiumDescription: prose,
  strStadiumThumb: picture,
  strKeywords: text,
  strWebsite: text,
  strFacebook: text,
  strTwitter: text,
  strInstagram: text,
  strYoutube: text,
  strColour1: text,
  strColour2: text,
  strColour3: text,
  strGender: text,
  strCountry: text,
  strBadge: picture,
  strTeamBadge: picture,
  strLogo: picture,
  strBanner: picture,
  strFanart1: picture,
  strEquipment: picture,
})

export function readTeam(value: unknown) {
  const item = members(value)
  const parts = teamParts.parse(item)
  const descriptions = Object.fromEntries(
    DESCRIPTION_LANGUAGES.map((code) => [
      `description_${code}`,
      prose.parse(item[`strDescription${code.toUpperCase()}`]),
    ]),
  )
  return {
    team_id: requireId(item.idTeam),
    team_name: requireName(item.strTeam),
    team_alternate: parts.strTeamAlternate ?? parts.strAlternate,
    team_short: parts.strTeamShort,
    formed_year: parts.intFormedYear,
    sport: parts.strSport,
    league_id: parts.idLeague,
    league_name: parts.strLeague,
    league_id_2: parts.idLeague2,
    league_name_2: parts.strLeague2,
    league_id_3: parts.idLeague3,
    league_name_3: parts.strLeague3,
    league_id_4: parts.idLeague4,
    league_name_4: parts.strLeague4,
    venue_id: parts.idVenue,
    stadium: parts.strStadium,
    stadium_location: parts.strStadiumLocation ?? parts.strLocation,
    stadium_capacity: parts.intStadiumCapacity,
    stadium_description: parts.strStadiumDescription,
    stadium_thumb_url: parts.strStadiumThumb,
    keywords: parts.strKeywords,
    website: parts.strWebsite,
    facebook: parts.strFacebook,
    twitter: parts.strTwitter,
    instagram: parts.strInstagram,
    youtube: parts.strYoutube,
    ...descriptions,
    colour_1: parts.strColour1,
    colour_2: parts.strColour2,
    colour_3: parts.strColour3,
    gender: parts.strGender,
    country: parts.strCountry,
    badge_url: parts.strBadge ?? parts.strTeamBadge,
    logo_url: parts.strLogo,
    banner_url: parts.strBanner,
    fanart_url: parts.strFanart1,
    equipment_url: parts.strEquipment,
    raw_data: item,
  }
}
export type SportsDbTeam = ReturnType<typeof readTeam>

const eventParts = z.object({
  idAPIfootball: reference,
  strEvent: text,
  strSport: text,
  idLeague: reference,
  strLeague: text,
  strSeason: text,
  strHomeTeam: text,
  strAwayTeam: text,
  idHomeTeam: reference,
  idAwayTeam: reference,
  intRound: text,
  intSpectators: integer,
  strTimestamp: text,
  dateEvent: text,
  dateEventLocal: text,
  strTime: text,
  strTimeLocal: text,
  strVenue: text,
  strCity: text,
  strCountry: text,
  strPoster: picture,
  strSquare: picture,
  strFanart: picture,
  strThumb: picture,
  strBanner: picture,
  strVideo: picture,
  strStatus: text,
  strPostponed: text,
})

function readScore(value: unknown): number | null {
  const score = strictInteger(value, LARGEST_SCORE)
  if (score === undefined) throw new ItemError('invalid_score', `not a score: ${shown(value)}`)
  return score
}

export function readEvent(value: unknown) {
  const item = members(value)
  const parts = eventParts.parse(item)
  const event_id = requireId(item.idEvent)
  return {
    event_id,
    api_football_id: parts.idAPIfootball,
    event_name: parts.strEvent,
    sport: parts.strSport,
    league_id: parts.idLeague,
    league_name: parts.strLeague,
    season: parts.strSeason,
    home_team: parts.strHomeTeam,
    away_team: parts.strAwayTeam,
    home_team_id: parts.idHomeTeam,
    away_team_id: parts.idAwayTeam,
    home_score: readScore(item.intHomeScore),
    away_score: readScore(item.intAwayScore),
    round: parts.intRound,
    spectators: parts.intSpectators,
    event_timestamp: readEventStart(parts.strTimestamp, parts.dateEvent, parts.strTime),
    date_event: readDay(parts.dateEvent),
    date_event_local: readDay(parts.dateEventLocal),
    time_event: parts.strTime,
    time_local: parts.strTimeLocal,
    venue: parts.strVenue,
    city: parts.strCity,
    country: parts.strCountry,
    poster_url: parts.strPoster,
    square_url: parts.strSquare,
    fanart_url: parts.strFanart,
    thumb_url: parts.strThumb,
    banner_url: parts.strBanner,
    video_url: parts.strVideo,
    event_status: parts.strStatus,
    postponed: parts.strPostponed === null ? null : parts.strPostponed.toLowerCase() === 'yes',
    raw_data: item,
  }
}
export type SportsDbEvent = ReturnType<typeof readEvent>

/** A valid day of the calendar. */
function readDay(value: string | null): string | null {
  if (!value || !/^\d{4}-\d\d-\d\d$/.test(value)) return null
  const instant = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(instant) || new Date(instant).getUTCDate() !== Number(value.slice(8)) ? null : value
}

/**
 * The kick-off: `strTimestamp`, which is in UTC without naming a zone, else the day with its time (`20:00:00`,
 * `14:00:00+00:00`, `8:00`). A day without a time is not a kick-off.
 */
export function readEventStart(
  timestamp: string | null,
  day: string | null,
  time: string | null,
): Date | null {
  const date = readDay(day)
  const [, hour = '', rest = '', zone = ''] =
    /^(\d{1,2})(:\d\d(?::\d\d)?)(Z|[+-]\d\d:?\d\d)?$/.exec(time ?? '') ?? []
  const composed = date && hour ? `${date}T${hour.padStart(2, '0')}${rest}${zone || 'Z'}` : ''
  for (const written of [withZone(timestamp), composed]) {
    const instant = written ? Date.parse(written) : Number.NaN
    if (!Number.isNaN(instant) && instant > 0) return new Date(instant)
  }
  return null
}

function withZone(timestamp: string | null): string {
  const [, day = '', time = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(timestamp ?? '') ?? []
  return day && readDay(day) ? `${day}T${time}${zone || 'Z'}` : ''
}
