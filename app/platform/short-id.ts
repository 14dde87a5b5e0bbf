const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** An id of a row (a UUID) in 22 signs instead of 36: base64url without padding. */
export function shortId(uuid: string): string {
  return encode(uuid.replaceAll('-', ''))
}

/**
 * The first twelve digits of an id in 8 signs. Ids are random: of 100,000 rows, two begin alike with a probability of one in
 * 50,000. Who reads it looks for the one row (`idsOf`) and gives up if there are two.
 */
export function idStart(uuid: string): string {
  return encode(uuid.replaceAll('-', '').slice(0, 12))
}

function encode(hex: string): string {
  let text = ''
  for (let at = 0; at < hex.length; at += 3) {
    const bits = Number.parseInt(hex.slice(at, at + 3).padEnd(3, '0'), 16)
    text += (SIGNS[bits >> 6] ?? '') + (SIGNS[bits & 63] ?? '')
  }
  return text.slice(0, Math.ceil((hex.length * 4) / 6))
}

/** The id that `shortId` wrote; undefined for an invalid one. */
export function longId(short: string): string | undefined {
  return short.length === 22 ? idsOf(short)?.first : undefined
}

/** The first and the last id that a text stands for, the same for a whole one; undefined for an invalid one. */
export function idsOf(short: string): { first: string; last: string } | undefined {
  if (!/^([\w-]{21}[AQgw]|[\w-]{8})$/.test(short)) return undefined
  let hex = ''
  for (let at = 0; at < short.length; at += 2) {
    const bits = (SIGNS.indexOf(short[at] ?? 'A') << 6) | SIGNS.indexOf(short[at + 1] ?? 'A')
    hex += bits.toString(16).padStart(3, '0')
  }
  const known = hex.slice(0, short.length === 22 ? 32 : 12)
  return { first: toUuid(known.padEnd(32, '0')), last: toUuid(known.padEnd(32, 'f')) }
}

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
