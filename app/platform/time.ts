import { localeOf } from './locale.ts'

/**
 * Formats and computes dates; no other module does. It uses Intl, so the server and the browser agree. Times have a
 * 24-hour clock. Digits are Latin in every language, Arabic included: Intl's default for plain `ar`. They are fixed
 * explicitly because dates appear next to prices and scores, and engines differ for regional variants.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** The most by which the clocks of machines are expected to differ: a later time is of a clock that is or was wrong. */
export const CLOCK_SKEW_MS = 5 * MINUTE_MS

/** A calendar day of a zone, 'YYYY-MM-DD'; sorts as text. */
export type DayKey = string

const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const DAY_AND_MONTH = { day: 'numeric', month: 'short' } as const
const DATE = { ...DAY_AND_MONTH, year: 'numeric' } as const

const FORMATS = {
  /** 20:45 */
  time: HOURS,
  /** 21 Nov */
  shortDate: DAY_AND_MONTH,
  /** Sat, 21 Nov */
  weekday: { weekday: 'short', ...DAY_AND_MONTH },
  /** 21 Nov 2026 */
  date: DATE,
  /** 21 Nov, 20:45 */
  dateTime: { ...DAY_AND_MONTH, ...HOURS },
  /** 21 Nov 2026, 20:45 */
  fullDateTime: { ...DATE, ...HOURS },
  /** 21 Nov 2026, 20:45:07: the time of a change */
  exact: { ...DATE, ...HOURS, second: '2-digit' },
  /** Saturday, November 21: the heading of a day's matches */
  dayHeading: { weekday: 'long', day: 'numeric', month: 'long' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateStyle = keyof typeof FORMATS

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(
  language: string,
  style: DateStyle | keyof typeof PARTS,
  zone: string,
): Intl.DateTimeFormat {
  const key = `${language}|${style}|${zone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    const options = { ...PARTS, ...FORMATS }[style]
    formatter = new Intl.DateTimeFormat(localeOf(language), {
      ...options,
      numberingSystem: 'latn',
      timeZone: zone,
    })
    formatters.set(key, formatter)
  }
  return formatter
}

/** Formats of which only parts are used. */
const PARTS = {
  fields: { year: 'numeric', month: '2-digit', day: '2-digit', era: 'short' },
  zone: { timeZoneName: 'longGeneric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

/**
 * The text of a script. A process needs long for its first formatter, so a page creates it while it still waits for
 * other resources.
 */
export const MAKE_FIRST_FORMATTER = 'new Intl.DateTimeFormat();'

/** An instant in a language (its code, 'pt') and a zone (an IANA name). @throws RangeError for an unknown zone */
export function formatDate(instant: Date, style: DateStyle, language: string, zone: string): string {
  return formatterFor(language, style, zone).format(instant)
}

/** The time of an instant within a day of another, as in '20:45'; with the date beyond that. */
export function formatSoon(instant: Date, now: Date, language: string, zone: string): string {
  const isSoon = Math.abs(instant.getTime() - now.getTime()) < DAY_MS
  return formatDate(instant, isSoon ? 'time' : 'dateTime', language, zone)
}

/** From one instant to another, without what both have in common; like `formatDate` if the style shows no difference. */
export function formatDateRange(
  range: { from: Date; to: Date },
  style: DateStyle,
  language: string,
  zone: string,
): string {
  return formatterFor(language, style, zone).formatRange(range.from, range.to)
}

/**
 * Yesterday, Today or Tomorrow as a heading, or the weekday and date.
 * @param offset the day's distance from today, in days
 */
export function formatDayName(instant: Date, offset: number, language: string, zone: string): string {
  if (!(Math.abs(offset) <= 1)) return formatDate(instant, 'weekday', language, zone)
  const key = `${language} ${offset}`
  let name = dayNames.get(key)
  if (name === undefined) {
    const locale = localeOf(language)
    const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(offset, 'day')
    const [first = '', ...rest] = word
    name = first.toLocaleUpperCase(locale) + rest.join('')
    dayNames.set(key, name)
  }
  return name
}

const dayNames = new Map<string, string>()

/** The ISO text of an instant without the seconds that it has not: '2026-11-21T20:45Z'. */
export function isoMinute(iso: string): string {
  return iso.replace(/:00(?:\.000)?Z$/, 'Z')
}

/** The ISO text of an instant without its milliseconds: '2026-11-21T20:45:07Z'. */
export function isoSecond(iso: string): string {
  return iso.replace(/\.\d{3}Z$/, 'Z')
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

/** The common name of a zone in a language: 'Central European Time'. @throws RangeError for an unknown zone */
export function zoneName(zone: string, language: string): string {
  if (zone === 'UTC') return zone
  const parts = formatterFor(language, 'zone', zone).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** The distance of a zone from UTC at an instant: 'UTC+05:30'. @throws RangeError for an unknown zone */
export function distanceFromUtc(zone: string, now: Date): string {
  // Not kept as others are: one for each of the world's zones would be a lot.
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    now,
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
}

/**
 * The text of a script for a document without others: it writes each `time[data-time]` of a style in the zone of the
 * visitor's system, and the name of that zone into `[data-zone]`. Without it these stand in the zone of the document.
 */
export function writeTimesScript(styles: readonly DateStyle[], language: string): string {
  const formats = Object.fromEntries(
    styles.map((style) => [style, { ...FORMATS[style], numberingSystem: 'latn' }]),
  )
  return `{const formats=${JSON.stringify(formats)},locale='${localeOf(language)}',{timeZone}=new Intl.DateTimeFormat().resolvedOptions()
if(timeZone){for(const time of document.querySelectorAll('time[data-time]'))time.textContent=new Intl.DateTimeFormat(locale,formats[time.dataset.time]).format(new Date(time.dateTime))
for(const name of document.querySelectorAll('[data-zone]'))name.textContent=timeZone==='UTC'?timeZone:new Intl.DateTimeFormat(locale,{timeZoneName:'longGeneric'}).formatToParts().find(({type})=>type==='timeZoneName').value}}
`
}

/** The zone of the current system: in a browser, the visitor's; UTC if the browser does not know it. */
export function visitorZone(): string {
  // The first formatter of a process takes tens of milliseconds. Temporal, where a browser has it, needs none.
  const { Temporal } = globalThis as { Temporal?: TemporalZone }
  const zone = Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && zone !== UNKNOWN_ZONE ? zone : 'UTC'
}

/** The used part of `Temporal`. */
interface TemporalZone {
  Now: { timeZoneId(): string }
}

/** What a browser calls a zone of the system that it does not know. */
const UNKNOWN_ZONE = 'Etc/Unknown'

/** The zone, or UTC if it is unknown. */
export function knownZone(zone: string): string {
  return isTimeZone(zone) ? zone : 'UTC'
}

/** The calendar day of an instant in a zone. */
export function dayOf(instant: Date, zone: string): DayKey {
  const time = instant.getTime()
  if (!(time >= QUARTERS_SINCE)) return readDay(instant, zone)
  const key = `${zone} ${Math.floor(time / QUARTER_MS)}`
  const known = days.get(key)
  if (known) return known
  if (days.size >= MAX_DAYS) days.clear()
  const day = readDay(instant, zone)
  days.set(key, day)
  return day
}

/**
 * Since then the offsets of all zones are multiples of a quarter of an hour, and clocks change at one, so that a day ends with one.
 * In St. John's they changed a minute after midnight until 2011: then a day began twice.
 */
const QUARTERS_SINCE = Date.UTC(2012)
const QUARTER_MS = 15 * MINUTE_MS
const MAX_DAYS = 5_000
const days = new Map<string, DayKey>()

function readDay(instant: Date, zone: string): DayKey {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatterFor('en-GB', 'fields', zone).formatToParts(instant))
    fields[type] = value
  return `${fields.year?.padStart(4, '0')}-${fields.month}-${fields.day}`
}

/** The day in a URL or a form; null if it is invalid or out of range. */
export function parseDay(text: string | null | undefined): DayKey | null {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return null
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : null
}

/** Within these limits all days have the same length as text, so they can be compared as text. */
const FIRST_DAY: DayKey = '1900-01-01'
const LAST_DAY: DayKey = '2999-12-31'

/**
 * The day that many days later (earlier if negative).
 * @throws RangeError beyond the years 0 to 9999, whose days do not sort as text
 */
export function addDays(day: DayKey, days: number): DayKey {
  const text = new Date(utcMidnight(day) + days * DAY_MS).toISOString()
  if (!/^\d{4}-/.test(text)) throw new RangeError(`${days} days from ${day} is outside the years 0 to 9999`)
  return text.slice(0, 10)
}

function utcMidnight(day: DayKey): number {
  const instant = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(instant)) throw new RangeError(`invalid day: ${day}`)
  return instant
}

/**
 * The first instant of a day in a zone. It is not always midnight: clocks may go forward then, or a zone may skip the
 * day (then it is the first instant after it).
 */
export function startOfDay(day: DayKey, zone: string): Date {
  const midnight = utcMidnight(day)
  const hasQuarters = midnight - DAY_MS >= QUARTERS_SINCE
  // Most days of a zone start at the same time as another one.
  const usual = midnight + (usualStarts.get(zone) ?? 0)
  const isUsual = dayOf(new Date(usual), zone) >= day && dayOf(new Date(usual - 1), zone) < day
  if (hasQuarters && isUsual) return new Date(usual)
  // Zones are at most 14 hours east and 12 west of Greenwich, so the day starts within this span.
  let before = midnight - 16 * HOUR_MS
  let within = midnight + 40 * HOUR_MS
  const step = hasQuarters ? QUARTER_MS : 1
  while (within - before > step) {
    const middle = before + Math.floor((within - before) / 2 / step) * step
    if (dayOf(new Date(middle), zone) < day) before = middle
    else within = middle
  }
  usualStarts.set(zone, within - midnight)
  return new Date(within)
}

/** The distance of the start of a zone's day from midnight in UTC, as of the last one that was searched for. */
const usualStarts = new Map<string, number>()

/** The instant at which a day ends in a zone: the start of the next day. */
export function endOfDay(day: DayKey, zone: string): Date {
  return startOfDay(addDays(day, 1), zone)
}

/** The next midnight after an instant in a zone, when 'Today' changes. */
export function nextMidnight(instant: Date, zone: string): Date {
  return endOfDay(dayOf(instant, zone), zone)
}

/** The value of a date and time field for an instant in a zone: '2026-11-21T20:45'. */
export function toLocalText(instant: Date, zone: string): string {
  return `${dayOf(instant, zone)}T${formatDate(instant, 'time', 'en', zone)}`
}

/** The instant of such a field in a zone; null if it is empty. A time that the clocks skip becomes one after it. */
export function fromLocalText(text: string, zone: string): Date | null {
  const wanted = Date.parse(`${text}Z`)
  if (Number.isNaN(wanted)) return null
  const offsetAt = (at: number) => Date.parse(`${toLocalText(new Date(at), zone)}Z`) - at
  // The second guess uses the offset at that time, which may differ from that of the first guess.
  const guess = wanted - offsetAt(wanted)
  const found = wanted - offsetAt(guess)
  // Of a skipped time, one of the two is before the clocks change: which one depends on the side of Greenwich.
  return new Date(found + offsetAt(found) === wanted ? found : Math.max(guess, found))
}

const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormatterFor(language: string, style: 'short' | 'long'): Intl.RelativeTimeFormat {
  const key = `${language}|${style}`
  let formatter = relativeFormatters.get(key)
  if (!formatter) {
    // Numbers always: 'tomorrow' is a day of the calendar, which depends on the zone.
    formatter = new Intl.RelativeTimeFormat(`${localeOf(language)}-u-nu-latn`, { style })
    relativeFormatters.set(key, formatter)
  }
  return formatter
}

/** Unit signs for languages whose Intl short forms are not signs. */
const UNIT_SIGNS: Record<string, readonly (readonly [short: string, sign: string])[]> = {
  en: [
    ['hr.', 'h'],
    ['min.', 'min'],
  ],
}

/**
 * 'in 2 h', '5 min ago', 'in 2 days': the distance in the largest unit that fits, rounded down, and days to the nearest.
 * Null within a minute, for which languages have their own words.
 */
export function formatRelative(instant: Date, now: Date, language: string): string | null {
  const distance = instant.getTime() - now.getTime()
  const format = relativeFormatterFor(language, 'short')
  const size = Math.abs(distance)
  if (size >= DAY_MS) return format.format(Math.round(distance / DAY_MS), 'day')
  if (size < MINUTE_MS) return null
  const [length, unit] = size >= HOUR_MS ? ([HOUR_MS, 'hour'] as const) : ([MINUTE_MS, 'minute'] as const)
  const text = format.format(Math.trunc(distance / length), unit)
  return (UNIT_SIGNS[language] ?? []).reduce((said, [short, sign]) => said.replace(short, sign), text)
}

/** '3 hours ago', '1 day ago': a whole number of units, with the plural forms of the language. */
export function formatAgo(count: number, unit: 'hour' | 'day', language: string): string {
  return relativeFormatterFor(language, 'long').format(-count, unit)
}

/** The value of a browser's date and time field for an instant, in the browser's zone: '2026-11-21T20:45'. */
export function toDateTimeField(instant: Date): string {
  return new Date(instant.getTime() - instant.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

/** The instant of such a field; null if it is empty or incomplete. */
export function fromDateTimeField(text: string): Date | null {
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** The names of the twelve months in a language, January first: long and short, alone and beside a day. */
export function monthNames(language: string): string[][] {
  const formats = (['long', 'short'] as const).flatMap((month) =>
    [{}, { day: 'numeric' } as const].map(
      (beside) => new Intl.DateTimeFormat(localeOf(language), { month, ...beside, timeZone: 'UTC' }),
    ),
  )
  return Array.from({ length: 12 }, (_, month) =>
    formats.map((format) => {
      const parts = format.formatToParts(new Date(Date.UTC(2026, month, 15)))
      return parts.find(({ type }) => type === 'month')?.value ?? ''
    }),
  )
}

/** 'November 2026': a month in UTC, as 2026-11. */
export function formatMonth(month: string, language: string): string {
  const options = { month: 'long', year: 'numeric', numberingSystem: 'latn', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(localeOf(language), options).format(new Date(`${month}-15T12:00:00Z`))
}
