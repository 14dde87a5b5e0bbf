import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { leagues } from '../../../../sandbox/data/index.ts'
import { oddsApiOutright, oddsApiSport } from './competitions.ts'

const RECORDED = new URL(
  '../../../../../shared/feeds/the-odds-api/v4_sports_2024-08_Karuma46.json',
  import.meta.url,
)

const readRecording = (): { key: string; group: string; title: string }[] | null => {
  try {
    return JSON.parse(readFileSync(RECORDED, 'utf8'))
  } catch {
    return null
  }
}

const placeOf = (key: string) => Object.values(oddsApiSport(key)).join(' / ')

describe('oddsApiSport', () => {
  it.each([
    ['soccer_epl', 'Soccer / England / Premier League'],
    ['soccer_italy_serie_a', 'Soccer / Italy / Serie A'],
    ['basketball_nba', 'Basketball / USA / NBA'],
    ['soccer_korea_kleague1', 'Soccer / South Korea / K League 1'],
    ['soccer_league_of_ireland', 'Soccer / Ireland / Premier Division'],
  ])('recognises %s', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })

  it.each([
    ['soccer_saudi_arabia_pro_league', 'Soccer / Saudi Arabia / Pro League'],
    ['soccer_bosnia_and_herzegovina_premier_league', 'Soccer / Bosnia and Herzegovina / Premier League'],
    ['rugbyunion_france_top_14', 'Rugby Union / France / Top 14'],
    ['politics_us_presidential_election_winner', 'Politics / USA / Presidential Election Winner'],
  ])('derives the country from %s, the longest that matches', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })

  it.each([
    ['tennis_atp_us_open', 'Tennis / International / ATP US Open'],
    ['tennis_wta_us_open', 'Tennis / International / WTA US Open'],
    ['tennis_wta_china_open', 'Tennis / International / WTA China Open'],
    ['golf_us_open_winner', 'Golf / International / US Open Winner'],
    ['cricket_asia_cup', 'Cricket / International / Asia Cup'],
    ['soccer_uefa_super_cup', 'Soccer / International / UEFA Super Cup'],
    ['soccer_club_friendlies', 'Soccer / International / Club Friendlies'],
  ])('treats no part of the name %s as a country', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })

  it.each([
    ['basketball_nba_championship_winner', 'Basketball / USA / NBA Championship Winner'],
    ['americanfootball_nfl_super_bowl_winner', 'American Football / USA / NFL Super Bowl Winner'],
    ['soccer_fifa_world_cup_winner', 'Soccer / International / FIFA World Cup Winner'],
    ['soccer_fifa_world_cup_qualifiers_africa', 'Soccer / International / FIFA World Cup Qualifiers Africa'],
  ])('adds %s to the name that it belongs to', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })

  it.each([
    ['soccer_germany_bundesliga_women', 'Soccer / Germany / Bundesliga Women'],
    ['soccer_fifa_world_cup_womens', 'Soccer / International / FIFA World Cup Women'],
    ['basketball_wncaab', 'Basketball / USA / NCAAB Women'],
  ])("keeps women's competitions of %s apart", (key, place) => {
    expect(placeOf(key)).toBe(place)
  })

  it('prefers the title to a short key', () => {
    expect(oddsApiSport('cricket_odi', 'One Day Internationals').league).toBe('One Day Internationals')
    expect(placeOf('xyz')).toBe('Xyz / International / Xyz')
  })

  it.each(['constructor_toString', '__proto__', 'soccer___proto__', '', '_', '__'])(
    'makes texts of the hostile key %j',
    (key) => {
      for (const text of Object.values(oddsApiSport(key))) expect(text).toBeTypeOf('string')
    },
  )

  it('finds the place of every league of the sandbox by its key alone', () => {
    for (const { sport, country, league, oddsApiKey } of leagues) {
      expect(oddsApiSport(oddsApiKey), oddsApiKey).toEqual({ sport, country, league })
    }
  })

  it('finds the place of every competition of the real list, each in the sport of its group', ({ skip }) => {
    const recorded = readRecording()
    if (!recorded) return skip('../shared is not here')
    for (const { key, group } of recorded) {
      const place = oddsApiSport(key)
      expect([place.sport, place.country !== '', place.league !== ''], key).toEqual([group, true, true])
    }
    const places = recorded.map(({ key }) => placeOf(key))
    expect(new Set(places).size).toBe(places.length)
  })
})

describe('the table of places', () => {
  it.each([
    ['americanfootball_nfl_preseason', 'American Football / USA / NFL Preseason'],
    ['americanfootball_ufl', 'American Football / USA / UFL'],
    ['aussierules_afl', 'Aussie Rules / Australia / AFL'],
    ['baseball_milb', 'Baseball / USA / MiLB'],
    ['baseball_mlb_preseason', 'Baseball / USA / MLB Preseason'],
    ['baseball_ncaa', 'Baseball / USA / NCAA'],
    ['basketball_nba_preseason', 'Basketball / USA / NBA Preseason'],
    ['basketball_nba_summer_league', 'Basketball / USA / NBA Summer League'],
    ['basketball_ncaab', 'Basketball / USA / NCAAB'],
    ['basketball_wnba', 'Basketball / USA / WNBA'],
    ['cricket_big_bash', 'Cricket / Australia / Big Bash League'],
    ['cricket_international_t20', 'Cricket / International / International T20'],
    ['cricket_ipl', 'Cricket / India / IPL'],
    ['cricket_psl', 'Cricket / Pakistan / PSL'],
    ['cricket_t20_blast', 'Cricket / England / T20 Blast'],
    ['cricket_the_hundred', 'Cricket / England / The Hundred'],
    ['icehockey_nhl_preseason', 'Ice Hockey / USA / NHL Preseason'],
    ['lacrosse_ncaa', 'Lacrosse / USA / NCAA'],
    ['lacrosse_pll', 'Lacrosse / USA / PLL'],
    ['rugbyleague_nrl', 'Rugby League / Australia / NRL'],
    ['rugbyleague_nrl_state_of_origin', 'Rugby League / Australia / State of Origin'],
    ['rugbyunion_six_nations', 'Rugby Union / International / Six Nations'],
    ['soccer_africa_cup_of_nations', 'Soccer / International / Africa Cup of Nations'],
    ['soccer_concacaf_gold_cup', 'Soccer / International / CONCACAF Gold Cup'],
    ['soccer_concacaf_leagues_cup', 'Soccer / International / CONCACAF Leagues Cup'],
    ['soccer_conmebol_copa_america', 'Soccer / International / Copa América'],
    ['soccer_england_efl_cup', 'Soccer / England / EFL Cup'],
    ['soccer_fa_cup', 'Soccer / England / FA Cup'],
    ['soccer_fifa_club_world_cup', 'Soccer / International / FIFA Club World Cup'],
    ['soccer_fifa_world_cup_qualifiers_europe', 'Soccer / International / FIFA World Cup Qualifiers Europe'],
    [
      'soccer_fifa_world_cup_qualifiers_south_america',
      'Soccer / International / FIFA World Cup Qualifiers South America',
    ],
    ['soccer_france_coupe_de_france', 'Soccer / France / Coupe de France'],
    ['soccer_germany_dfb_pokal', 'Soccer / Germany / DFB-Pokal'],
    ['soccer_italy_coppa_italia', 'Soccer / Italy / Coppa Italia'],
    ['soccer_spain_copa_del_rey', 'Soccer / Spain / Copa del Rey'],
    [
      'soccer_uefa_champs_league_qualification',
      'Soccer / International / UEFA Champions League Qualification',
    ],
    ['soccer_uefa_champs_league_women', 'Soccer / International / UEFA Champions League Women'],
    ['soccer_uefa_euro_qualification', 'Soccer / International / UEFA Euro Qualification'],
    ['soccer_uefa_european_championship', 'Soccer / International / UEFA European Championship'],
    ['soccer_uefa_nations_league', 'Soccer / International / UEFA Nations League'],
  ])('has %s', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })

  it.each([
    ['boxing_boxing', 'Boxing / International / Boxing'],
    ['boxing_france_open', 'Boxing / International / France Open'],
    ['mma_mixed_martial_arts', 'Mixed Martial Arts / International / Mixed Martial Arts'],
    ['mma_france_open', 'Mixed Martial Arts / International / France Open'],
    ['tennis_france_open', 'Tennis / International / France Open'],
    ['tennis_itf_france', 'Tennis / International / ITF France'],
    ['soccer_atp_x', 'Soccer / International / ATP X'],
    ['SOCCER_Italy_SERIE_A', 'Soccer / Italy / Serie A'],
    ['cricket_odi', 'Cricket / International / ODI'],
    ['soccer_germany_womens_cup', 'Soccer / Germany / Women Cup'],
    ['soccer_world_cup_x', 'Soccer / International / Cup X'],
    ['soccer_uae_pro_league', 'Soccer / UAE / Pro League'],
    ['soccer_france', 'Soccer / International / France'],
    ['soccer', 'Soccer / International / Soccer'],
  ])('reads %s', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })
})

describe('oddsApiOutright', () => {
  it.each([
    ['basketball_nba_championship_winner', 'NBA Championship Winner', 'Basketball / USA / NBA'],
    ['americanfootball_nfl_super_bowl_winner', 'NFL Super Bowl Winner', 'American Football / USA / NFL'],
    ['soccer_fifa_world_cup_winner', 'FIFA World Cup Winner', 'Soccer / International / FIFA World Cup'],
    ['golf_us_open_winner', 'US Open Winner', 'Golf / International / US Open'],
    [
      'golf_masters_tournament_winner',
      'Masters Tournament Winner',
      'Golf / International / Masters Tournament',
    ],
    [
      'politics_us_presidential_election_winner',
      'US Presidential Elections Winner',
      'Politics / USA / Presidential Election',
    ],
  ])('puts %s under the competition that it is of', (key, title, place) => {
    const { name, ...where } = oddsApiOutright(key, title)
    expect([name, Object.values(where).join(' / ')]).toEqual([title, place])
  })

  it('names what has no title', () => {
    expect(oddsApiOutright('golf_us_open_winner', '').name).toBe('US Open Winner')
  })
})
