import { INTERNATIONAL, knownCountryCode } from '#app/features/catalogue/countries.ts'
import type { Choice } from '../contract.ts'

/**
 * The sport, country and league of a competition of The Odds API: its answers never state the country, and not always
 * the league.
 */
export interface OddsApiPlace {
  sport: string
  country: string
  league: string
}

/** The sport by the beginning of a key; the longest match counts. */
const SPORTS: Record<string, string> = {
  americanfootball: 'American Football',
  aussierules: 'Aussie Rules',
  baseball: 'Baseball',
  basketball: 'Basketball',
  boxing: 'Boxing',
  cricket: 'Cricket',
  golf: 'Golf',
  handball: 'Handball',
  icehockey: 'Ice Hockey',
  lacrosse: 'Lacrosse',
  mma: 'Mixed Martial Arts',
  politics: 'Politics',
  rugbyleague: 'Rugby League',
  rugbyunion: 'Rugby Union',
  soccer: 'Soccer',
  tennis: 'Tennis',
  volleyball: 'Volleyball',
}

const WORLD = 'International'

/** Keys whose country or league cannot be derived from the key. */
const PLACES: Record<string, readonly [country: string, league: string]> = {
  americanfootball_cfl: ['Canada', 'CFL'],
  americanfootball_ncaaf: ['USA', 'NCAAF'],
  americanfootball_nfl: ['USA', 'NFL'],
  americanfootball_nfl_preseason: ['USA', 'NFL Preseason'],
  americanfootball_ufl: ['USA', 'UFL'],
  aussierules_afl: ['Australia', 'AFL'],
  baseball_kbo: ['South Korea', 'KBO'],
  baseball_milb: ['USA', 'MiLB'],
  baseball_mlb: ['USA', 'MLB'],
  baseball_mlb_preseason: ['USA', 'MLB Preseason'],
  baseball_ncaa: ['USA', 'NCAA'],
  baseball_npb: ['Japan', 'NPB'],
  basketball_euroleague: [WORLD, 'Euroleague'],
  basketball_nba: ['USA', 'NBA'],
  basketball_nba_preseason: ['USA', 'NBA Preseason'],
  basketball_nba_summer_league: ['USA', 'NBA Summer League'],
  basketball_nbl: ['Australia', 'NBL'],
  basketball_ncaab: ['USA', 'NCAAB'],
  basketball_wncaab: ['USA', 'NCAAB Women'],
  basketball_wnba: ['USA', 'WNBA'],
  cricket_asia_cup: [WORLD, 'Asia Cup'],
  cricket_big_bash: ['Australia', 'Big Bash League'],
  cricket_international_t20: [WORLD, 'International T20'],
  cricket_ipl: ['India', 'IPL'],
  cricket_psl: ['Pakistan', 'PSL'],
  cricket_t20_blast: ['England', 'T20 Blast'],
  cricket_the_hundred: ['England', 'The Hundred'],
  handball_germany_bundesliga: ['Germany', 'Bundesliga'],
  icehockey_ahl: ['USA', 'AHL'],
  icehockey_liiga: ['Finland', 'Liiga'],
  icehockey_mestis: ['Finland', 'Mestis'],
  icehockey_nhl: ['USA', 'NHL'],
  icehockey_nhl_preseason: ['USA', 'NHL Preseason'],
  icehockey_sweden_allsvenskan: ['Sweden', 'HockeyAllsvenskan'],
  icehockey_sweden_hockey_league: ['Sweden', 'SHL'],
  lacrosse_ncaa: ['USA', 'NCAA'],
  lacrosse_pll: ['USA', 'PLL'],
  rugbyleague_nrl: ['Australia', 'NRL'],
  rugbyleague_nrl_state_of_origin: ['Australia', 'State of Origin'],
  rugbyunion_six_nations: [WORLD, 'Six Nations'],
  soccer_africa_cup_of_nations: [WORLD, 'Africa Cup of Nations'],
  soccer_argentina_primera_division: ['Argentina', 'Primera División'],
  soccer_australia_aleague: ['Australia', 'A League'],
  soccer_belgium_first_div: ['Belgium', 'First Division A'],
  soccer_brazil_campeonato: ['Brazil', 'Serie A'],
  soccer_chile_campeonato: ['Chile', 'Primera División'],
  soccer_china_superleague: ['China', 'Super League'],
  soccer_concacaf_gold_cup: [WORLD, 'CONCACAF Gold Cup'],
  soccer_concacaf_leagues_cup: [WORLD, 'CONCACAF Leagues Cup'],
  soccer_conmebol_copa_america: [WORLD, 'Copa América'],
  soccer_conmebol_copa_libertadores: [WORLD, 'Copa Libertadores'],
  soccer_conmebol_copa_sudamericana: [WORLD, 'Copa Sudamericana'],
  soccer_efl_champ: ['England', 'Championship'],
  soccer_england_efl_cup: ['England', 'EFL Cup'],
  soccer_epl: ['England', 'Premier League'],
  soccer_fa_cup: ['England', 'FA Cup'],
  soccer_fifa_club_world_cup: [WORLD, 'FIFA Club World Cup'],
  soccer_fifa_world_cup: [WORLD, 'FIFA World Cup'],
  soccer_fifa_world_cup_qualifiers_europe: [WORLD, 'FIFA World Cup Qualifiers Europe'],
  soccer_fifa_world_cup_qualifiers_south_america: [WORLD, 'FIFA World Cup Qualifiers South America'],
  soccer_fifa_world_cup_womens: [WORLD, 'FIFA World Cup Women'],
  soccer_france_coupe_de_france: ['France', 'Coupe de France'],
  soccer_france_ligue_one: ['France', 'Ligue 1'],
  soccer_france_ligue_two: ['France', 'Ligue 2'],
  soccer_germany_bundesliga2: ['Germany', 'Bundesliga 2'],
  soccer_germany_dfb_pokal: ['Germany', 'DFB-Pokal'],
  soccer_germany_liga3: ['Germany', '3. Liga'],
  soccer_england_league1: ['England', 'League 1'],
  soccer_england_league2: ['England', 'League 2'],
  soccer_italy_coppa_italia: ['Italy', 'Coppa Italia'],
  soccer_japan_j_league: ['Japan', 'J League'],
  soccer_korea_kleague1: ['South Korea', 'K League 1'],
  soccer_league_of_ireland: ['Ireland', 'Premier Division'],
  soccer_mexico_ligamx: ['Mexico', 'Liga MX'],
  soccer_spain_copa_del_rey: ['Spain', 'Copa del Rey'],
  soccer_spain_la_liga: ['Spain', 'La Liga'],
  soccer_spain_segunda_division: ['Spain', 'La Liga 2'],
  soccer_spl: ['Scotland', 'Premiership'],
  soccer_switzerland_superleague: ['Switzerland', 'Super League'],
  soccer_uefa_champs_league: [WORLD, 'UEFA Champions League'],
  soccer_uefa_champs_league_qualification: [WORLD, 'UEFA Champions League Qualification'],
  soccer_uefa_champs_league_women: [WORLD, 'UEFA Champions League Women'],
  soccer_uefa_euro_qualification: [WORLD, 'UEFA Euro Qualification'],
  soccer_uefa_europa_conference_league: [WORLD, 'UEFA Europa Conference League'],
  soccer_uefa_europa_league: [WORLD, 'UEFA Europa League'],
  soccer_uefa_european_championship: [WORLD, 'UEFA European Championship'],
  soccer_uefa_nations_league: [WORLD, 'UEFA Nations League'],
  soccer_usa_mls: ['USA', 'MLS'],
}

/** Words of a key with an irregular spelling. */
const SPELLINGS: Record<string, string> = {
  odi: 'ODI',
  us: 'US',
  womens: 'Women',
  ...Object.fromEntries(
    'afc atp caf concacaf conmebol efl fa fc fifa icc itf liv mlb mma nba ncaa nfl nhl pga t20 uefa wta'
      .split(' ')
      .map((word) => [word, word.toUpperCase()]),
  ),
}

/** Sports whose keys name events, some of which begin like a country: the US Open, the China Open. */
const WITHOUT_COUNTRIES = new Set(['boxing', 'golf', 'mma', 'tennis'])

/** Organisations in the country's position that belong to the name: ATP and WTA play two tournaments. */
const ORGANISERS = new Set(['atp', 'challenger', 'concacaf', 'conmebol', 'fifa', 'itf', 'uefa', 'wta'])

/**
 * The sport, country and league of a competition by its key: from the table, where outrights and qualifiers only extend
 * a name (`basketball_nba_championship_winner`), else parsed from the key as `<sport>_<country>_<league>`, else an
 * international competition with its title as the name.
 * @param title the feed's name of the competition, used where the key names no country
 */
export function oddsApiSport(key: string, title = ''): OddsApiPlace {
  const [prefix = '', ...words] = key.toLowerCase().split('_')
  const sport = ownEntry(SPORTS, prefix) ?? inTitleCase([prefix])
  const place = placeInKey(prefix, words)
  return { sport, ...(place ?? { country: WORLD, league: title || inTitleCase(words) || sport }) }
}

/** The league of a competition by its key; null where the feed's title names it. */
export function leagueOf(key: string): { name: string; country: string | null } | null {
  const [prefix = '', ...words] = key.toLowerCase().split('_')
  const place = placeInKey(prefix, words)
  return place && { name: place.league, country: knownCountryCode(place.country) }
}

/** @param prefix the sport's word of a key, @param words the others */
function placeInKey(prefix: string, words: readonly string[]): Omit<OddsApiPlace, 'sport'> | null {
  for (let length = words.length; length > 0; length -= 1) {
    const place = ownEntry(PLACES, [prefix, ...words.slice(0, length)].join('_'))
    if (place) return { country: place[0], league: join(place[1], words.slice(length)) }
  }
  const longestCountry =
    WITHOUT_COUNTRIES.has(prefix) || ORGANISERS.has(words[0] ?? '') ? 0 : words.length - 1
  for (let length = longestCountry; length > 0; length -= 1) {
    const country = inTitleCase(words.slice(0, length))
    const code = knownCountryCode(country)
    if (!code) continue
    const league = inTitleCase(words.slice(length))
    return { country: code === INTERNATIONAL ? WORLD : properName(country), league }
  }
  return null
}

/**
 * The sport, country and league of an outright: those of the competition, where it is known
 * (`basketball_nba_championship_winner` belongs to the NBA), else those of its key and title without the final word.
 */
export function oddsApiOutright(key: string, title: string): OddsApiPlace & { name: string } {
  const words = key.toLowerCase().split('_')
  const beginnings = words.map((_, last) => words.slice(0, words.length - last).join('_'))
  const known = beginnings.find((beginning) => ownEntry(PLACES, beginning))
  const place = oddsApiSport(known ?? key.replace(/_winner$/i, ''), title.replace(/\s+winner$/i, ''))
  return { ...place, name: title || `${place.league} Winner` }
}

/** The competitions of the table, in and out of season. */
export const KNOWN_COMPETITIONS: readonly Choice[] = Object.entries(PLACES).map(
  ([value, [country, league]]) => ({
    value,
    label: `${league} (${country})`,
    group: oddsApiSport(value).sport,
  }),
)

/** A key is external input: `constructor` is not a sport. */
function ownEntry<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

function join(name: string, words: readonly string[]): string {
  return words.length === 0 ? name : `${name} ${inTitleCase(words)}`
}

function inTitleCase(words: readonly string[]): string {
  return words
    .map((word) => ownEntry(SPELLINGS, word) ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Countries are written as in the other feeds. */
function properName(country: string): string {
  if (country === 'US') return 'USA'
  return country.length <= 3 ? country.toUpperCase() : country.replaceAll(' And ', ' and ')
}
