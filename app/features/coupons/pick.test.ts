import { describe, expect, it } from 'vitest'
import { type Pick, readPick, readPicks, writePick } from './pick.ts'
import { MOST_PICKS, writePicks } from './pick-list.ts'

const MATCH = '3f2b1c9a-7d5e-4f60-8a1b-2c3d4e5f6071'
const HOME: Pick = {
  match: MATCH,
  outcome: 'home',
  type: 'match_result',
  period: 'full_time',
  line: null,
  participant: null,
}

describe('an outcome in an address', () => {
  it.each<[Pick, RegExp]>([
    [HOME, /^[\w-]{22}!home$/],
    [{ ...HOME, type: 'total', outcome: 'over', line: 2.25 }, /^[\w-]{22}!over!total!full_time!2\.25$/],
    [{ ...HOME, period: 'half_1' }, /^[\w-]{22}!home!match_result!half_1$/],
    [{ ...HOME, type: 'handicap', line: -0.5 }, /!home!handicap!full_time!-0\.5$/],
    [{ ...HOME, type: 'handicap', line: 0 }, /!home!handicap!full_time!0$/],
    [
      { ...HOME, type: 'team_total', outcome: 'under', line: 1.5, participant: 'J. Doe, the 2nd!' },
      /!J\.%20Doe%2C%20the%202nd%21$/,
    ],
    [{ ...HOME, type: 'correct_score', outcome: '2:1' }, /^[\w-]{22}!2%3A1!correct_score$/],
  ])('is written and read as the same', (pick, form) => {
    expect(writePick(pick)).toMatch(form)
    expect(readPick(writePick(pick))).toEqual(pick)
  })

  it.each([
    '',
    'home',
    'short!home',
    `${writePick(HOME)}!chess`,
    `${writePick(HOME).split('!')[0]}!over!total`,
    `${writePick(HOME).split('!')[0]}!over!total!full_time!2.3`,
    `${writePick(HOME).split('!')[0]}!over`,
    `${writePick(HOME).split('!')[0]}!home!match_result!week_9`,
  ])('is none: %s', (text) => {
    expect(readPick(text)).toBeNull()
  })
})

describe('the outcomes of an address', () => {
  it('are each once, in their order, and say how many are left out', () => {
    const away = { ...HOME, outcome: 'away' }
    const texts = [writePick(HOME), writePick(away), 'none', writePick(HOME)]
    expect(readPicks(writePicks(texts))).toEqual({ picks: [HOME, away], leftOut: 1 })
    expect(readPicks(null)).toEqual({ picks: [], leftOut: 0 })
  })

  it('are no more than the most', () => {
    const lines = Array.from({ length: MOST_PICKS + 2 }, (_, n) =>
      writePick({ ...HOME, type: 'total', outcome: 'over', line: n + 0.5 }),
    )
    const { picks, leftOut } = readPicks(writePicks(lines))
    expect([picks.length, leftOut]).toEqual([MOST_PICKS, 2])
  })
})
