import { describe, expect, it } from 'vitest'
import { type Candidate, CandidatePool, pairEvents, pairingKey } from './identity.ts'

const KICK_OFF = Date.UTC(2024, 2, 5, 15)
const HOUR = 3_600_000

function event(home: string, away: string, hours = 0) {
  return { home, away, start: new Date(KICK_OFF + hours * HOUR) }
}
function stored(id: string, home: string, away: string, hours = 0, own = false): Candidate {
  return { id, own, ...event(home, away, hours) }
}
function pair(events: ReturnType<typeof event>[], candidates: Candidate[]) {
  const found = pairEvents(events, () => candidates)
  return events.map((_, index) => found.get(index)?.id ?? null)
}

describe('pairEvents', () => {
  it('finds the same teams under other names, within three hours', () => {
    const city = stored('a', 'Manchester City', 'Wolverhampton Wanderers')
    expect(pair([event('Man City', 'Wolves', 3)], [city])).toEqual(['a'])
    expect(pair([event('Man City', 'Wolves', 3.001)], [city])).toEqual([null])
  })

  it('never swaps home and away, nor mixes sides of a club', () => {
    expect(pair([event('Riverton', 'Hillford')], [stored('a', 'Hillford', 'Riverton')])).toEqual([null])
    expect(pair([event('Riverton Women', 'Hillford Women')], [stored('a', 'Riverton', 'Hillford')])).toEqual([
      null,
    ])
  })

  it('gives each of two games the closer one, and none twice', () => {
    const games = [stored('early', 'Riverton', 'Hillford'), stored('late', 'Riverton', 'Hillford', 2.5)]
    const [first, second] = [event('Riverton', 'Hillford', 0.1), event('Riverton', 'Hillford', 2.4)]
    expect(pair([second, first], games)).toEqual(['late', 'early'])
    expect(pair([first, second], games.slice(1))).toEqual([null, 'late'])
  })

  it('prefers the same spelling', () => {
    const both = [stored('a', 'Riverton FC', 'Hillford'), stored('b', 'Riverton', 'Hillford')]
    expect(pair([event('Riverton', 'Hillford')], both)).toEqual(['b'])
  })

  it('takes names with other numbers for other teams', () => {
    expect(pair([event('Home 11', 'Away 11')], [stored('a', 'Home 12', 'Away 12')])).toEqual([null])
    expect(pair([event('Hannover 96', 'Schalke')], [stored('a', 'Hannover', 'Schalke 04')])).toEqual(['a'])
  })

  it('takes a match of the same feed only with the same spelling and kick-off, and again', () => {
    const own = stored('a', 'Riverton', 'Hillford', 0, true)
    expect(pair([event('Riverton', 'Hillford', 1)], [own])).toEqual([null])
    expect(pair([event('Riverton FC', 'Hillford')], [own])).toEqual([null])
    expect(pair([event('Riverton', 'Hillford'), event('RIVERTON', 'Hillford')], [own])).toEqual(['a', 'a'])
  })

  it('knows a team by its opponent: nobody plays twice at one kick-off', () => {
    const saints = stored('a', 'The New Saints', 'Barry Town')
    expect(pair([event('TNS', 'Barry Town')], [saints])).toEqual(['a'])
    expect(pair([event('TNS', 'Barry Town', 0.5)], [saints])).toEqual([null])
    expect(pair([event('TNS U21', 'Barry Town')], [saints])).toEqual([null])
  })

  it('knows a team by the name that another of its matches has taught', () => {
    const stored_ = [
      stored('a', 'The New Saints', 'Barry Town'),
      stored('b', 'Cardiff Metropolitan University', 'Bala Town', 24),
      stored('c', 'The New Saints', 'Cardiff Metropolitan University', 48),
    ]
    const told = [
      event('TNS', 'Barry Town'),
      event('Cardiff MU', 'Bala Town', 24),
      event('TNS', 'Cardiff MU', 48),
    ]
    expect(pair(told, stored_)).toEqual(['a', 'b', 'c'])
    expect(pair([event('TNS', 'Cardiff MU', 48)], stored_)).toEqual([null])
  })

  it('does not take a place that is not yet filled for a team', () => {
    expect(pair([event('TBD', 'Barry Town')], [stored('a', 'TBD', 'Riverton')])).toEqual([null])
    expect(pair([event('Winner Group A', 'Hillford')], [stored('a', 'Winner Group A', 'Riverton')])).toEqual([
      null,
    ])
  })
})

describe('edges of pairing', () => {
  it('counts three hours to the millisecond', () => {
    const game = stored('a', 'Riverton', 'Hillford')
    expect(pair([event('Riverton', 'Hillford', 3)], [game])).toEqual(['a'])
    const late = event('Riverton', 'Hillford', 3 + 1 / HOUR)
    expect(pair([late], [game])).toEqual([null])
  })

  it('prefers the closer, then the same spelling, then the earlier event, then the lower id', () => {
    const [near, far] = [stored('z', 'Riverton FC', 'Hillford', 0.5), stored('a', 'Riverton', 'Hillford', 1)]
    expect(pair([event('Riverton', 'Hillford')], [far, near])).toEqual(['z'])
    const spelt = [stored('a', 'Riverton FC', 'Hillford', 1), stored('b', 'Riverton', 'Hillford', -1)]
    expect(pair([event('Riverton', 'Hillford')], spelt)).toEqual(['b'])
    const twice = [event('Riverton', 'Hillford'), event('Riverton', 'Hillford')]
    expect(pair(twice, [stored('a', 'Riverton', 'Hillford')])).toEqual(['a', null])
    const level = [stored('b', 'Riverton', 'Hillford', 1), stored('a', 'Riverton', 'Hillford', 1)]
    expect(pair([event('Riverton', 'Hillford')], level)).toEqual(['a'])
    expect(pair([event('Riverton', 'Hillford')], level.toReversed())).toEqual(['a'])
    expect(pair(twice, level)).toEqual(['a', 'b'])
  })

  it('takes the same spelling and kick-off before anything else', () => {
    const games = [stored('a', 'Riverton FC', 'Hillford'), stored('b', 'Riverton', 'Hillford')]
    const events = [event('Riverton FC', 'Hillford'), event('Riverton', 'Hillford')]
    expect(pair(events, games)).toEqual(['a', 'b'])
    expect(pair(events.toReversed(), games)).toEqual(['b', 'a'])
    expect(pair([event('Riverton', 'Hillford'), event('Riverton', 'Hillford')], games)).toEqual(['b', null])
  })

  it('knows a team by its opponent on either side', () => {
    expect(pair([event('Barry Town', 'TNS')], [stored('a', 'Barry Town', 'The New Saints')])).toEqual(['a'])
    expect(pair([event('Barry Town', 'TNS 12')], [stored('a', 'Barry Town', 'The New Saints 13')])).toEqual([
      null,
    ])
  })

  it.each([
    ['TBA', null],
    ['tbc', null],
    [' TBD ', null],
    ['To be announced', null],
    ['To Be Determined', null],
    ['Unknown', null],
    ['Loser Match 3', null],
    ['Runner up', null],
    ['Qualifier 2', null],
    ['Team A', null],
    ['Team 7', null],
    ['Team Ajax', 'a'],
    ['Winnerton', 'a'],
    ['Qualifiers', 'a'],
    ['The TBD', 'a'],
    ['TBDs', 'a'],
    ['???', null],
  ])('takes %j against two others for the same match: %s', (home, expected) => {
    expect(pair([event(home, 'Barry')], [stored('a', home, 'Riverton')])).toEqual([expected])
  })

  it.each([
    ['Hannover 96', 'Hannover 1996', 'a'],
    ['Hannover 96 12', 'The Saints 12', 'a'],
    ['Hannover 196', 'Hannover 97', null],
    ['Hannover 96', 'The Saints 97', null],
  ])('takes %s and %s for one team: %s', (one, other, expected) => {
    expect(pair([event(one, 'Riverton')], [stored('a', other, 'Riverton')])).toEqual([expected])
  })

  it('spells names without letters as they are', () => {
    expect(pairingKey({ home: '???', away: 'Málaga' })).toBe('???\nmalaga')
    expect(pairingKey({ home: 'Málaga', away: '!!!' })).toBe('malaga\n!!!')
  })
})

describe('CandidatePool', () => {
  const inLeague = (leagueId: string, candidate: Candidate) => ({ ...candidate, leagueId })
  const idsNear = (candidates: ReturnType<typeof inLeague>[], given: ReturnType<typeof event>) =>
    new CandidatePool(candidates).near(given, 'l').map(({ id }) => id)

  it('gives what lies within three hours in the league, in the order of kick-offs', () => {
    const candidates = [4, 3, 0, -3, -4].map((hours) =>
      inLeague('l', stored(`${hours}`, 'Northwick', 'Eastham', hours)),
    )
    const elsewhere = inLeague('k', stored('k', 'Northwick', 'Eastham'))
    expect(idsNear([...candidates, elsewhere], event('Riverton', 'Hillford'))).toEqual(['-3', '0', '3'])
    const millisecond = 1 / HOUR
    const edges = [-3 - millisecond, -3, 3, 3 + millisecond].map((hours, n) =>
      inLeague('l', stored(`${n}`, 'Northwick', 'Eastham', hours)),
    )
    expect(idsNear(edges, event('Riverton', 'Hillford'))).toEqual(['1', '2'])
    expect(idsNear([elsewhere], event('Riverton', 'Hillford'))).toEqual([])
  })

  it('gives what is spelt alike, however far, and alone where it starts at the same time', () => {
    const far = inLeague('l', stored('far', 'RIVERTON', 'Hillford', 90))
    const near = inLeague('l', stored('near', 'Northwick', 'Eastham'))
    expect(idsNear([near, far], event('Riverton', 'Hillford'))).toEqual(['far', 'near'])
    const same = inLeague('l', stored('same', 'Riverton', 'Hillford'))
    expect(idsNear([near, far, same], event('Riverton', 'Hillford'))).toEqual(['same', 'far'])
    expect(idsNear([same, near], event('Riverton', 'Hillford', 1))).toEqual(['same', 'near'])
  })

  it('gives matches of the same feed only where they are spelt alike', () => {
    const own = inLeague('l', stored('own', 'Riverton', 'Hillford', 0, true))
    expect(idsNear([own], event('Northwick', 'Eastham'))).toEqual([])
    expect(idsNear([own], event('Riverton', 'Hillford', 1))).toEqual(['own'])
  })

  it('gives the 150 that share most words where there are more', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, n) => inLeague('l', stored(`o${n}`, 'Eastham', 'Northwick')))
    const alike = inLeague('l', stored('alike', 'FC  RIVERTON', 'Hillford', 2))
    const half = inLeague('l', stored('half', 'Eastham', 'hillford', 1))
    const given = event('Riverton', 'Hillford United')
    expect(idsNear([...others(148), half, alike], given).slice(-2)).toEqual(['half', 'alike'])
    const found = idsNear([...others(149), half, alike], given)
    expect(found).toHaveLength(150)
    expect(found.slice(0, 3)).toEqual(['alike', 'half', 'o0'])
  })
})
