import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawLeague } from '#tests/support/close-names.ts'
import { pairEvents } from './pairing.ts'

/** The contests that two feeds of a league share, those that are paired, and what is wrong. */
function pairLeague(seed: number) {
  const { first, second, both } = drawLeague(seed)
  const candidates = first.map((contest, at) => ({ ...contest, id: String(at), own: false }))
  const events = second.map((contest) => ({ ...contest, sport: 'soccer' }))
  const pairs = [...pairEvents(events, () => candidates)].flatMap(([index, pairing]) =>
    pairing.kind === 'same'
      ? [{ event: second[index], match: pairing.candidate, turned: pairing.turned }]
      : [],
  )
  const wrong = pairs.filter(({ event, match, turned }) => turned || event?.key !== match.key)
  return { both, right: pairs.length - wrong.length, wrong }
}

describe('two feeds of a league with close names', () => {
  it('never make one match of two contests', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), (seed) => {
        expect(pairLeague(seed).wrong).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('still share most of their contests without a person', () => {
    const leagues = Array.from({ length: 200 }, (_, seed) => pairLeague(seed))
    const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
    const share = total(leagues.map(({ right }) => right)) / total(leagues.map(({ both }) => both))
    expect(share).toBeGreaterThan(0.8)
  })
})
