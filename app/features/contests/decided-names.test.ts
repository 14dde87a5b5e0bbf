import { expect, it } from 'vitest'
import { decidedNames, type OpenReview } from './commands.server.ts'

const review = (league: string, names: readonly [string, string, string, string]): OpenReview => {
  const [match_home, match_away, candidate_home, candidate_away] = names
  return {
    ...{ id: 'r', reason: 'names', turned: false, match_id: 'm', candidate_id: 'c', sport: 'Soccer' },
    ...{ match_home, match_away, candidate_home, candidate_away },
    ...{
      match_start: new Date(),
      candidate_start_typed: false,
      candidate_start: new Date(),
      match_league: league,
      candidate_league: league,
    },
    ...{ sport_id: 's', country_id: 'k' },
  }
}

it('a decision in a league of women is about names of women, and not about those of the men', () => {
  const decided = (league: string, ...names: [string, string, string, string]) =>
    decidedNames(review(league, names), true)
  const women = 'UEFA Champions League Women'
  expect(decided(women, 'Chelsea', 'Newcastle', 'Chelsea W', 'Newcastle United W')).toEqual([
    ['Newcastle Women', 'Newcastle United W'],
  ])
  expect(decided(women, 'Chelsea', 'Newcastle', 'Chelsea', 'Newcastle United')).toEqual([
    ['Newcastle', 'Newcastle United'],
  ])
})
