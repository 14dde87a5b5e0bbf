import { cleanText } from '../reading.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A name in its stored form. Some names contain HTML entities: `Brighton &amp; Hove`. */
export function readName(value: unknown): string {
  if (typeof value !== 'string') return cleanText(value)
  const text = value.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
  return cleanText(text)
}
