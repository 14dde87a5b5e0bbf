import { expect, it } from 'vitest'
import { leagueTier } from './league-tier.ts'

it.each([
  ['England', 'Premier League', 1],
  ['England', 'Championship', 2],
  ['England', 'League 1', 3],
  ['England', 'FA Cup', 1],
  ['Scotland', 'League 1', 3],
  ['France', 'Ligue 1', 1],
  ['France', 'Ligue 2', 2],
  ['Germany', 'Bundesliga', 1],
  ['Germany', 'Bundesliga 2', 2],
  ['Germany', '3. Liga', 3],
  ['Italy', 'Serie B', 2],
  ['Belgium', 'First Division A', 1],
  ['Ireland', 'League Two', 2],
  ['Australia', 'A League', 1],
  ['England', 'Super League Women', 10],
  ['Europe', 'U21 Championship', 10],
  ['USA', 'NBA', 1],
  ['constructor', 'toString', 1],
])('the division of %s, %s is %i', (country, league, tier) => {
  expect(leagueTier(country, league)).toBe(tier)
})
