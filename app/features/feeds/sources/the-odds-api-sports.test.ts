import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { leagues } from '../sandbox/data/index.ts'
import { oddsApiSport } from './the-odds-api-sports.ts'

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
  ])('knows %s', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })

  it.each([
    ['soccer_saudi_arabia_pro_league', 'Soccer / Saudi Arabia / Pro League'],
    ['soccer_bosnia_and_herzegovina_premier_league', 'Soccer / Bosnia and Herzegovina / Premier League'],
    ['rugbyunion_france_top_14', 'Rugby Union / France / Top 14'],
    ['politics_us_presidential_election_winner', 'Politics / USA / Presidential Election Winner'],
  ])('reads the country off %s, the longest that fits', (key, place) => {
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
  ])('takes no part of the name %s for a country', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })

  it.each([
    ['basketball_nba_championship_winner', 'Basketball / USA / NBA Championship Winner'],
    ['americanfootball_nfl_super_bowl_winner', 'American Football / USA / NFL Super Bowl Winner'],
    ['soccer_fifa_world_cup_winner', 'Soccer / International / FIFA World Cup Winner'],
    ['soccer_fifa_world_cup_qualifiers_africa', 'Soccer / International / FIFA World Cup Qualifiers Africa'],
  ])('lets %s add to the name of what it belongs to', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })

  it.each([
    ['soccer_germany_bundesliga_women', 'Soccer / Germany / Bundesliga Women'],
    ['soccer_fifa_world_cup_womens', 'Soccer / International / FIFA World Cup Women'],
    ['basketball_wncaab', 'Basketball / USA / NCAAB Women'],
  ])('keeps the women of %s', (key, place) => {
    expect(placeOf(key)).toBe(place)
  })

  it('prefers the title to a key that says little', () => {
    expect(oddsApiSport('cricket_odi', 'One Day Internationals').league).toBe('One Day Internationals')
    expect(placeOf('xyz')).toBe('Xyz / International / Xyz')
  })

  it.each(['constructor_toString', '__proto__', 'soccer___proto__', '', '_', '__'])(
    'makes texts of the hostile key %j',
    (key) => {
      for (const text of Object.values(oddsApiSport(key))) expect(text).toBeTypeOf('string')
    },
  )

  it('places every league of the sandbox by its key alone', () => {
    for (const { sport, country, league, oddsApiKey } of leagues) {
      expect(oddsApiSport(oddsApiKey), oddsApiKey).toEqual({ sport, country, league })
    }
  })

  it('places what the real list has, each in the sport of its group', ({ skip }) => {
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
