import { describe, expect, it } from 'vitest'
import { isQuiet } from './rules.ts'

describe('quiet hours', () => {
  const at = (time: string) => new Date(`2026-11-26T${time}:00Z`)
  const isQuietAt = (time: string, from: string, until: string, timeZone = 'UTC') =>
    isQuiet(at(time), { from, until, timeZone })

  it.each([
    ['08:59', false],
    ['09:00', true],
    ['12:30', true],
    ['16:59', true],
    ['17:00', false],
    ['00:00', false],
  ])('from 09:00 until 17:00 include %s: %s', (time, expected) => {
    expect(isQuietAt(time, '09:00', '17:00')).toBe(expected)
  })

  it.each([
    ['21:59', false],
    ['22:00', true],
    ['23:59', true],
    ['00:00', true],
    ['06:59', true],
    ['07:00', false],
    ['12:00', false],
  ])('from 22:00 until 07:00 include midnight, and %s: %s', (time, expected) => {
    expect(isQuietAt(time, '22:00', '07:00')).toBe(expected)
  })

  it.each(['00:00', '07:59', '08:00', '08:01', '23:59'])('with equal times do not include %s', (time) => {
    expect(isQuietAt(time, '08:00', '08:00')).toBe(false)
  })

  it('are in the time zone of the site', () => {
    expect(isQuietAt('21:30', '22:00', '07:00', 'Europe/Rome')).toBe(true)
    expect(isQuietAt('06:30', '22:00', '07:00', 'Europe/Rome')).toBe(false)
  })
})
