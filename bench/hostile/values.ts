/** Texts, query parameters and values of JSON that break programs. */
import type { Draws } from './draws.ts'
import { HOSTILE_TEXTS, ODD_BYTES } from './vocabulary.ts'

/** The names and values that requests are drawn from. */
export interface Words {
  names: readonly string[]
  words: readonly string[]
}

/** The data that requests are drawn from. */
export interface Material extends Words {
  host: string
  /** The addresses with placeholders; each with the names and words that its own code reads. */
  routes: readonly (Words & { pattern: string })[]
  /** Addresses of existing pages. */
  addresses: readonly string[]
  /** Existing ids, cursors and keys. */
  ids: readonly string[]
  /** Session cookies: none, a member's, an administrator's. Read again for each request. */
  cookies(): readonly string[]
}

/** The names and words of the route, mostly; else those of all routes. */
export function pickWord(draws: Draws, kind: keyof Words, route: Words, all: Words): string {
  const own = route[kind]
  return draws.pick(own.length > 0 && draws.chance(0.75) ? own : all[kind])
}

export function drawText(draws: Draws, route: Words, material: Material): string {
  const share = draws.share()
  if (share < 0.45) return draws.pick(HOSTILE_TEXTS)
  if (share < 0.65) return pickWord(draws, 'words', route, material)
  if (share < 0.78) return draws.pick(material.ids)
  if (share < 0.9) return breakText(draws, draws.pick(draws.chance(0.8) ? material.ids : material.addresses))
  if (share < 0.95) return draws.pick(material.addresses)
  return String.fromCharCode(...draws.many(12, () => draws.below(draws.chance(0.5) ? 0x100 : 0x10000)))
}

/** A valid text with one fault: it passes the checks that a random text fails. */
export function breakText(draws: Draws, text: string): string {
  const at = draws.below(text.length + 1)
  const faults: (() => string)[] = [
    () => text.toUpperCase(),
    () => text.slice(0, at),
    () => text + text,
    () => `{${text}}`,
    () => `"${text}"`,
    () => ` ${text}\t`,
    () => `${text}\u0000`,
    () => `${text},${text}`,
    () => encodeURIComponent(encodeURIComponent(text)),
    () => text.replaceAll('-', ''),
    () => text.slice(0, at) + draws.pick(HOSTILE_TEXTS).slice(0, 40) + text.slice(at),
    () => text.slice(0, at) + String.fromCharCode(33 + draws.below(94)) + text.slice(at + 1),
    () => breakCursor(draws, text),
  ]
  return draws.pick(faults)()
}

/** A base64url text of JSON with one other value in it; unchanged if the text is something else. */
function breakCursor(draws: Draws, text: string): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const leaf = () => draws.pick<unknown>([...SCALARS, draws.pick(HOSTILE_TEXTS), [], {}, [[]]])
    const broken =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ...value, [draws.pick([...Object.keys(value), 'x'])]: leaf() }
        : Array.isArray(value)
          ? value.with(draws.below(Math.max(value.length, 1)) % Math.max(value.length, 1), leaf())
          : leaf()
    return Buffer.from(JSON.stringify(broken)).toString('base64url')
  } catch {
    return text
  }
}

/** Escaped byte by byte at times, so that lone surrogates are sent as well. */
export function escapeText(draws: Draws, text: string): string {
  if (draws.chance(0.7)) return encodeURIComponent(text.toWellFormed())
  const utf8 = Buffer.from(text, draws.chance(0.3) ? 'latin1' : 'utf8')
  return [...utf8].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

export function withoutControls(text: string): string {
  return [...text].filter((it) => it >= ' ' && it !== '\x7f').join('')
}

/** The parameters of a query or a form: some repeated, rarely thousands of them. */
export function drawParameters(draws: Draws, most: number, route: Words, material: Material): string {
  const drawn = draws.many(most, () => drawParameter(draws, route, material))
  if (drawn.length > 0 && draws.chance(0.1)) {
    const [name = ''] = draws.pick(drawn).split('=')
    drawn.push(...draws.many(3, () => `${name}=${escapeText(draws, drawText(draws, route, material))}`), name)
  }
  if (draws.chance(0.004)) {
    const name = pickWord(draws, 'names', route, material)
    drawn.push(...Array.from({ length: draws.below(3_000) }, (_, n) => `${name}=${n}`))
  }
  return drawn.join(draws.chance(0.99) ? '&' : draws.pick([';', '&&', '&=&', '?']))
}

function drawParameter(draws: Draws, route: Words, material: Material): string {
  const name = draws.chance(0.95)
    ? pickWord(draws, 'names', route, material)
    : escapeText(draws, drawText(draws, route, material))
  const suffix = draws.chance(0.03) ? draws.pick(['[]', '[0]', '.x', '%00', '[__proto__]']) : ''
  const odd = draws.chance(0.06) ? withoutControls(draws.pick(ODD_BYTES)) : ''
  return `${name}${suffix}=${escapeText(draws, drawText(draws, route, material)).slice(0, 3_000)}${odd}`
}

const SCALARS = [
  0,
  -0,
  -1,
  1,
  1.5,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  5e-324,
  0.1 + 0.2,
  null,
  true,
  false,
]

export function drawJson(draws: Draws, depth: number, route: Words, material: Material): unknown {
  const share = draws.share()
  if (share < 0.55 || depth === 0) return drawText(draws, route, material)
  if (share < 0.8) return draws.pick(SCALARS)
  if (share < 0.9) return draws.many(4, () => drawJson(draws, depth - 1, route, material))
  return Object.fromEntries(
    draws.many(4, () => [
      pickWord(draws, 'names', route, material),
      drawJson(draws, depth - 1, route, material),
    ]),
  )
}
