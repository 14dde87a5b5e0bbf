import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bookmakerRule,
  bothPermit,
  EVERYBODY,
  mentionsBarred,
  permitsBookmaker,
  permitsLink,
  spellingsOf,
  strictest,
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

  it('are no limits without groups', () => {
    expect(permitsBookmaker(strictest([]).bookmakers, 'any')).toBe(true)
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
  ])('to %s of %s may be shown: %s', (link, bookmaker, expected) => {
    expect(permitsLink(some, link, bookmaker)).toBe(expected)
  })
})

describe('a text', () => {
  const audience = {
    ...EVERYBODY,
    barredNames: ['Bet 365', 'Tipp3', 'Württem Wetten (DE)'].flatMap(spellingsOf),
  }
  it.each([
    ['A bonus of BET365!', true],
    ['A bonus of Bet-365', true],
    ['bet365.example/offer', true],
    ['Wurttem Wetten', true],
    ['alphabet 365 days', false],
    ['Better odds', false],
    [null, false],
  ])('%j names a barred bookmaker: %s', (text, expected) => {
    expect(mentionsBarred(audience, text)).toBe(expected)
  })
})

it('a preset names a group that has no name', () => {
  const [preset] = PRESETS
  if (!preset) throw new Error('There is no preset.')
  expect(fillFrom(preset, 'Italy', ' ')).toEqual({ ...preset.values, name: 'Italy' })
  expect(fillFrom(preset, 'Italy', 'Mine')).toEqual(preset.values)
})
