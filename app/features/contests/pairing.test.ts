import { describe, expect, it } from 'vitest'
import { pairKey } from '#app/features/names/contestants.ts'
import { splitLeagueSide } from '#app/features/names/sides.ts'
import { type Candidate, CandidatePool, type NameDecisions, pairEvents, pairingKey } from './pairing.ts'

const KICK_OFF = Date.UTC(2024, 2, 5, 15)
const HOUR = 3_600_000

function event(home: string, away: string, hours = 0, sport = 'soccer') {
  return { home, away, sport, start: new Date(KICK_OFF + hours * HOUR) }
}
const inSport =
  (sport: string) =>
  (home: string, away: string, hours = 0) =>
    event(home, away, hours, sport)
function stored(id: string, home: string, away: string, hours = 0, own = false): Candidate {
  return { id, own, home, away, start: new Date(KICK_OFF + hours * HOUR) }
}
/** The id of each event's match, `turned id`, `? ids` if it is undecided, or null if it is new. */
function pair(events: ReturnType<typeof event>[], candidates: Candidate[], decisions?: NameDecisions) {
  const found = pairEvents(events, () => candidates, { decisions })
  return events.map((_, index) => {
    const pairing = found.get(index)
    if (!pairing) return null
    if (pairing.kind === 'same') return `${pairing.turned ? 'turned ' : ''}${pairing.candidate.id}`
    return `? ${pairing.pairs.map(({ candidate, reason }) => `${candidate.id} ${reason}`).join(', ')}`
  })
}

describe('pairEvents', () => {
  it('pairs the same teams under other names at the same kick-off', () => {
    const city = stored('a', 'Manchester City', 'Wolverhampton Wanderers')
    expect(pair([event('Man City', 'Wolves')], [city])).toEqual(['a'])
    expect(pair([event('Man City', 'Wolves', 1)], [city])).toEqual(['a'])
  })

  it("never mixes the senior, youth and women's teams of a club", () => {
    const seniors = [stored('a', 'Riverton', 'Hillford')]
    expect(pair([event('Riverton Women', 'Hillford Women')], seniors)).toEqual([null])
    expect(pair([event('Riverton', 'Hillford U21')], seniors)).toEqual([null])
  })

  it('pairs each of two games with the closer one, and none twice', () => {
    const games = [stored('early', 'Riverton', 'Hillford'), stored('late', 'Riverton', 'Hillford', 2.5)]
    const [first, second] = [event('Riverton', 'Hillford', 0.1), event('Riverton', 'Hillford', 2.4)]
    expect(pair([second, first], games)).toEqual(['late', 'early'])
    expect(pair([first, second], games.slice(1))).toEqual([null, 'late'])
  })

  it('prefers the same spelling', () => {
    const both = [stored('a', 'Riverton FC', 'Hillford'), stored('b', 'Riverton', 'Hillford')]
    expect(pair([event('Riverton', 'Hillford')], both)).toEqual(['b'])
  })

  it('treats names with different numbers as different teams', () => {
    expect(pair([event('Home 11', 'Away 11')], [stored('a', 'Home 12', 'Away 12')])).toEqual([null])
    const schalke = [stored('a', 'Hannover', 'Schalke 04')]
    expect(pair([event('Hannover 96', 'Schalke 04')], schalke)).toEqual(['a'])
    expect(pair([event('Hannover 96', 'Schalke')], schalke)).toEqual(['? a names'])
  })

  it('pairs a match of the same feed only with the same spelling and kick-off', () => {
    const own = stored('a', 'Riverton', 'Hillford', 0, true)
    expect(pair([event('Riverton', 'Hillford', 1)], [own])).toEqual([null])
    expect(pair([event('Riverton FC', 'Hillford')], [own])).toEqual([null])
    expect(pair([event('Riverton', 'Hillford'), event('RIVERTON', 'Hillford')], [own])).toEqual(['a', 'a'])
  })

  it('does not treat a placeholder as a contestant', () => {
    expect(pair([event('TBD', 'Barry Town')], [stored('a', 'TBD', 'Riverton')])).toEqual([null])
    expect(pair([event('TBD', 'Unknown')], [stored('a', 'TBD', 'Unknown')])).toEqual([null])
    expect(pair([event('Winner Group A', 'Hillford')], [stored('a', 'Winner Group A', 'Riverton')])).toEqual([
      null,
    ])
    expect(pair([event('TBD', 'Barry Town')], [stored('a', 'TBD', 'Barry Town')])).toEqual(['a'])
  })
})

describe('a league of women or youth', () => {
  const inLeague = (league: string, home: string, away: string, key = 'a league') => ({
    ...event(home, away),
    league: key,
    side: splitLeagueSide(league),
  })
  const WOMEN = 'UEFA Champions League Women'

  it('gives its side to names that do not state one, in either feed', () => {
    const marked = [stored('a', 'Chelsea W', 'Barcelona W')]
    expect(pair([inLeague(WOMEN, 'Chelsea', 'Barcelona')], marked)).toEqual(['a'])
    expect(pair([inLeague(WOMEN, 'Chelsea', 'FC Barcelona Femení')], marked)).toEqual(['a'])
    const plain = [stored('a', 'Chelsea', 'Barcelona')]
    expect(pair([inLeague(WOMEN, 'Chelsea W', 'Barcelona W')], plain)).toEqual(['a'])
    expect(pair([inLeague('U19 Bundesliga', 'Chelsea U19', 'Barcelona')], plain)).toEqual(['a'])
    expect(pair([inLeague('U19 Bundesliga', 'Chelsea U17', 'Barcelona')], plain)).toEqual([null])
    expect(pair([inLeague(WOMEN, 'Chelsea W', 'Barcelona B')], plain)).toEqual([null])
    // The opponent may be named in another way.
    expect(pair([inLeague(WOMEN, 'Chelsea W', 'Blaugrana')], plain)).toEqual(['? a opponent'])
  })

  it('does not mix names with and without a mark where it states no side', () => {
    expect(
      pair([inLeague('Champions League', 'Chelsea', 'Barcelona')], [stored('a', 'Chelsea W', 'Barcelona W')]),
    ).toEqual([null])
  })

  it('leaves the age of a name to a person where the league says only that it is of youth', () => {
    const plain = [stored('a', 'Chelsea', 'Barcelona')]
    expect(pair([inLeague('UEFA Youth League', 'Chelsea U19', 'Barcelona U19')], plain)).toEqual([
      '? a names',
    ])
    expect(pair([inLeague('UEFA Youth League', 'Chelsea Youth', 'Barcelona')], plain)).toEqual(['a'])
  })

  it('sees another team of the league that has a part of the name, with a mark or without', () => {
    const united = stored('a', 'Newcastle United W', 'Arsenal W')
    expect(pair([inLeague(WOMEN, 'Newcastle', 'Arsenal')], [united])).toEqual(['a'])
    const later = { ...inLeague(WOMEN, 'Newcastle Utd', 'Chelsea'), start: new Date(KICK_OFF + 24 * HOUR) }
    const events = [inLeague(WOMEN, 'Newcastle', 'Arsenal'), later]
    expect(pair(events, [united])).toEqual(['? a names', null])
  })

  it('proves nothing for a league that states no side', () => {
    const candidates = [stored('a', 'Newcastle United W', 'Arsenal W')]
    const friendly = { ...inLeague('Club Friendlies', 'Newcastle', 'Arsenal', 'friendlies') }
    const events = [inLeague(WOMEN, 'Newcastle', 'Arsenal'), friendly]
    const own = [candidates, [stored('b', 'Newcastle United W', 'Arsenal W')]]
    const found = pairEvents(events, (index) => own[index] ?? [])
    expect([found.get(0)?.kind, found.get(1)]).toEqual(['same', undefined])
    expect(pair([{ ...friendly, side: undefined } as never], candidates)).toEqual([null])
  })
})

describe('an opponent that both feeds spell the same', () => {
  it('decides for a name that may be the same, in a team sport', () => {
    const saints = stored('a', 'The New Saints', 'Barry Town')
    expect(pair([event('TNS', 'Barry Town')], [saints])).toEqual(['a'])
    expect(pair([event('TNS', 'Barry Town', 0.5)], [saints])).toEqual([null])
    expect(pair([event('TNS U21', 'Barry Town')], [saints])).toEqual([null])
    const barry = stored('a', 'Barry Town', 'The New Saints')
    expect(pair([event('Barry Town', 'TNS')], [barry])).toEqual(['a'])
    const numbered = [stored('a', 'Barry Town', 'TNS 13')]
    expect(pair([event('Barry Town', 'TNS 12')], numbered)).toEqual(['? a opponent'])
  })

  it('makes the other name known for other matches', () => {
    const known = [
      stored('a', 'The New Saints', 'Barry Town'),
      stored('b', 'Cardiff Metropolitan University', 'Bala Town', 24),
      stored('c', 'The New Saints', 'Cardiff Metropolitan University', 48),
    ]
    const told = [
      event('TNS', 'Barry Town'),
      event('Cardiff MU', 'Bala Town', 24),
      event('TNS', 'Cardiff MU', 48),
    ]
    expect(pair(told, known)).toEqual(['a', 'b', 'c'])
  })

  it('leaves a completely different name to a person', () => {
    expect(pair([event('Riverton', 'Hillford')], [stored('a', 'Northwick', 'Hillford')])).toEqual([
      '? a opponent',
    ])
  })

  it('does not join two clubs of one city', () => {
    const united = [stored('a', 'Manchester United', 'Barry Town')]
    expect(pair([event('Manchester City', 'Barry Town')], united)).toEqual(['? a opponent'])
    const milan = [stored('a', 'Inter Milan', 'Roma')]
    expect(pair([event('AC Milan', 'Roma')], milan)).toEqual(['? a opponent'])
  })

  it('proves nothing when it is only a place name', () => {
    expect(pair([event('TNS', 'Sheffield')], [stored('a', 'The New Saints', 'Sheffield')])).toEqual([
      '? a opponent',
    ])
  })

  it.each(['tennis', 'boxing', 'mma', 'tabletennis', 'darts'])('is not enough in %s', (sport) => {
    const bout = [stored('a', 'Adam Smith', 'Carl Jones')]
    expect(pair([event('Adam Smith', 'Bob Brown', 0, sport)], bout)).toEqual(['? a opponent'])
    expect(pair([event('Adam Smith', 'CJ', 0, sport)], bout)).toEqual(['? a opponent'])
    expect(pair([event('A. Smith', 'C. Jones', 0, sport)], bout)).toEqual(['a'])
    expect(pair([event('Smith A.', 'Jones Carl', 0, sport)], bout)).toEqual(['a'])
    expect(pair([event('Adam Smith', 'Dan Jones', 0, sport)], bout)).toEqual(['? a opponent'])
    expect(pair([event('Adam Smith U21', 'Carl Jones U21', 0, sport)], bout)).toEqual([null])
  })
})

describe('a part of a name', () => {
  const newcastle = stored('a', 'Newcastle United', 'Arsenal')

  it('is enough next to an opponent whose whole name agrees', () => {
    expect(pair([event('Newcastle', 'Arsenal FC')], [newcastle])).toEqual(['a'])
    expect(pair([event('Arsenal FC', 'Newcastle')], [newcastle])).toEqual(['turned a'])
  })

  it('is left to a person on both sides, until another contest has proved one of them', () => {
    const brighton = stored('b', 'Newcastle United', 'Brighton and Hove Albion', 96)
    const told = event('Newcastle', 'Brighton', 96)
    expect(pair([told], [brighton])).toEqual(['? b names'])
    expect(pair([event('Newcastle', 'Arsenal'), told], [newcastle, brighton])).toEqual(['a', 'b'])
  })

  it('is left to a person when another team of the league has it, in either feed', () => {
    const city = stored('b', 'Newcastle City', 'Riverton', 2)
    expect(pair([event('Newcastle', 'Arsenal')], [newcastle, city])).toEqual(['? a names'])
    const both = [event('Newcastle', 'Arsenal'), event('Newcastle United FC', 'Riverton', 2)]
    expect(pair(both, [newcastle])).toEqual(['? a names', null])
  })

  it.each([
    ['Lech', 'Lechia', '? a opponent'],
    ['Dinamo Minsk', 'Dinamo-93 Minsk', '? a names'],
    ['CSKA Sofia', 'CSKA 1948 Sofia', '? a names'],
    ['Häcken Dam', 'Häcken', '? a names'],
    ['Slavia Praha Ženy', 'Slavia Praha', null],
    ['Hibernian', 'Dundee Hibernian', '? a names'],
    ['Cruz Azul', 'Cruz Azul Hidalgo', '? a names'],
    ['Riverton United', 'Riverton City', '? a opponent'],
    ['Athletic Riverton', 'Atlético Riverton', '? a opponent'],
    ['Riverton II', 'Riverton', null],
    ['Riverton (W)', 'Riverton', null],
  ])('%s is not %s without such an opponent', (name, other, expected) => {
    const opponents = expected?.endsWith('opponent')
      ? ['Sheffield', 'Sheffield']
      : ['Hillford', 'Hillford Town']
    const [mine = '', theirs = ''] = opponents
    expect(pair([event(name, mine)], [stored('a', other, theirs)])).toEqual([expected])
  })
})

describe('kick-offs that differ', () => {
  const rivals = [stored('a', 'Riverton', 'Hillford')]

  it.each([
    ['soccer', 1, 'a'],
    ['soccer', 36, 'a'],
    ['soccer', 37, '? a kick-off'],
    ['soccer', 97, null],
    ['basketball', 12, 'a'],
    ['basketball', 24, null],
    ['tennis', 12, 'a'],
    ['baseball', 1, 'a'],
    ['baseball', 1.1, '? a kick-off'],
    ['baseball', 6, '? a kick-off'],
    ['baseball', 24, null],
    ['esports', 2, '? a kick-off'],
  ])('in %s by %s hours: %s', (sport, hours, expected) => {
    expect(pair([event('Riverton', 'Hillford', hours, sport)], rivals)).toEqual([expected])
  })

  it('are treated as moved only when no other match fits', () => {
    const two = [...rivals, stored('b', 'Riverton', 'Hillford', 60)]
    expect(pair([event('Riverton', 'Hillford', 30)], two)).toEqual(['? a several, b several'])
    const own = [...rivals, stored('b', 'Riverton', 'Hillford', 60, true)]
    expect(pair([event('Riverton', 'Hillford', 30)], own)).toEqual(['? a several'])
    const events = [event('Riverton', 'Hillford', 20), event('Riverton', 'Hillford', 30)]
    expect(pair(events, rivals)).toEqual(['? a several', '? a several'])
  })

  it('of a double-header are told apart by both games in both feeds, or by an hour', () => {
    const game = inSport('baseball')
    const one = [stored('first', 'Riverton', 'Hillford')]
    const both = [...one, stored('second', 'Riverton', 'Hillford', 5)]
    expect(pair([game('Riverton', 'Hillford', 2.5)], one)).toEqual(['? first kick-off'])
    expect(pair([game('Riverton', 'Hillford', 2.5)], both)).toEqual(['? first several, second several'])
    expect(pair([game('Riverton', 'Hillford', 0), game('Riverton', 'Hillford', 3)], both)).toEqual([
      'first',
      'second',
    ])
    expect(pair([game('Riverton', 'Hillford', 4), game('Riverton', 'Hillford', 1.5)], both)).toEqual([
      'second',
      'first',
    ])
    const met = [
      stored('first', 'Riverton', 'Hillford', 0, true),
      stored('second', 'Riverton', 'Hillford', 5),
    ]
    expect(pair([game('Riverton', 'Hillford', 3)], met)).toEqual(['second'])
    expect(pair([game('Riverton', 'Hillford', 3)], met.slice(0, 1))).toEqual([null])
  })

  it('leave two games at the same minute to a person in a sport with several a day', () => {
    const own = [stored('a', 'Riverton', 'Hillford', 0, true)]
    expect(pair([event('Riverton', 'Hillford', 0, 'baseball')], own)).toEqual([null])
    expect(pair([event('Riverton', 'Hillford', 0, 'soccer')], own)).toEqual(['a'])
  })
})

describe('swapped sides', () => {
  const neutral = [stored('a', 'Hillford', 'Riverton')]

  it('are one contest within an hour, and another game beyond it', () => {
    expect(pair([event('Riverton', 'Hillford')], neutral)).toEqual(['turned a'])
    expect(pair([event('Riverton', 'Hillford', 1)], neutral)).toEqual(['turned a'])
    expect(pair([event('Riverton', 'Hillford', 1.1)], neutral)).toEqual([null])
    expect(
      pair([event('A. Smith', 'C. Jones', 0, 'tennis')], [stored('a', 'Carl Jones', 'Adam Smith')]),
    ).toEqual(['turned a'])
  })

  it('count less than the same order of sides', () => {
    const both = [...neutral, stored('b', 'Riverton', 'Hillford')]
    expect(pair([event('Riverton', 'Hillford')], both)).toEqual(['b'])
  })
})

describe('decisions of people', () => {
  const decided = (a: string, b: string, isSame: boolean) => new Map([[pairKey(a, b), isSame]])

  it('join names, and keep names apart', () => {
    const known = [stored('a', 'Northwick', 'Hillford')]
    expect(pair([event('Riverton', 'Hillford')], known, decided('riverton', 'Northwick', true))).toEqual([
      'a',
    ])
    expect(pair([event('Riverton', 'Hillford')], known, decided('Riverton', 'Northwick', false))).toEqual([
      null,
    ])
    const alike = [stored('a', 'Riverton FC', 'Hillford')]
    expect(pair([event('Riverton', 'Hillford')], alike, decided('Riverton', 'Riverton FC', false))).toEqual([
      null,
    ])
  })
})

describe('edge cases of pairing', () => {
  it('pairs nothing when two events or two matches are equally good', () => {
    const twice = [event('Riverton', 'Hillford'), event('Riverton', 'Hillford')]
    expect(pair(twice, [stored('a', 'Riverton', 'Hillford')])).toEqual(['? a several', '? a several'])
    const level = [stored('b', 'Riverton', 'Hillford', 1), stored('a', 'Riverton', 'Hillford', 1)]
    expect(pair([event('Riverton', 'Hillford')], level)).toEqual(['? b several, a several'])
  })

  it('prefers the same spelling and kick-off to anything else', () => {
    const games = [stored('a', 'Riverton FC', 'Hillford'), stored('b', 'Riverton', 'Hillford')]
    const events = [event('Riverton FC', 'Hillford'), event('Riverton', 'Hillford')]
    expect(pair(events, games)).toEqual(['a', 'b'])
    expect(pair(events.toReversed(), games)).toEqual(['b', 'a'])
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
    ['Bye', null],
    ['Team Ajax', '? a opponent'],
    ['Winnerton', '? a opponent'],
    ['Qualifiers', '? a opponent'],
    ['The TBD', '? a opponent'],
    ['TBDs', '? a opponent'],
    ['???', null],
  ])('pairs %j rather than two others: %s', (home, expected) => {
    expect(pair([event(home, 'Barry')], [stored('a', home, 'Riverton')])).toEqual([expected])
  })

  it.each([
    ['Hannover 96', 'Hannover 1996', 'a'],
    ['Hannover 196', 'Hannover 97', '? a opponent'],
  ])('treats %s and %s as one team: %s', (one, other, expected) => {
    expect(pair([event(one, 'Riverton')], [stored('a', other, 'Riverton')])).toEqual([expected])
  })

  it('keeps names without letters as they are', () => {
    expect(pairingKey({ home: '???', away: 'Málaga' })).toBe('???\nmalaga')
    expect(pairingKey({ home: 'Málaga', away: '!!!' })).toBe('malaga\n!!!')
  })
})

describe('CandidatePool', () => {
  const inLeague = (leagueId: string, candidate: Candidate) => ({ ...candidate, leagueId })
  const idsNear = (candidates: ReturnType<typeof inLeague>[], given: ReturnType<typeof event>) =>
    new CandidatePool(candidates).near(given, 'l').map(({ id }) => id)

  it('lists matches within three hours in the league, by kick-off', () => {
    const candidates = [4, 3, 0, -3, -4].map((hours) =>
      inLeague('l', stored(`${hours}`, 'Northwick', 'Eastham', hours)),
    )
    const elsewhere = inLeague('k', stored('k', 'Northwick', 'Eastham'))
    expect(idsNear([...candidates, elsewhere], event('Riverton', 'Hillford'))).toEqual(['-3', '0', '3'])
  })

  it('lists matches that share a word on both sides within four days', () => {
    const candidates = [97, 96, -96, -97].map((hours) =>
      inLeague('l', stored(`${hours}`, 'Riverton FC', 'FC Hillford', hours)),
    )
    const half = inLeague('l', stored('half', 'Riverton FC', 'Eastham', 40))
    expect(idsNear([...candidates, half], event('Riverton', 'Hillford'))).toEqual(['-96', '96'])
  })

  it('lists matches with the same spelling at any distance, and only these when the kick-off is the same', () => {
    const far = inLeague('l', stored('far', 'RIVERTON', 'Hillford', 190))
    const near = inLeague('l', stored('near', 'Northwick', 'Eastham'))
    expect(idsNear([near, far], event('Riverton', 'Hillford'))).toEqual(['far', 'near'])
    const same = inLeague('l', stored('same', 'Riverton', 'Hillford'))
    expect(idsNear([near, far, same], event('Riverton', 'Hillford'))).toEqual(['same', 'far'])
    expect(idsNear([same, near], event('Riverton', 'Hillford', 1))).toEqual(['same', 'near'])
  })

  it('lists matches of the same feed only with the same spelling', () => {
    const own = inLeague('l', stored('own', 'Riverton', 'Hillford', 0, true))
    expect(idsNear([own], event('Northwick', 'Eastham'))).toEqual([])
    expect(idsNear([own], event('Riverton', 'Hillford', 1))).toEqual(['own'])
  })

  it('lists at most 150, those that share the most words', () => {
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
