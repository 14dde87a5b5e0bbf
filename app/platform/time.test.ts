import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  addDays,
  dayOf,
  endOfDay,
  formatDate,
  formatRelative,
  fromLocalText,
  isTimeZone,
  nextMidnight,
  parseDay,
  startOfDay,
  toLocalText,
  visitorZone,
  writeTimesScript,
  zoneName,
} from './time.ts'

const ZONES = [
  'UTC',
  'Asia/Kathmandu',
  'Europe/Rome',
  'America/New_York',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Pacific/Niue',
]

describe('dayOf', () => {
  it('is the day of the zone, not of UTC', () => {
    const instant = new Date('2026-03-01T18:20:00Z')
    expect(dayOf(instant, 'Asia/Kathmandu')).toBe('2026-03-02')
    expect(dayOf(instant, 'Europe/Rome')).toBe('2026-03-01')
    expect(dayOf(new Date('2026-03-01T18:14:59.999Z'), 'Asia/Kathmandu')).toBe('2026-03-01')
  })
})

describe('a day', () => {
  it.each([
    ['2026-03-02', 'Asia/Kathmandu', '2026-03-01T18:15:00.000Z', 24],
    ['2026-03-29', 'Europe/Rome', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Rome', '2026-10-24T22:00:00.000Z', 25],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', 23],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', 25],
    // Clocks go forward at midnight, so the day starts at one o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', 23],
    // Half an hour of daylight saving time.
    ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00.000Z', 23.5],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', 24],
    // An offset of seconds.
    ['1970-01-01', 'Africa/Monrovia', '1970-01-01T00:44:30.000Z', 24],
  ])('%s in %s begins at %s and has %s hours', (day, zone, start, hours) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start)
    expect((endOfDay(day, zone).getTime() - startOfDay(day, zone).getTime()) / 3_600_000).toBe(hours)
  })

  it.each(['2010-07-01', '2010-12-01'])(
    'that begins twice begins the second time, also after %s',
    (before) => {
      startOfDay(before, 'America/St_Johns')
      expect(startOfDay('2010-11-07', 'America/St_Johns').toISOString()).toBe('2010-11-07T03:30:00.000Z')
    },
  )

  it('that a zone skipped is empty', () => {
    expect(startOfDay('2011-12-30', 'Pacific/Apia')).toEqual(startOfDay('2011-12-31', 'Pacific/Apia'))
  })

  it('is added across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(() => addDays('tomorrow', 1)).toThrow(RangeError)
  })

  it('contains exactly the instants with its key', () => {
    const instants = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (instant, zone) => {
        const day = dayOf(instant, zone)
        expect(startOfDay(day, zone) <= instant && instant < endOfDay(day, zone)).toBe(true)
        expect(dayOf(nextMidnight(instant, zone), zone) > day).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

describe('formatDate', () => {
  const kickOff = new Date('2026-11-21T19:45:00Z')

  it('writes a 24-hour clock in every language', () => {
    for (const language of ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']) {
      expect(formatDate(kickOff, 'time', language, 'Europe/Rome')).toBe('20:45')
      expect(formatDate(new Date('2026-11-21T23:05:00Z'), 'time', language, 'Europe/Rome')).toBe('00:05')
    }
  })

  it('starts the heading of a day with its weekday, in the language and the zone', () => {
    expect(formatDate(kickOff, 'dayHeading', 'en', 'Europe/Rome')).toBe('Saturday, November 21')
    expect(formatDate(kickOff, 'dayHeading', 'it', 'Europe/Rome')).toBe('sabato 21 novembre')
    expect(formatDate(kickOff, 'dayHeading', 'de', 'Asia/Kathmandu')).toBe('Sonntag, 22. November')
  })

  it('writes Portuguese as in Portugal', () => {
    expect(formatDate(kickOff, 'date', 'pt', 'UTC')).toBe(formatDate(kickOff, 'date', 'pt-PT', 'UTC'))
    expect(formatDate(kickOff, 'date', 'pt', 'UTC')).not.toBe(formatDate(kickOff, 'date', 'pt-BR', 'UTC'))
  })

  it('keeps Latin digits in Arabic', () => {
    for (const language of ['ar', 'ar-EG']) {
      expect(formatDate(kickOff, 'dateTime', language, 'UTC')).toMatch(/21.*19:45/)
    }
  })

  it('accepts only existing zones', () => {
    expect([isTimeZone('Asia/Kathmandu'), isTimeZone('Europe/Atlantis'), isTimeZone('')]).toEqual([
      true,
      false,
      false,
    ])
    expect(() => formatDate(kickOff, 'time', 'en', 'Europe/Atlantis')).toThrow(RangeError)
  })
})

describe('zoneName', () => {
  it.each([
    ['Europe/Rome', 'en', 'Central European Time'],
    ['Europe/Rome', 'ar', 'توقيت وسط أوروبا'],
    ['Asia/Tokyo', 'de', 'Japanische Normalzeit'],
    ['UTC', 'it', 'UTC'],
  ])('writes %s in %s as %s', (zone, language, name) => {
    expect(zoneName(zone, language)).toBe(name)
  })
})

describe('formatRelative', () => {
  const now = new Date('2026-03-28T12:00:00Z')

  it.each([
    ['2026-03-28T14:59:00Z', 'in 2 h'],
    ['2026-03-28T12:05:30Z', 'in 5 min'],
    ['2026-03-28T11:00:00Z', '1 h ago'],
    ['2026-03-28T12:00:20Z', null],
    ['2026-03-28T11:59:40Z', null],
    ['2026-03-29T11:59:00Z', 'in 23 h'],
    ['2026-03-29T13:00:00Z', 'in 1 day'],
    // Saturday to Monday: not tomorrow.
    ['2026-03-30T11:00:00Z', 'in 2 days'],
    ['2026-03-27T11:00:00Z', '1 day ago'],
    ['2026-03-26T13:00:00Z', '2 days ago'],
    ['2026-03-25T12:00:00Z', '3 days ago'],
  ])('%s is %s', (instant, text) => {
    expect(formatRelative(new Date(instant), now, 'en')).toBe(text)
  })

  it.each([
    ['it', 'tra 2 h'],
    ['de', 'in 2 Std.'],
    ['fr', 'dans 2 h'],
  ])('keeps the short forms of %s', (language, text) => {
    expect(formatRelative(new Date('2026-03-28T14:59:00Z'), now, language)?.replace(/\s/g, ' ')).toBe(text)
  })
})

describe('a field of date and time', () => {
  it.each([
    ['2026-11-21T15:00:00.000Z', 'Asia/Kathmandu', '2026-11-21T20:45'],
    ['2026-07-01T22:30:00.000Z', 'Europe/Rome', '2026-07-02T00:30'],
    ['2026-10-25T01:30:00.000Z', 'Europe/Rome', '2026-10-25T02:30'],
    ['2026-03-29T01:30:00.000Z', 'Europe/Rome', '2026-03-29T03:30'],
  ])('shows %s in %s as %s, and parses it back', (instant, zone, text) => {
    expect(toLocalText(new Date(instant), zone)).toBe(text)
    expect(fromLocalText(text, zone)?.toISOString()).toBe(instant)
  })

  it.each([
    ['Europe/Rome', '2026-03-29T02:30', '2026-03-29T03:30'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T03:30'],
    ['Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-04T02:40'],
  ])('becomes a later one if the clocks skip it, in %s', (zone, skipped, later) => {
    const found = fromLocalText(skipped, zone)
    expect(found && toLocalText(found, zone)).toBe(later)
  })

  it('is empty without a value', () => {
    expect(fromLocalText('', 'UTC')).toBeNull()
  })

  it('round-trips every minute in every zone', () => {
    const minutes = fc.integer({ min: 0, max: 60_000_000 }).map((minute) => new Date(minute * 60_000))
    fc.assert(
      fc.property(minutes, fc.constantFrom(...ZONES), (instant, zone) => {
        const text = toLocalText(instant, zone)
        const back = fromLocalText(text, zone)
        // An hour that the clocks repeat exists twice.
        expect(back && toLocalText(back, zone)).toBe(text)
      }),
    )
  })
})

describe('parseDay', () => {
  it.each([
    ['2026-02-28', '2026-02-28'],
    ['1900-01-01', '1900-01-01'],
    ['2999-12-31', '2999-12-31'],
    ['2026-02-29', null],
    ['2026-2-1', null],
    ['1899-12-31', null],
    ['3000-01-01', null],
    ['9999-12-31', null],
    ['+010000-01-01', null],
    ['', null],
    [null, null],
  ])('reads %j as %j', (text, day) => {
    expect(parseDay(text)).toBe(day)
  })
})

it('rejects years of five digits, which would not sort as text', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
})

describe('the zone of the system', () => {
  const temporal = (zone: string) => vi.stubGlobal('Temporal', { Now: { timeZoneId: () => zone } })
  it('is read without a formatter where the browser has Temporal', () => {
    const formatters = vi.spyOn(Intl, 'DateTimeFormat')
    temporal('Europe/Rome')
    expect(visitorZone()).toBe('Europe/Rome')
    expect(formatters).not.toHaveBeenCalled()
  })
  it('is UTC if the browser does not know it', () => {
    temporal('Etc/Unknown')
    expect(visitorZone()).toBe('UTC')
  })
  it('is read from a formatter elsewhere', () => {
    vi.stubGlobal('Temporal', undefined)
    expect(visitorZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  })
})

it('the script of a document without others writes its times in the zone of the system, and names it', () => {
  const time = (at: string, style: string) => ({ dateTime: at, dataset: { time: style }, textContent: '' })
  const times = [time('2026-11-21T19:45Z', 'time'), time('2026-06-21T19:45Z', 'dateTime')]
  const names = [{ textContent: 'UTC' }]
  const page = { querySelectorAll: (query: string) => (query === '[data-zone]' ? names : times) }
  for (const language of ['en', 'ar', 'pt']) {
    new Function('document', writeTimesScript(['time', 'dateTime'], language))(page)
    const zone = visitorZone()
    expect(times.map(({ textContent }) => textContent)).toEqual([
      formatDate(new Date('2026-11-21T19:45Z'), 'time', language, zone),
      formatDate(new Date('2026-06-21T19:45Z'), 'dateTime', language, zone),
    ])
    expect(names[0]?.textContent).toBe(zoneName(zone, language))
  }
})
