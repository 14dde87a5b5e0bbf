import { expect, it } from 'vitest'
import { writeCalendar } from './calendar.ts'

const EVENT = {
  uid: '5f0c3f3e-3a0e-4c8a-9a53-6f3b1c9d2e10@overround',
  start: new Date('2026-03-01T19:45:00Z'),
  end: new Date('2026-03-01T21:45:00Z'),
  title: 'Inter – Milan',
  place: null as string | null,
  url: 'https://odds.example/en/soccer/italy/serie-a/inter-vs-milan',
  status: 'CONFIRMED' as const,
}
const write = (event: Partial<typeof EVENT> = {}) =>
  writeCalendar({
    name: 'Serie A',
    url: 'https://odds.example/en/soccer/italy/serie-a',
    madeAt: new Date('2026-02-01T10:00:00Z'),
    events: [{ ...EVENT, ...event }],
  })

it('writes events in UTC, each line ended by CRLF', () => {
  const lines = write().split('\r\n')
  expect(lines.at(0)).toBe('BEGIN:VCALENDAR')
  expect(lines.at(-2)).toBe('END:VCALENDAR')
  expect(lines).toEqual(expect.arrayContaining(['DTSTART:20260301T194500Z', 'DTSTAMP:20260201T100000Z']))
})

it('escapes texts, and removes control characters', () => {
  const text = write({ title: 'A; B, C\\D\nE\u0007', place: 'San Siro, Milano' })
  expect(text).toContain('SUMMARY:A\\; B\\, C\\\\D\\nE\r\n')
  expect(text).toContain('LOCATION:San Siro\\, Milano\r\n')
})

it('folds lines at 75 bytes without breaking a character', () => {
  const title = `${'الأهلي – الزمالك '.repeat(12)}👟`.trim()
  const text = write({ title })
  const physical = text.split('\r\n')
  for (const line of physical) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\ufffd')
  }
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
})
