import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTeamPool, type PoolTeam } from './pool.ts'
import { resolveTeam } from './resolve.ts'

function poolOf(...names: string[]) {
  return createTeamPool(names.map((name) => ({ team: name, names: [name] })))
}

const CLUBS = poolOf(
  'Manchester United',
  'Manchester City',
  'Leeds City',
  'Leeds United',
  'Wolverhampton Wanderers',
  'Queens Park Rangers',
  'Heracles Almelo',
  'Hercules',
  'KFUM Oslo',
  'Dynamo Minsk',
  'Dynamo-93 Minsk',
  'Departivo Rayo',
  'Zulia',
  'Arsenal Women',
  'Barcelona B',
)

describe('resolveTeam', () => {
  it('does not treat a place name that two names share as a club', () => {
    const clubs = poolOf('Sturm Graz A.', 'SK Sturm Graz', 'Rapid Wien', 'Altach')
    expect(resolveTeam('Grazer AK', clubs)).not.toMatchObject({ kind: 'mapped' })
  })

  it.each([
    ['Man Utd', 'Manchester United'],
    ['Wolves', 'Wolverhampton Wanderers'],
    ['QPR', 'Queens Park Rangers'],
    ['Dynamo-93 Minsk', 'Dynamo-93 Minsk'],
    ['FC Barcelona II', 'Barcelona B'],
    ['Arsenal (W)', 'Arsenal Women'],
  ])('%s is %s', (name, team) => {
    expect(resolveTeam(name, CLUBS)).toMatchObject({ kind: 'mapped', team })
  })

  it.each([
    ['Leeds', 'two clubs are as alike'],
    ['Lyn Oslo', 'only the place is shared'],
    ['Rayo Zuliano', 'what Zulia leaves out stands in another name'],
    ['Manchester', 'a place of several clubs'],
    ['Heracles', 'a club that is not there may have that name alone'],
  ])('leaves %s to a person: %s', (name) => {
    expect(resolveTeam(name, CLUBS).kind).toBe('review')
  })

  it.each([
    ['Riverton United', 'Riverton City', 'only the city agrees'],
    ['Riverton', 'Riverton City', 'the kind of club at the end is left out'],
    ['Waasland-Beveren', 'Beveren', 'one part of a double name'],
    ['Randers FC', 'Randers Sportsklub Freja', 'the other has a name besides the place'],
    ['FSV Frankfurt', 'Frankfurt', 'a place, and a form of club on one side'],
    ['Dnipro', 'SK Dnipro-1', 'a single figure more'],
    ['San José', 'GV San José', 'a name that many clubs have, and more'],
    ['Lechia Gdańsk', 'Lech', 'the beginning of a word is not the word'],
    ['Lechia', 'Lech', 'the beginning of a word is not the word'],
    ['Paraná Clube', 'Clube Atlético Paranaense', 'the beginning of a word, and another kind of club'],
    ['İstanbulspor', 'İstanbul Büyükşehir Belediyesi SK', 'the beginning is only a place'],
    ['Dinamo-93 Minsk', 'Dinamo Minsk', 'a year that marks another club'],
    ['Astana', 'Astana-1964', 'a year that marks another club'],
    ['Hibernian FC', 'Dundee Hibernian', 'the place before the name is a part of it'],
    ['Universidad Las Palmas', 'UD Las Palmas', 'another kind of club'],
    ['UD Las Palmas', 'U. Las Palmas', 'an initial is no form of club'],
    ['Cruz Azul', 'Cruz Azul Hidalgo', 'the other has a further name'],
    ['LU/Daugava', 'Daugava', 'a joint team'],
    ['Ραπίντ Βουκ.', 'Rapid Wien', 'one word sounds alike'],
  ])('leaves %s to a person when the database has only %s: %s', (name, other) => {
    expect(resolveTeam(name, poolOf(other)).kind).not.toBe('mapped')
  })

  it.each([
    ['Feyenoord', 'Feyenoord Rotterdam', 'the town follows the name'],
    ['Club Deportivo Lugo', 'CD Lugo', 'the kind of club is abbreviated'],
    ['ASD Grosseto', 'Grosseto 1912', 'the year of a foundation'],
    ['AO Kavala', 'Kavala', 'a form of club in letters'],
    ['Helsingborgs IF', 'Helsingborg', 'an ending'],
  ])('recognises %s as %s: %s', (name, other) => {
    expect(resolveTeam(name, poolOf(other))).toMatchObject({ kind: 'mapped', team: other })
    expect(resolveTeam(other, poolOf(name))).toMatchObject({ kind: 'mapped', team: name })
  })

  it('does not accept a part of a name that another team of the league has, or in another tier', () => {
    const league = 'Serie A'
    const pool = createTeamPool([{ team: 1, names: ['Middlesbrough Ironopolis'], leagues: [league] }])
    expect(resolveTeam('Middlesbrough', pool, league, ['Middlesbrough'])).toMatchObject({ kind: 'mapped' })
    const both = ['Middlesbrough', 'Middlesbrough Ironopolis FC']
    expect(resolveTeam('Middlesbrough', pool, league, both)).toMatchObject({ kind: 'review' })
    expect(resolveTeam('Middlesbrough Ironopolis FC', pool, league, both)).toMatchObject({ kind: 'mapped' })
    expect(resolveTeam('Middlesbrough', pool, 'Serie B', ['Middlesbrough'])).toMatchObject({ kind: 'review' })
    const minsk = createTeamPool([{ team: 1, names: ['Dinamo Minsk'], leagues: [league] }])
    const names = ['Dinamo-93 Minsk', 'Dinamo Minsk']
    expect(resolveTeam('Dinamo-93 Minsk', minsk, league, names)).toMatchObject({ kind: 'review' })
  })

  it.each([
    ['CSKA 1948 Sofia', 'CSKA Sofia'],
    ['CSKA Sofia', 'CSKA 1948 Sofia'],
    ['Metalist 1925 Kharkiv', 'Metalist Kharkiv'],
    ['Metalist Kharkiv', 'Metalist 1925 Kharkiv'],
    ['Häcken Dam', 'Häcken'],
    ['Ferencvaros Noi', 'Ferencváros'],
    ['ŽNK Osijek', 'NK Osijek'],
  ])('leaves %s to a person although %s plays in the league', (name, other) => {
    const pool = createTeamPool([{ team: other, names: [other], leagues: ['First League'] }])
    expect(resolveTeam(name, pool, 'First League')).toMatchObject({ kind: 'review' })
    expect(resolveTeam(other, pool, 'First League')).toMatchObject({ kind: 'mapped', team: other })
  })

  it('reads a word for women that could be a name where the league is of women', () => {
    const pool = createTeamPool([{ team: 1, names: ['Häcken'], leagues: ['Damallsvenskan'] }])
    expect(resolveTeam('Häcken Dam', pool, 'Damallsvenskan')).toMatchObject({ kind: 'mapped', team: 1 })
    const clubs = createTeamPool([{ team: 2, names: ['Ha Noi'], leagues: ['V.League 1'] }])
    expect(resolveTeam('Hà Nội FC', clubs, 'V.League 1')).toMatchObject({ kind: 'mapped', team: 2 })
  })

  it('never accepts the beginning of a word, even if the league agrees', () => {
    const pool = createTeamPool([{ team: 1, names: ['Lech'], leagues: ['Ekstraklasa'] }])
    expect(resolveTeam('Lechia', pool, 'Ekstraklasa')).toMatchObject({ kind: 'review' })
    expect(resolveTeam('Lech Poznań', pool, 'Ekstraklasa')).toMatchObject({ kind: 'mapped' })
  })

  it('accepts a part of a name when the league agrees', () => {
    const pool = createTeamPool([
      { team: 1, names: ['Leeds United'], leagues: ['English League Championship'] },
      { team: 2, names: ['Derby County'], leagues: ['English League Championship'] },
    ])
    expect(resolveTeam('Leeds', pool, 'EFL Championship')).toMatchObject({ kind: 'mapped', team: 1 })
    expect(resolveTeam('Leeds', pool, 'FA Vase')).toMatchObject({ kind: 'review' })
    expect(resolveTeam('Leeds', pool)).toMatchObject({ kind: 'review' })
  })

  it.each(['Ολυμπιακός Β', 'Ολυμπιακός Κ19', 'Ολυμπιακός (Γ)', 'Ολυμπιακός Γυναικών', 'Ολυμπιακός Γ'])(
    'does not treat %s as the senior team',
    (name) => {
      expect(resolveTeam('Ολυμπιακός', poolOf('Olympiakos'))).toMatchObject({ kind: 'mapped' })
      expect(resolveTeam(name, poolOf('Olympiakos'))).toEqual({ kind: 'none' })
    },
  )

  it('never chooses another team of the club', () => {
    expect(resolveTeam('Arsenal', CLUBS)).toEqual({ kind: 'none' })
    expect(resolveTeam('Barcelona', CLUBS)).toEqual({ kind: 'none' })
    expect(resolveTeam('Manchester City U21', CLUBS)).toEqual({ kind: 'none' })
  })

  it.each([
    ['Manchester City', 'Women’s Super League'],
    ['Manchester City', 'WSL'],
    ['Manchester City', 'NWSL Women'],
    ['Manchester City', 'Liga MX Femenil'],
    ['Manchester City', 'U21 Premier League'],
    ['Manchester City', 'UEFA Youth League'],
    ['Manchester City', 'Ekstraliga Kobiet'],
    ['Manchester City', 'WE League'],
    ['Manchester City Naiset', 'Naisten Cup'],
  ])('does not treat %s of the %s as another team', (name, league) => {
    expect(resolveTeam(name, CLUBS, league)).toEqual({ kind: 'none' })
  })

  it('finds the team of the league, whether a name or a league of the pool states it', () => {
    const pool = createTeamPool([
      { team: 1, names: ['Chelsea'], leagues: ['Premier League'] },
      { team: 2, names: ['Chelsea Women'], leagues: ['Super League Women'] },
      { team: 3, names: ['London City Lionesses'], leagues: ['England Super League Women'] },
      { team: 4, names: ['Reading'], leagues: ['Premier League', 'Friendlies Women'] },
    ])
    expect(resolveTeam('Chelsea', pool, 'Premier League')).toMatchObject({ kind: 'mapped', team: 1 })
    expect(resolveTeam('Chelsea', pool, 'Super League Women')).toMatchObject({ kind: 'mapped', team: 2 })
    expect(resolveTeam('Chelsea Women', pool, 'Super League Women')).toMatchObject({
      kind: 'mapped',
      team: 2,
    })
    expect(resolveTeam('London City Lionesses', pool, 'WSL')).toMatchObject({ kind: 'mapped', team: 3 })
    expect(resolveTeam('Reading', pool, 'Premier League')).toMatchObject({ kind: 'mapped', team: 4 })
    expect(resolveTeam('London City', pool, 'Premier League')).toEqual({ kind: 'none' })
  })

  it("recognises a women's team when only the database states it", () => {
    const pool = createTeamPool([
      { team: 1, names: ['Chelsea'] },
      { team: 2, names: ['Chelsea'], women: true },
    ])
    expect(resolveTeam('Chelsea', pool)).toMatchObject({ kind: 'mapped', team: 1 })
    expect(resolveTeam('Chelsea Women', pool)).toMatchObject({ kind: 'mapped', team: 2 })
  })

  it('leaves two teams with the same name to a person, unless the league distinguishes them', () => {
    const teams: PoolTeam<number>[] = [
      { team: 1, names: ['Everton'], leagues: ['Premier League'] },
      { team: 2, names: ['Everton'], leagues: ['Primera División'] },
    ]
    expect(resolveTeam('Everton', createTeamPool(teams)).kind).toBe('review')
    expect(resolveTeam('Everton', createTeamPool(teams), 'Primera Division')).toMatchObject({ team: 2 })
  })

  it('treats several names of one team as one', () => {
    const pool = createTeamPool([{ team: 1, names: ['Crvena zvezda', 'Red Star Belgrade'] }])
    expect(resolveTeam('Red Star Belgrade', pool)).toMatchObject({ kind: 'mapped', team: 1 })
  })

  it('compares Greek letters by their sound', () => {
    const pool = poolOf('Manchester United', 'Montpellier', 'Augsburg', 'Freiburg', 'Mainz')
    expect(resolveTeam('Άουγκσμπουργκ', pool)).toMatchObject({ team: 'Augsburg' })
    expect(resolveTeam('Φράιμπουργκ', pool)).toMatchObject({ team: 'Freiburg' })
  })

  it('finds every team of a pool by its own name or leaves it to a person, and never a team of another kind', () => {
    const word = fc.constantFrom(
      'Real',
      'Santos',
      'United',
      'City',
      'Ajax',
      'FC',
      'II',
      'Women',
      'U19',
      '1907',
      'Nord',
    )
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), name, (names, wanted) => {
        const found = resolveTeam(wanted, poolOf(...names))
        if (found.kind === 'none') return
        for (const { team } of found.candidates) {
          expect(/Women/.test(String(team))).toBe(/Women/.test(wanted))
          expect(/U19/.test(String(team))).toBe(/U19/.test(wanted))
        }
      }),
    )
  })

  it('has no answer for an empty pool, and throws for no text', () => {
    expect(resolveTeam('Arsenal', poolOf())).toEqual({ kind: 'none' })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.string({ maxLength: 20 }), (a, b) => {
        resolveTeam(a, poolOf(b))
      }),
    )
  })
})
