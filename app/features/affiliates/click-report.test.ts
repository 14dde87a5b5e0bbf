import { describe, expect, it } from 'vitest'
import { daysOf, parseClickQuery, rangeProblem } from './click-report.ts'

const read = (query: string) => parseClickQuery(new URLSearchParams(query), '2026-11-21')

describe('parseClickQuery', () => {
  it('defaults to the last thirty days by day', () => {
    expect(read('')).toEqual({ by: 'day', from: '2026-10-23', to: '2026-11-21' })
  })

  it('reads the parameters', () => {
    expect(read('by=match&from=2026-01-01&to=2026-01-31')).toEqual({
      by: 'match',
      from: '2026-01-01',
      to: '2026-01-31',
    })
  })

  it.each(['by=x&from=yesterday&to=2026-02-30', 'from=2026-12-01&to=2026-11-01'])(
    'ignores invalid parameters: %s',
    (query) => expect(read(query)).toEqual(read('')),
  )

  it('covers at most a year', () => {
    const { from, to } = read('from=1999-01-01')
    expect(daysOf({ from, to })).toHaveLength(366)
  })

  it.each([
    ['from=1999-01-01', 'cut'],
    ['from=2025-11-20&to=2026-11-21', 'cut'],
    ['from=2025-11-21&to=2026-11-21', null],
    ['from=2026-12-01&to=2026-11-01', 'reversed'],
    ['from=yesterday', null],
    ['', null],
  ])('of %s says why it covers other days: %s', (query, problem) =>
    expect(rangeProblem(new URLSearchParams(query), read(query))).toBe(problem),
  )
})

it.each(['9999-12-31', '3000-01-01', '+010000-01-01', '0000-00-00'])(
  'treats %s as an invalid day and shows the default range',
  (day) => {
    expect(read(`from=${day}&to=${day}`)).toEqual({ by: 'day', from: '2026-10-23', to: '2026-11-21' })
  },
)
