import { describe, expect, it } from 'vitest'
import { slug } from '#app/features/catalogue/slug.ts'
import { contestRules, extentOf, isTelling } from '#app/features/names/contestants.ts'
import { oddsApiSport } from '#app/features/sources/the-odds-api/competitions.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { matchesBetween, offeredMatches, PAST_DAYS, pairsOfRound, type SandboxMatch } from './calendar.ts'
import { leagues } from './data/index.ts'
import { oddsApiEvents, oddsApiScores, promoEntries } from './formats.ts'
import { bookmakers, onLadder, quotesAt, type SandboxQuote } from './market.ts'
import { finalScore } from './results.ts'

const SEED = 7
const INSTANTS = ['2026-11-21T03:00:00Z', '2026-12-31T23:30:00Z', '2027-06-16T12:00:00Z'].map(
  (it) => new Date(it),
)
const WORLD = { leagues, seed: SEED }
const offered = (now: Date) => [...offeredMatches(WORLD, now)]

function bestSum(quotes: readonly SandboxQuote[]): number {
  const best = (outcome: 'home' | 'draw' | 'away') => Math.max(...quotes.map((it) => it.prices[outcome] ?? 0))
  const draw = best('draw')
  return 1 / best('home') + (draw > 0 ? 1 / draw : 0) + 1 / best('away')
}

const nameOf = (team: SandboxMatch['home']) => (typeof team === 'string' ? team : team.name)

describe('the catalogue', () => {
  it('has enough of everything', () => {
    const count = (values: string[]) => new Set(values).size
    expect(count(leagues.map((it) => it.sport))).toBeGreaterThanOrEqual(6)
    expect(
      count(leagues.map((it) => it.country).filter((it) => it !== 'International')),
    ).toBeGreaterThanOrEqual(40)
    expect(leagues.length).toBeGreaterThanOrEqual(120)
    expect(count(leagues.map((it) => it.oddsApiKey))).toBe(leagues.length)
    expect(bookmakers).toHaveLength(12)
  })

  it('has the same names from the keys of The Odds API as in the promo feed', () => {
    for (const { sport, country, league, oddsApiKey, oddsApiTitle } of leagues) {
      expect(oddsApiSport(oddsApiKey, oddsApiTitle), oddsApiKey).toEqual({ sport, country, league })
    }
  })
})

describe('the names of the promo feed', () => {
  /** By the rule that pairs the matches of feeds, so that the demonstration lists no contest twice. */
  it('agree with those of The Odds API: as a whole, or one of a league in a part', () => {
    for (const { sport, oddsApiKey, teams } of leagues) {
      const rules = contestRules(slug(sport).replaceAll('-', ''))
      const extents = teams.map((team) =>
        typeof team === 'string' ? 'whole' : extentOf(team.name, team.promo, rules),
      )
      const parts = teams.filter((_, at) => extents[at] !== 'whole')
      expect(extents, oddsApiKey).not.toContain(undefined)
      expect(parts.length, oddsApiKey).toBeLessThanOrEqual(1)
      // A place alone does not prove the contest of an opponent.
      if (parts.length > 0)
        expect(
          teams.filter((team) => !parts.includes(team) && !isTelling(nameOf(team))),
          oddsApiKey,
        ).toEqual([])
    }
  })
})

describe.each(INSTANTS)('at %s', (now) => {
  const matches = offered(now)
  const upcoming = matches.filter((it) => it.start > now)
  const known = new Map<SandboxMatch, SandboxQuote[]>()
  /** The prices of a match, computed once. */
  function quotesOf(match: SandboxMatch): SandboxQuote[] {
    const quotes = known.get(match) ?? quotesAt(match, now)
    known.set(match, quotes)
    return quotes
  }

  it('has 1,500 upcoming matches and some in play', () => {
    expect(upcoming.length).toBeGreaterThanOrEqual(1_500)
    expect(matches.length - upcoming.length).toBeGreaterThanOrEqual(2)
  })

  it('lets no team play twice on a day', () => {
    const past = matchesBetween(WORLD, new Date(now.getTime() - 10 * 24 * HOUR_MS), now)
    const played = new Set<string>()
    const twice: string[] = []
    for (const match of [...past, ...upcoming]) {
      for (const team of [match.home, match.away]) {
        const key = `${match.league.sport} ${match.league.league.includes('Women')} ${nameOf(team)} ${match.start.toISOString().slice(0, 10)}`
        // Clubs of the same name in two countries are two clubs.
        const place = match.league.country === 'International' ? '' : match.league.country
        if (played.has(key + place)) twice.push(key)
        played.add(key + place)
      }
    }
    expect(twice).toEqual([])
  })

  it('prices with margins that bookmakers have', () => {
    const quotes = upcoming
      .filter((it) => !it.isSureBet)
      .slice(0, 400)
      .flatMap(quotesOf)
    const margins = quotes.map(
      ({ prices: { home, draw, away } }) => 1 / home + (draw === null ? 0 : 1 / draw) + 1 / away - 1,
    )
    expect(Math.min(...margins)).toBeGreaterThan(0.004)
    expect(Math.max(...margins)).toBeLessThan(0.14)
  })

  it('has a few real sure bets, only the intended ones', () => {
    const priced = upcoming.filter((it) => quotesOf(it).length > 2)
    const sure = priced.filter((it) => bestSum(quotesOf(it)) < 1)
    expect(sure.length).toBeGreaterThanOrEqual(3)
    expect(sure.length).toBeLessThanOrEqual(25)
    expect(sure.every((it) => it.isSureBet)).toBe(true)
    for (const match of sure) expect(1 / bestSum(quotesOf(match)) - 1).toBeLessThan(0.05)
  })

  it('dates no price in the future, nor after the kick-off', () => {
    const late = matches.flatMap((match) =>
      quotesOf(match).filter(({ updatedAt }) => updatedAt > now || updatedAt > match.start),
    )
    expect(late).toEqual([])
  })

  it('has a result of each past match, and of no other', () => {
    const from = new Date(now.getTime() - PAST_DAYS * 24 * HOUR_MS)
    const past = [...matchesBetween(WORLD, from, new Date(now.getTime() - 2 * HOUR_MS))]
    const scores = [...oddsApiScores(WORLD, now, PAST_DAYS)] as { commence_time: string }[]
    expect(scores).toHaveLength(past.length)
    expect(scores.every((it) => Date.parse(it.commence_time) < now.getTime() - 2 * HOUR_MS)).toBe(true)
  })
})

describe('time', () => {
  const now = INSTANTS[0] as Date

  it('changes nothing at the same instant', () => {
    const some = { leagues: leagues.filter((_, place) => place % 4 === 0), seed: SEED }
    const [first, second] = [promoEntries(some, now), promoEntries(some, now)].map((it) => [...it])
    expect(first?.length).toBeGreaterThan(500)
    expect(JSON.stringify(second)).toBe(JSON.stringify(first))
  })

  it('changes prices within minutes, while a match keeps its id, teams and kick-off', () => {
    type Event = { id: string; commence_time: string; home_team: string; bookmakers: unknown }
    const byId = (at: Date) =>
      new Map([...oddsApiEvents(WORLD, at)].map((it) => [(it as Event).id, it as Event]))
    const before = byId(now)
    const after = byId(new Date(now.getTime() + 2 * MINUTE_MS))
    const both = [...before.values()].filter((it) => after.has(it.id))
    expect(both.length).toBeGreaterThan(before.size * 0.98)
    const fixed = ({ commence_time, home_team }: Event) => [commence_time, home_team]
    const later = both.flatMap(({ id }) => after.get(id) ?? [])
    expect(later.map(fixed)).toEqual(both.map(fixed))
    const moved = both.filter(
      ({ bookmakers }, at) => JSON.stringify(later[at]?.bookmakers) !== JSON.stringify(bookmakers),
    )
    expect(moved.length).toBeGreaterThan(both.length * 0.2)
  })
})

describe('a sport without a draw after overtime', () => {
  it('never has a level score', () => {
    const noDraw = leagues.filter((it) =>
      ['Tennis', 'Basketball', 'Baseball', 'Ice Hockey', 'Volleyball'].includes(it.sport),
    )
    const from = new Date('2026-10-01')
    const level: SandboxMatch[] = []
    for (const match of matchesBetween({ leagues: noDraw, seed: SEED }, from, new Date('2026-11-01'))) {
      const { home, away } = finalScore(match)
      if (home === away) level.push(match)
    }
    expect(level).toEqual([])
  })
})

describe('pairsOfRound', () => {
  it.each([2, 9, 20])('pairs each of %i teams with every other once in a cycle', (teams) => {
    const met = new Set<string>()
    const rounds = teams + (teams % 2) - 1
    for (let round = 0; round < rounds; round += 1) {
      const pairs = pairsOfRound(teams, round)
      expect(new Set(pairs.flat()).size).toBe(pairs.length * 2)
      for (const pair of pairs) met.add([...pair].sort((a, b) => a - b).join('-'))
    }
    expect(met.size).toBe((teams * (teams - 1)) / 2)
  })

  it('gives a team no more than three matches at home, or away, in a row', () => {
    for (const teams of [4, 9, 20]) {
      const sides = Array.from({ length: teams }, () => '')
      for (let round = 0; round < 3 * teams; round += 1) {
        for (const [home, away] of pairsOfRound(teams, round)) {
          sides[home] += 'h'
          sides[away] += 'a'
        }
      }
      expect(
        sides.filter((of) => /hhhh|aaaa/.test(of)),
        String(teams),
      ).toEqual([])
    }
  })
})

describe('onLadder', () => {
  it.each([
    [1.859, 1.85],
    [3.44, 3.4],
    [7.19, 7.1],
    [13.7, 13.5],
    [56.6, 56],
    [400, 101],
    [1.001, 1.01],
  ])('rounds %d down to %d', (price, step) => {
    expect(onLadder(price)).toBe(step)
  })
})
