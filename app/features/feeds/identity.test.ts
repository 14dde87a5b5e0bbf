import { describe, expect, it } from 'vitest'
import { type Candidate, pairEvents } from './identity.ts'

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
