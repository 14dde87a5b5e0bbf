import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spellingsOf } from '#app/platform/text/mentions.ts'
import {
  bookmakerRule,
  bothPermit,
  EVERYBODY,
  mentionsBarred,
  permitsBookmaker,
  permitsEveryBookmaker,
  permitsLink,
  permitsNoBookmaker,
  strictest,
  toGroup,
} from './permissions.ts'
import { fillFrom, PRESETS } from './presets.ts'

const KEYS = ['a', 'b', 'c', 'd', 'e']
const rule = fc
  .tuple(fc.boolean(), fc.subarray(KEYS))
  .map(([isExcept, keys]) => bookmakerRule(isExcept, keys))

describe('two rules together', () => {
  it('permit what both permit, also of bookmakers that come later', () => {
    fc.assert(
      fc.property(rule, rule, fc.constantFrom(...KEYS, 'new'), (one, other, key) => {
        const both = permitsBookmaker(one, key) && permitsBookmaker(other, key)
        expect(permitsBookmaker(bothPermit(one, other), key)).toBe(both)
      }),
    )
  })
})

describe('the strictest permissions', () => {
  it('are what every group allows', () => {
    const groups = [
      { ...EVERYBODY, bookmakers: bookmakerRule(true, ['a']), minimumAge: 18 },
      { ...EVERYBODY, bookmakers: bookmakerRule(false, ['a', 'b']), links: false, minimumAge: 21 },
      { ...EVERYBODY, adultMark: true, alerts: false },
    ]
    expect(strictest(groups)).toEqual({
      bookmakers: { isExcept: false, keys: ['b'] },
      promotions: true,
      links: false,
      alerts: false,
      minimumAge: 21,
      adultMark: true,
    })
  })

  it.each(['promotions', 'links', 'alerts'] as const)('have %s only if each group has them', (name) => {
    const [on, off] = [EVERYBODY, { ...EVERYBODY, [name]: false }]
    expect(
      [
        [on, on],
        [on, off],
        [off, on],
      ].map((groups) => strictest(groups)[name]),
    ).toEqual([true, false, false])
  })

  it('have the mark for adults and the highest age of any group', () => {
    const marked = { ...EVERYBODY, adultMark: true, minimumAge: 18 }
    for (const groups of [
      [EVERYBODY, marked],
      [marked, EVERYBODY],
    ])
      expect(strictest(groups)).toMatchObject({ adultMark: true, minimumAge: 18 })
    expect(strictest([EVERYBODY, EVERYBODY])).toMatchObject({ adultMark: false, minimumAge: null })
  })

  it('are no limits without groups', () => {
    expect(strictest([])).toEqual({
      bookmakers: { isExcept: true, keys: [] },
      promotions: true,
      links: true,
      alerts: true,
      minimumAge: null,
      adultMark: false,
    })

    expect(permitsBookmaker(strictest([]).bookmakers, 'any')).toBe(true)
  })
})

describe('a rule', () => {
  it('has its keys once, in order', () => {
    expect(bookmakerRule(true, ['b', 'a', 'b'])).toEqual({ isExcept: true, keys: ['a', 'b'] })
  })

  it('permits every bookmaker if it excepts none, and none if it names none', () => {
    const rules = [
      bookmakerRule(true, []),
      bookmakerRule(true, ['a']),
      bookmakerRule(false, []),
      bookmakerRule(false, ['a']),
    ]
    expect(rules.map(permitsEveryBookmaker)).toEqual([true, false, false, false])
    expect(rules.map(permitsNoBookmaker)).toEqual([false, false, true, false])
  })

  it('of a group is read from its columns', () => {
    const row = {
      id: '1',
      countries: 'DE AT',
      is_rest: true,
      bookmaker_rule: 'only',
      bookmakers: 'b\na\n',
      promotions_on: false,
      links_on: true,
      alerts_on: false,
      minimum_age: 18,
      adult_mark: true,
    }
    expect(toGroup(row)).toEqual({
      id: '1',
      countries: ['DE', 'AT'],
      isRest: true,
      bookmakers: { isExcept: false, keys: ['a', 'b'] },
      promotions: false,
      links: true,
      alerts: false,
      minimumAge: 18,
      adultMark: true,
    })
    expect(toGroup({ ...row, countries: '', bookmaker_rule: 'except', bookmakers: '' })).toMatchObject({
      countries: [],
      bookmakers: { isExcept: true, keys: [] },
    })
  })
})

describe('a link', () => {
  const some = { ...EVERYBODY, bookmakers: bookmakerRule(true, ['a']) }
  it.each([
    ['https://a.example', 'a', false],
    ['https://b.example', 'b', true],
    // Nobody knows whose it is.
    ['https://c.example', null, false],
    ['//c.example', null, false],
    ['/en/guide', null, true],
    ['#top', null, true],
    ['/\\c.example', null, false],
    ['x/en', null, false],
  ])('to %s of %s may be shown: %s', (link, bookmaker, expected) => {
    expect(permitsLink(some, link, bookmaker)).toBe(expected)
    if (bookmaker === null) expect(permitsLink(EVERYBODY, link, bookmaker)).toBe(true)
  })

  it('that leads out may not be shown without links, and a page of the site may', () => {
    const none = { ...EVERYBODY, links: false }
    expect(permitsLink(none, 'https://a.example', 'a')).toBe(false)
    expect(permitsLink(none, 'https://a.example', null)).toBe(false)
    expect(permitsLink(none, '/en/guide', 'a')).toBe(true)
    expect(permitsLink(none, '/en/guide', null)).toBe(true)
  })
})

/** Names whose parts are ordinary words. */
const WORDS = ['Everygame', 'Sportsbet', 'Betsafe', 'Matchbook', 'MyBet', 'Betin']

describe('a text', () => {
  const audience = {
    ...EVERYBODY,
    barredNames: ['Bet 365', 'Tipp3', 'Württem Wetten (DE)', ...WORDS].flatMap(spellingsOf),
  }
  it.each([
    ['A bonus of BET365!', true],
    ['A bonus of Bet-365', true],
    ['bet365.example/offer', true],
    ['Wurttem Wetten', true],
    ['Wurt Temwetten or TIPP 3', true],
    ['tipp_3.example/wurttem-wetten', true],
    ['Wurttem-wetten and Sports-bet', true],
    ['ODDS BY SPORTSBET', true],
    ['Sports Bet is here', true],
    ['/en/pages/bet-safe', false],
    ['odds-for-every-game', false],
    ['BET SAFE, TRACK MY BET', false],
    ['a bet of 365 days', false],
    ['alphabet 365 days', false],
    ['Better odds', false],
    ['Odds for every game of the season', false],
    ['How to place a sports bet', false],
    ['Gamble responsibly: bet safe, know your limits', false],
    ['Add the Match, Book it', false],
    ['Track My bet', false],
    ['Where to Bet in Italy', false],
    [null, false],
  ])('%j names a barred bookmaker: %s', (text, expected) => {
    expect(mentionsBarred(audience, text)).toBe(expected)
    expect(mentionsBarred(EVERYBODY, text)).toBe(false)
  })

  it('names a bookmaker of many words', () => {
    const barredNames = spellingsOf('The Old Bet And Win Company Of York')
    expect(mentionsBarred({ ...EVERYBODY, barredNames }, 'by the old bet and win company of York')).toBe(true)
  })

  it('is not read across its ends, and all of several are', () => {
    expect(mentionsBarred(audience, 'Odds', null, 'of Tipp3')).toBe(true)
    expect(mentionsBarred(audience, 'Bet', '365')).toBe(false)
  })

  it.each([
    ['Betfair Exchange (UK)', ['betfair exchange', 'betfairexchange']],
    ['A (x) B (y) C', ['a b c', 'abc']],
    ['Ünïbet—Pro', ['unibet pro', 'unibetpro']],
    ['Bet', ['bet']],
    ['10', []],
    ['1 x', ['1 x']],
  ])('names %j as %j', (name, expected) => {
    expect(spellingsOf(name)).toEqual(expected)
  })
})

it('a preset names a group that has no name', () => {
  const [preset] = PRESETS
  if (!preset) throw new Error('There is no preset.')
  expect(fillFrom(preset, 'Italy', ' ')).toEqual({ ...preset.values, name: 'Italy' })
  expect(fillFrom(preset, 'Italy', 'Mine')).toEqual(preset.values)
})
