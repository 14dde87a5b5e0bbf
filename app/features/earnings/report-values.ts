/** Amounts and dates as affiliate networks write them. What can be read in two ways is `ambiguous`, never decided here. */

import { fold } from '#app/features/names/fold.ts'
import { monthNames } from '#app/platform/time.ts'

export const DECIMAL_MARKS = ['.', ','] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** A cell that has two readings, or none. */
export type Unread = 'ambiguous' | 'invalid'

export type AmountCell =
  // A dollar sign alone says no currency.
  { amount: string; currency: string | null; isDollar: boolean } | { problem: Unread }

/** No amount and no date is longer. Reading takes time with the square of the length. */
const LONGEST = 100

const GROUP_SPACES = /[\s'’]/g
const SYMBOLS: Record<string, string> = { '€': 'EUR', '£': 'GBP', '₺': 'TRY', R$: 'BRL' }
const BESIDE = '([A-Za-z]{3}|€|£|₺|R\\$|\\$)?'
const NUMBER = new RegExp(`^${BESIDE}\\s*([\\d.,'’\\s]*\\d)\\s*${BESIDE}$`)

/**
 * An amount with a decimal point and a sign: '1.234,56', '1,234.56' and '1 234,56' are 1234.56; brackets and a minus on either side
 * are negative. A currency beside the digits is returned.
 * @param mark the decimal mark of the file; null if each amount has to say it
 */
export function readAmountCell(cell: string, mark: DecimalMark | null): AmountCell {
  const parts = partsOf(cell)
  if (!parts) return { problem: 'invalid' }
  const { digits, sign, currency, isDollar } = parts
  const own = mark ?? markOf(digits)
  if (own === 'ambiguous') return { problem: 'ambiguous' }
  const plain = withPoint(digits, own)
  return plain === null ? { problem: 'invalid' } : { amount: `${sign}${plain}`, currency, isDollar }
}

/** The decimal mark that an amount shows; null if it shows none, 'ambiguous' if its only mark can be either. */
export function markOfCell(cell: string): DecimalMark | 'ambiguous' | null {
  const parts = partsOf(cell)
  return parts && markOf(parts.digits)
}

interface Parts {
  digits: string
  sign: '' | '+' | '-'
  currency: string | null
  isDollar: boolean
}

function partsOf(cell: string): Parts | null {
  if (cell.length > LONGEST) return null
  const [, inBrackets] = /^\((.*)\)$/.exec(cell.trim()) ?? []
  const text = (inBrackets ?? cell).trim().replaceAll('−', '-')
  const signs = text.match(/[+-]/g) ?? []
  if (signs.length > 1 || (inBrackets !== undefined && signs.length > 0)) return null
  // A sign stands at one of the ends, or between a currency and the digits.
  if (signs.length === 1 && !/^([A-Za-z]{3}|€|£|₺|R?\$)?\s*[+-]|[+-]$/.test(text)) return null
  const match = NUMBER.exec(text.replace(/[+-]/, '').trim())
  if (!match) return null
  const [, before, spaced = '', after] = match
  if (before && after) return null
  // Spaces and apostrophes separate thousands only.
  if (/[\s'’]/.test(spaced) && !/^\d{1,3}([\s'’]\d{3})+([.,]\d+)?$/.test(spaced)) return null
  const beside = before ?? after
  const currency = !beside || beside === '$' ? null : (SYMBOLS[beside] ?? beside.toUpperCase())
  const isNegative = inBrackets !== undefined || signs[0] === '-'
  return {
    digits: spaced.replace(GROUP_SPACES, ''),
    sign: isNegative ? '-' : signs[0] === '+' ? '+' : '',
    currency,
    isDollar: beside === '$',
  }
}

function markOf(digits: string): DecimalMark | 'ambiguous' | null {
  const marks = digits.match(/[.,]/g) ?? []
  const [first, last] = [marks[0] as DecimalMark | undefined, marks.at(-1) as DecimalMark | undefined]
  if (!first || !last) return null
  if (first !== last) return last
  // Twice the same mark separates thousands.
  if (marks.length > 1) return isGrouped(digits.split(first), false) ? otherMark(first) : null
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? 'ambiguous' : first
}

function withPoint(digits: string, mark: DecimalMark | null): string | null {
  if (mark === null) return /^\d+$/.test(digits) ? digits : null
  const [whole = '', part, ...more] = digits.split(mark)
  if (more.length > 0) return null
  const group = otherMark(mark)
  const groups = whole.split(group)
  if (groups.length > 1 && !isGrouped(groups, part !== undefined)) return null
  if (part === '' || (part !== undefined && !/^\d+$/.test(part))) return null
  const integer = groups.join('')
  if (!/^\d+$/.test(integer)) return null
  // Zeros behind the hundredths say nothing.
  return part === undefined ? integer : `${integer}.${part.replace(/^(\d\d)0+$/, '$1')}`
}

function isGrouped([first = '', ...others]: readonly string[], hasPart: boolean): boolean {
  if (!others.every((it) => /^\d{3}$/.test(it))) return false
  return hasPart || others.length > 1 ? /^\d{1,3}$/.test(first) : /^[1-9]\d{0,2}$/.test(first)
}

const otherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.')

/** The languages whose names of months are read. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'tr', 'ar']
const CLOCK = /^(?:[T,\s]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(am|pm)?\s*(z|utc|gmt|[+-]\d\d:?\d\d)?)?$/i

export type DateCell = { time: string } | { problem: Unread }

/**
 * A date, with or without a time, as ISO 8601. Years have four digits; without a zone it is UTC.
 * @param order of a date such as 3/4/2026; null if each date has to say it
 */
export function readDateCell(cell: string, order: DateOrder | null): DateCell {
  if (cell.length > LONGEST) return { problem: 'invalid' }
  const text = cell.trim()
  if (/^\d{13}$/.test(text)) return { time: new Date(Number(text)).toISOString() }
  const numbers = numbersOf(text)
  const date = numbers ? inOrder(numbers, order ?? orderOf(numbers)) : (yearFirst(text) ?? named(text))
  if (date === 'ambiguous') return { problem: 'ambiguous' }
  const clock = date && CLOCK.exec(date.rest)
  if (!date || !clock) return { problem: 'invalid' }
  const time = isoOf(date, clock)
  return time === null ? { problem: 'invalid' } : { time }
}

/** The order that a date shows; null if it has the year first or names its month, 'ambiguous' if it can be either. */
export function orderOfCell(cell: string): DateOrder | 'ambiguous' | null {
  const numbers = numbersOf(cell.trim())
  return numbers && orderOf(numbers)
}

interface Numbers {
  one: number
  two: number
  year: number
  rest: string
}

interface Day {
  year: number
  month: number
  day: number
  /** The time behind the date. */
  rest: string
}

/** A date of numbers whose year is last. */
function numbersOf(text: string): Numbers | null {
  const [, one, , two, year, rest = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)(.*)$/.exec(text) ?? []
  return one ? { one: Number(one), two: Number(two), year: Number(year), rest } : null
}

function orderOf({ one, two }: Numbers): DateOrder | 'ambiguous' | null {
  if (one === two) return null
  if (one > 12 && two <= 12) return 'day-first'
  if (two > 12 && one <= 12) return 'month-first'
  return 'ambiguous'
}

function inOrder(
  { one, two, year, rest }: Numbers,
  order: DateOrder | 'ambiguous' | null,
): Day | 'ambiguous' {
  if (order === 'ambiguous') return order
  const [day, month] = order === 'month-first' ? [two, one] : [one, two]
  return { year, month, day, rest }
}

function yearFirst(text: string): Day | null {
  const [, year, , month, day, rest = ''] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/.exec(text) ??
    /^(\d{4})()(\d\d)(\d\d)(?!\d)(.*)$/.exec(text) ??
    []
  return year ? { year: Number(year), month: Number(month), day: Number(day), rest } : null
}

/** '20 Nov 2026', '20-Nov-2026', 'November 20, 2026', '20. März 2026', '20 de noviembre de 2026' and '1er août 2026'. */
function named(text: string): Day | null {
  const last =
    /^(\d{1,2})(?:(?:\.|er|º|st|nd|rd|th)?[\s/-]+(?:de\s+)?|\.)([\p{L}\p{M}]{3,12})(?:\.|\.?(?:\s+de\s+|[\s,/-]+))(\d{4})(?!\d)(.*)$/iu.exec(
      text,
    )
  const first = /^([\p{L}\p{M}]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)(.*)$/iu.exec(text)
  const [day, name, year, rest = ''] = last
    ? last.slice(1)
    : first
      ? [first[2], first[1], first[3], first[4]]
      : []
  const month = monthOf(name ?? '')
  return month > 0 ? { year: Number(year), month, day: Number(day), rest } : null
}

let months: ReadonlyMap<string, number> | undefined

/** 1 to 12 for a name in one of the languages or its usual short form; 0 for others: the Finnish marraskuu is not March. */
function monthOf(name: string): number {
  months ??= namesOfMonths()
  return months.get(fold(name)) ?? 0
}

/** The folded names, each also by its first three letters, without those that mean different months in two languages. */
function namesOfMonths(): ReadonlyMap<string, number> {
  // German spreadsheets write 'Mrz'.
  const known = new Map([['mrz', 3]])
  for (const language of LANGUAGES)
    for (const [at, names] of monthNames(language).entries())
      for (const name of names.map(fold))
        for (const form of [name, [...name].slice(0, 3).join('')]) {
          const other = known.get(form)
          known.set(form, other === undefined || other === at + 1 ? at + 1 : 0)
        }
  return known
}

function isoOf({ year, month, day }: Day, clock: RegExpExecArray): string | null {
  const [, hour = '0', minute = '0', second = '0', half, zone] = clock
  const twelve = half !== undefined
  if (twelve && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hours = twelve ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const at = new Date(Date.UTC(year, month - 1, day, hours, Number(minute), Number(second)))
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  const [, sign, zoneHours, zoneMinutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? []
  const ahead = sign ? Number(`${sign}1`) * (Number(zoneHours) * 60 + Number(zoneMinutes)) : 0
  return new Date(at.getTime() - ahead * 60_000).toISOString()
}
