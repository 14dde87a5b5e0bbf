/**
 * The one door for dates. Everything is Intl, so it gives the same on the server and in the browser; times have a
 * 24-hour clock. Digits are Latin in every language, Arabic included: that is what Intl picks for plain `ar`, and it
 * is pinned because dates stand beside prices and scores and because engines differ for regional variants.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A calendar day of some zone, 'YYYY-MM-DD'; sorts as text. */
export type DayKey = string

const FORMATS = {
  /** 20:45 */
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 21 Nov */
  shortDate: { day: 'numeric', month: 'short' },
  /** 21 Nov 2026 */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 21 Nov, 20:45 */
  dateTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Saturday, November 21: the heading of a day's matches */
  dayHeading: { weekday: 'long', day: 'numeric', month: 'long' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateStyle = keyof typeof FORMATS

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(locale: string, style: DateStyle | 'fields', zone: string): Intl.DateTimeFormat {
  const key = `${locale}|${style}|${zone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    const options = style === 'fields' ? CALENDAR_FIELDS : FORMATS[style]
    formatter = new Intl.DateTimeFormat(locale, { ...options, numberingSystem: 'latn', timeZone: zone })
    formatters.set(key, formatter)
  }
  return formatter
}

const CALENDAR_FIELDS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  era: 'short',
}

/** An instant in words of a language (its code, 'pt') and a zone (an IANA name). @throws RangeError on an unknown zone. */
export function formatDate(instant: Date, style: DateStyle, language: string, zone: string): string {
  return formatterFor(language, style, zone).format(instant)
}

/** Whether Intl knows the zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The zone of whoever runs this: in a browser, the visitor's. */
export function visitorZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The calendar day of an instant in a zone. */
export function dayOf(instant: Date, zone: string): DayKey {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatterFor('en-GB', 'fields', zone).formatToParts(instant))
    fields[type] = value
  return `${fields.year?.padStart(4, '0')}-${fields.month}-${fields.day}`
}

/** The day that many days later (or earlier, when negative). */
export function addDays(day: DayKey, days: number): DayKey {
  return new Date(utcMidnight(day) + days * DAY_MS).toISOString().slice(0, 10)
}

function utcMidnight(day: DayKey): number {
  const instant = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(instant)) throw new RangeError(`not a day: ${day}`)
  return instant
}

/**
 * The first instant of a day in a zone. That is not always midnight: clocks may go forward at it, or a zone may skip
 * the day altogether (then it is the first instant after it).
 */
export function startOfDay(day: DayKey, zone: string): Date {
  // Zones lie within 14 hours east and 12 west of Greenwich, so the day begins within this span.
  let before = utcMidnight(day) - 16 * HOUR_MS
  let within = utcMidnight(day) + 40 * HOUR_MS
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (dayOf(new Date(middle), zone) < day) before = middle
    else within = middle
  }
  return new Date(within)
}

/** The instant at which a day in a zone is over: the start of the next one. */
export function endOfDay(day: DayKey, zone: string): Date {
  return startOfDay(addDays(day, 1), zone)
}

/** The next midnight after an instant in a zone: when 'Today' changes its meaning. */
export function nextMidnight(instant: Date, zone: string): Date {
  return endOfDay(dayOf(instant, zone), zone)
}

/** 'in 2 hr.', '5 min. ago', 'tomorrow': the distance in the largest unit that fits, cut off, not rounded up. */
export function formatRelative(instant: Date, now: Date, language: string): string {
  const distance = instant.getTime() - now.getTime()
  const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric: 'auto', style: 'short' })
  const size = Math.abs(distance)
  if (size >= DAY_MS) return format.format(Math.trunc(distance / DAY_MS), 'day')
  if (size >= HOUR_MS) return format.format(Math.trunc(distance / HOUR_MS), 'hour')
  return format.format(Math.trunc(distance / MINUTE_MS) || 0, 'minute')
}
