/** Writes calendars as RFC 5545 describes them. */

export interface CalendarEvent {
  /** Stays the same whatever changes about the event. */
  uid: string
  start: Date
  end: Date
  title: string
  place: string | null
  url: string
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
}

export interface Calendar {
  name: string
  url: string
  madeAt: Date
  events: readonly CalendarEvent[]
}

/** A calendar that programs subscribe to; they fetch it again each hour. */
export function writeCalendar({ name, url, madeAt, events }: Calendar): string {
  const stamp = writeInstant(madeAt)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Overround//Matches//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `URL:${url}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${stamp}`,
      `DTSTART:${writeInstant(event.start)}`,
      `DTEND:${writeInstant(event.end)}`,
      `SUMMARY:${escapeText(event.title)}`,
      ...(event.place ? [`LOCATION:${escapeText(event.place)}`] : []),
      `URL:${event.url}`,
      `STATUS:${event.status}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** Of an instant in UTC: 20260301T194500Z. */
function writeInstant(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** RFC 5545, 3.3.11. Control characters are not allowed in a text. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

const LINE_BYTES = 75

/** Lines of at most 75 bytes, broken between characters (RFC 5545, 3.1). */
function fold(line: string): string {
  let [folded, room] = ['', LINE_BYTES]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (size > room) {
      folded += '\r\n '
      room = LINE_BYTES - 1
    }
    folded += character
    room -= size
  }
  return folded
}
