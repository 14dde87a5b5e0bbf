import { expect, it } from 'vitest'
import { DAY_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { calendarTitle, listCalendar } from './calendar.server.ts'
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

it('has the result that is found by the names of the teams, as the pages do', async () => {
  const database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  const start = new Date(Date.now() - 2 * DAY_MS)
  const teams = { home_team: 'Torino', away_team: 'Genoa' }
  await createMatch(database.kysely, { league_id: leagueId, ...teams, start_time: start })
  const day = { date_event: start.toISOString().slice(0, 10), event_timestamp: start }
  await database.kysely
    .insertInto('sportsdb_events')
    .values({ event_id: 1, sport: 'Soccer', ...teams, ...day, home_score: 2, away_score: 0 })
    .execute()
  const [listed] = await listCalendar(createServices(database), leagueId)
  expect(listed && calendarTitle(listed.match, new Date())).toBe('Torino 2–0 Genoa')
  await database.close()
})
