const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** An id of a row (a UUID) in 22 signs instead of 36: base64url without padding. */
export function shortId(uuid: string): string {
  const hex = uuid.replaceAll('-', '')
  let text = ''
  for (let at = 0; at < hex.length; at += 3) {
    const bits = Number.parseInt(hex.slice(at, at + 3).padEnd(3, '0'), 16)
    text += (SIGNS[bits >> 6] ?? '') + (SIGNS[bits & 63] ?? '')
  }
  return text.slice(0, 22)
}

/** The id of a short one; undefined for an invalid one. */
export function longId(short: string): string | undefined {
  if (!/^[\w-]{21}[AQgw]$/.test(short)) return undefined
  let hex = ''
  for (let at = 0; at < short.length; at += 2) {
    const bits = (SIGNS.indexOf(short[at] ?? 'A') << 6) | SIGNS.indexOf(short[at + 1] ?? 'A')
    hex += bits.toString(16).padStart(3, '0')
  }
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
