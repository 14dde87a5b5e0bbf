import { describe, expect, it } from 'vitest'
import {
  BROKEN_JSON,
  contractMatch,
  describeContract,
  readItems,
  readOneEvent,
  toldOf,
} from '#tests/support/source-contract.ts'
import sportsDb from './index.ts'

const { home, away, league, country, sport } = contractMatch
const event = (more: object = {}) => ({
  idEvent: '441613',
  strSport: sport,
  strLeague: league,
  strCountry: country,
  strHomeTeam: home,
  strAwayTeam: away,
  intHomeScore: '2',
  intAwayScore: '1',
  strTimestamp: '2024-03-05T15:00:00',
  strStatus: 'Match Finished',
  ...more,
})

describeContract(sportsDb, {
  sound: { events: [event()] },
  withList: (list) => ({ events: list }),
  item: event(),
  broken: [
    ...BROKEN_JSON,
    ['{}', 'unexpected_body'],
    ['{"Message":"Invalid Premium API key"}', 'error_answer'],
    ['{"events":"Patreon only"}', 'error_answer'],
  ],
})

describe('an event of TheSportsDB', () => {
  it('has the final score once it is over', async () => {
    const read = async (more: object) => readOneEvent(sportsDb, { event: [event(more)] })
    expect(await read({})).toMatchObject({
      externalId: '441613',
      start: new Date('2024-03-05T15:00:00Z'),
      quotes: null,
      result: { home: 2, away: 1 },
    })
    expect((await read({ strStatus: 'FT' })).result).toEqual({ home: 2, away: 1, code: 'FT' })
    expect((await read({ strStatus: null })).result).toEqual({ home: 2, away: 1 })
    expect((await read({ strStatus: '2H' })).result).toBeUndefined()
    expect((await read({ intHomeScore: null, intAwayScore: '' })).result).toBeUndefined()
  })

  it.each([
    ['Soccer', 'FT', 'FT'],
    ['Soccer', 'aet', 'AET'],
    ['Soccer', 'PEN', 'PEN'],
    ['Soccer', 'Match Finished', undefined],
    ['Ice Hockey', 'FT', 'FT'],
    ['Ice Hockey', 'AOT', 'AET'],
    ['Ice Hockey', 'AP', 'PEN'],
    ['Soccer', 'After Extra Time', 'AET'],
    ['Soccer', 'After Penalties', 'PEN'],
    ['Ice Hockey', 'After Over Time', 'AET'],
    ['Soccer', 'Finished', undefined],
    // Extra innings have no status of their own.
    ['Baseball', 'FT', undefined],
  ])('of %s with the status %s ended by the code %s', async (strSport, strStatus, code) => {
    const { result } = await readOneEvent(sportsDb, { event: [event({ strSport, strStatus })] })
    expect(result).toEqual({ home: 2, away: 1, ...(code && { code }) })
  })

  it.each<[object, unknown[]]>([
    [{ idEvent: null }, ['missing_id', null, 'not an id: null']],
    [{ strHomeTeam: '' }, ['missing_team', '441613', '? - Hillford']],
    [{ strHomeTeam: 'HILLFORD' }, ['same_team', '441613', 'HILLFORD - Hillford']],
    [{ strLeague: null }, ['missing_place', '441613', 'Soccer / ?']],
    [{ strTimestamp: null }, ['invalid_start', '441613', '']],
    [{ intHomeScore: '2.5' }, ['invalid_score', '441613', 'not a score: "2.5"']],
  ])('is rejected: %j', async (more, expected) => {
    expect(toldOf(await readItems(sportsDb, { events: [event(more)] }))).toEqual([expected])
  })

  it('is missing when the list is null', async () => {
    expect(await readItems(sportsDb, { events: null })).toEqual([])
  })
})
