import { expect, it } from 'vitest'
import { isCronLine, lastDue, shortestMinutes } from './cron.ts'

it.each([
  ['0 6 * * *', true],
  [' \t0  6 * * 1-5 ', true],
  ['0 6 * *', false],
  ['0 0 6 * * *', false],
  ['60 6 * * *', false],
  ['', false],
])('%j is a valid crontab line: %s', (line, expected) => {
  expect(isCronLine(line)).toBe(expected)
})

it.each([
  ['2026-03-01T06:00:00.000Z', '2026-03-01T06:00:00.000Z'],
  ['2026-03-01T05:59:59.999Z', '2026-02-28T06:00:00.000Z'],
  ['2026-03-01T12:00:00.000Z', '2026-03-01T06:00:00.000Z'],
])('at %s the last due was %s', (now, due) => {
  expect(lastDue(' 0 6 * * * ', new Date(now), 'UTC').toISOString()).toBe(due)
})

it('counts in the time zone that is given', () => {
  expect(lastDue('0 6 * * *', new Date('2026-03-01T12:00:00Z'), 'Asia/Kathmandu').toISOString()).toBe(
    '2026-03-01T00:15:00.000Z',
  )
})

it.each([
  ['*/10 * * * *', 'UTC', 10],
  ['*/20 8-22 * * *', 'UTC', 20],
  ['0 8,9,20 * * *', 'Europe/Rome', 60],
  ['30 6 * * 1', 'UTC', 10_080],
  ['* * * * *', 'UTC', 1],
])('%s in %s runs after %i minutes at the soonest', (line, zone, minutes) => {
  expect(shortestMinutes(line, new Date('2026-06-01T12:00:00Z'), zone)).toBe(minutes)
})
