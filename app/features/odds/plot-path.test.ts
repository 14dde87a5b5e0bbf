import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bandPath, heightAt, type Step, stepPath } from './plot-path.ts'

it('a line has steps, never slopes, and a band is closed', () => {
  const steps = [
    [0, 0],
    [0.5, 1],
  ] as const
  expect(stepPath(steps)).toBe('M0 100H50V0H100')
  expect(bandPath(steps, [[0, 0]])).toBe('M0 100H50V0H100V100H0Z')
  expect(stepPath([...steps, [0.8, null]])).toBe('M0 100H50V0H80')
  expect(
    bandPath(
      [...steps, [0.8, null]],
      [
        [0, 0],
        [0.8, null],
      ],
    ),
  ).toBe('M0 100H50V0H80V100H0Z')
  expect(bandPath([], [])).toBe('')
})

it('the height of a line is read from its path', () => {
  const path = stepPath([
    [0, 0.25],
    [0.2, 1],
    [0.4, null],
    [0.6, 0.5],
  ])
  expect([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1].map((x) => heightAt(path, x))).toEqual([
    ...[0.25, 0.25, 1, 1],
    ...[null, null, 0.5, 0.5],
  ])
  expect(heightAt('', 0.5)).toBeNull()
  const late = stepPath([
    [0.3, 0.5],
    [0.8, null],
  ])
  expect([0.2, 0.3, 0.79, 0.8, 1].map((x) => heightAt(late, x))).toEqual([null, 0.5, 0.5, null, null])
})

it('of any line the heights are those of its steps', () => {
  const thousandth = fc.integer({ min: 0, max: 999 }).map((n) => n / 1_000)
  const steps = fc
    .uniqueArray(fc.tuple(thousandth, fc.option(thousandth, { freq: 3 })), {
      selector: ([x]) => x,
      maxLength: 40,
    })
    .map((list) => list.toSorted(([a], [b]) => a - b) as Step[])
  fc.assert(
    fc.property(steps, thousandth, (line, x) => {
      const expected = line.findLast(([from]) => from <= x)?.[1] ?? null
      const height = heightAt(stepPath(line), x)
      if (expected === null) expect(height).toBeNull()
      else expect(height).toBeCloseTo(expected, 9)
    }),
  )
})
