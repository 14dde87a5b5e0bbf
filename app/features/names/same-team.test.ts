import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameTeam } from './same-team.ts'
import { NICKNAMES } from './team-nicknames.ts'

describe('isSameTeam', () => {
  it.each([
    ['Man United', 'Manchester United'],
    ['Man Utd', 'Manchester United FC'],
    ['Man. City', 'Manchester City'],
    ['Wolves', 'Wolverhampton Wanderers'],
    ['Brighton', 'Brighton and Hove Albion'],
    ['Brighton & Hove Albion FC', 'Brighton'],
    ["Nott'm Forest", 'Nottingham Forest'],
    ['Spurs', 'Tottenham Hotspur'],
    ['Sheffield Weds', 'Sheffield Wednesday FC'],
    ['West Brom', 'West Bromwich Albion'],
    ['QPR', 'Queens Park Rangers'],
    ['Bournemouth', 'AFC Bournemouth'],
    ['Newcastle', 'Newcastle United FC'],
    ['CrystalPalace', 'Crystal Palace F.C.'],
    ['Inter Milan', 'FC Internazionale Milano'],
    ['Inter', 'Internazionale'],
    ['AC Milan', 'Milan'],
    ['Verona', 'Hellas Verona FC'],
    ['AS Roma', 'Roma'],
    ['Bayern Munich', 'FC Bayern München'],
    ["M'gladbach", 'Borussia Mönchengladbach'],
    ['1. FC Heidenheim 1846', 'FC Heidenheim'],
    ['1. FC Nürnberg', 'Nuernberg'],
    ['Duesseldorf', 'Fortuna Düsseldorf'],
    ['B. Leverkusen', 'Bayer 04 Leverkusen'],
    ['Ath Bilbao', 'Athletic Club'],
    ['Betis', 'Real Betis Balompié'],
    ['Espanol', 'RCD Espanyol de Barcelona'],
    ['Paris SG', 'Paris Saint-Germain'],
    ['St Etienne', 'AS Saint-Étienne'],
    ['Zenit St. Petersb.', 'Zenit Saint Petersburg'],
    ['Dinamo Kiev', 'Dynamo Kyiv'],
    ['Sparta Prague', 'AC Sparta Praha'],
    ['Bodo/Glimt', 'FK Bodø/Glimt'],
    ['Спартак Москва', 'Spartak Moscow'],
    ['Сhelsea', 'Chelsea'],
    ['LA Lakers', 'Los Angeles Lakers'],
    ['Lakers', 'Los Angeles Lakers'],
    ['NY Yankees', 'New York Yankees'],
    ['Willem II', 'Willem II Tilburg'],
    ['Jong Ajax', 'Ajax II'],
    ['Real Madrid B', 'Real Madrid Castilla'],
    ['England', 'England'],
    ['South Korea', 'Korea Republic'],
    ['USA U20', 'United States Under-20'],
    ['Arsenal Women', 'Arsenal (W)'],
    ['Kurilenko, Oleg', 'Oleg Kurilenko'],
    ['O. Kurilenko', 'Oleg Kurilenko'],
    ['Kurilenko O.', 'Kurilenko, Oleg'],
    ['Ram R / Salisbury J', 'Rajeev Ram / Joe Salisbury'],
  ])('%s is %s', (a, b) => {
    expect(isSameTeam(a, b)).toBe(true)
  })

  it.each([
    ['Manchester United', 'Manchester City'],
    ['Manchester', 'Manchester City'],
    ['Zverev M', 'Zverev A'],
    ['Zverev M.', 'Zverev A.'],
    ['Sheffield Utd', 'Sheffield Wed'],
    ['Bristol City', 'Bristol Rovers'],
    ['Dundee', 'Dundee United'],
    ['Inter', 'Milan'],
    ['Inter Milan', 'AC Milan'],
    ['Milan', 'Inter Milan'],
    ['Real Madrid', 'Atlético Madrid'],
    ['Real Madrid', 'Real Betis'],
    ['Real Madrid', 'Real Madrid Castilla'],
    ['Barcelona', 'Barcelona B'],
    ['Bayern München', 'Bayern München II'],
    ['Bayer', 'Bayern'],
    ['Paris FC', 'Paris Saint-Germain'],
    ['PSG', 'Paris FC'],
    ['VfB Stuttgart', 'Stuttgarter Kickers'],
    ['Hertha Berlin', 'Union Berlin'],
    ['Dynamo Moscow', 'Dynamo Kyiv'],
    ['Atlético Mineiro', 'Athletico Paranaense'],
    ['Botafogo RJ', 'Botafogo SP'],
    ['Lecce', 'Lecco'],
    ['Genk', 'Gent'],
    ['Hamburger SV', 'FC 08 Homburg'],
    ['Independiente', 'Independiente Rivadavia'],
    ['Estudiantes de La Plata', 'Gimnasia La Plata'],
    ['Los Angeles Lakers', 'Los Angeles Clippers'],
    ['LA Clippers', 'LA Lakers'],
    ['New York Yankees', 'New York Mets'],
    ['Chicago Cubs', 'Chicago White Sox'],
    ['Michigan', 'Michigan State'],
    ['Carolina', 'North Carolina'],
    ['Slovakia', 'Slovenia'],
    ['Iceland', 'Ireland'],
    ['Niger', 'Nigeria'],
    ['Ireland', 'Northern Ireland'],
    ['Guinea', 'Guinea-Bissau'],
    ['Slovakia U21', 'Slovenia U21'],
    ['Arsenal', 'Arsenal Women'],
    ['Ajax', 'Ajax U19'],
    ['Ajax U19', 'Ajax U21'],
    ['Venus Williams', 'Serena Williams'],
    ['S. Williams', 'Venus Williams'],
    ['Martin A.', 'Martinez P.'],
    ['Martin A.', 'Martinez A.'],
    ['', 'Arsenal'],
    ['???', '!!!'],
  ])('%j is not %j', (a, b) => {
    expect(isSameTeam(a, b)).toBe(false)
  })

  it('knows each name of a club with two names, also one that ends like a side', () => {
    const wrong = NICKNAMES.flatMap((names) =>
      names.flatMap((a) => names.flatMap((b) => (isSameTeam(a, b) ? [] : [`${a} / ${b}`]))),
    )
    expect(wrong).toEqual([])
    expect(isSameTeam('Inverness C', 'Inverness CT')).toBe(true)
    expect(isSameTeam('Inverness', 'Inverness CT')).toBe(true)
    expect(isSameTeam('Inverness C Women', 'Inverness CT W')).toBe(true)
    expect(isSameTeam('Inverness C', 'Inverness CT Women')).toBe(false)
    expect(isSameTeam('Inverness CT', 'Inverness CT C')).toBe(false)
    expect(isSameTeam('Barcelona C', 'Barcelona')).toBe(false)
    expect(isSameTeam('Barcelona C', 'FC Barcelona III')).toBe(true)
  })

  it('is symmetric and reflexive', () => {
    const word = fc.constantFrom(
      'Real',
      'Madrid',
      'Inter',
      'Milan',
      'FC',
      'Utd',
      'U21',
      '(W)',
      'II',
      '1860',
      'Köln',
      'St.',
      'B.',
      'Спартак',
      'ß',
      '-',
    )
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(isSameTeam(a, b)).toBe(isSameTeam(b, a))
        expect(isSameTeam(a, a)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

/** Real pairs of names of one club in two sources, if they are available beside the project. */
const PAIRS = '../shared/feeds/team-name-pairs.csv'

describe.skipIf(!existsSync(PAIRS))('real names (../shared is beside the project)', () => {
  const rows = existsSync(PAIRS) ? readFileSync(PAIRS, 'utf8').trim().split('\n').slice(1) : []
  const pairs = rows.map((row) => {
    const [sourceA = '', a = '', sourceB = '', b = ''] = Array.from(
      row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
      (field) => field[1] ?? field[2] ?? '',
    )
    return { sourceA, sourceB, a, b }
  })

  it.each([
    ['football-data.co.uk', 'openfootball', 0.93],
    ['the-odds-api', 'football-data.co.uk', 1],
    ['football-data.org', 'the-odds-api', 1],
    ['openfootball canonical', 'openfootball alias', 0.79],
  ])('of %s and %s are recognised at a rate of at least %s', (sourceA, sourceB, share) => {
    const ofSources = pairs.filter((pair) => pair.sourceA === sourceA && pair.sourceB === sourceB)
    const known = ofSources.filter(({ a, b }) => isSameTeam(a, b))
    expect(known.length / ofSources.length).toBeGreaterThanOrEqual(share)
  })
})
