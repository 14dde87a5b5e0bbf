/** Latin letters that Unicode does not decompose into an ASCII letter and a mark. */
const ASCII_FOLDS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'ng',
  ŧ: 't',
  ə: 'a',
  ǝ: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƒ: 'f',
  ɨ: 'i',
  ʉ: 'u',
  ƶ: 'z',
  ŀ: 'l',
  ſ: 's',
}

const FOLDED_LETTER = new RegExp(`[${Object.keys(ASCII_FOLDS).join('')}]`, 'g')

/** Most names have only letters of ASCII, which need a fraction of the work. */
const NOT_ASCII = /[^\0-\x7f]/

/** Lower case, without accents if the letters are Latin; other scripts keep their letters and marks. */
export function foldToAscii(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .replace(FOLDED_LETTER, (letter) => ASCII_FOLDS[letter] ?? letter)
}

/**
 * The part of an address made from a name: lower case, spaces to hyphens, '&' to '-and-', other punctuation dropped,
 * hyphens collapsed and trimmed. Accents are folded to ASCII first; letters of other scripts stay. Idempotent: a mark is
 * removed with its base character, because it would otherwise join the letter before and be folded the next time.
 */
export function slug(name: string): string {
  return foldToAscii(name.replace(/\p{Cf}/gu, ''))
    .replace(/(^|[^\p{L}\p{M}\p{N}])\p{M}+/gu, '$1')
    .trim()
    .replaceAll('&', '-and-')
    .replace(/[\s\p{Pd}]+/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}_-]/gu, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
    .normalize('NFC')
}

/** The address of a country inside its sport: 'international' for the code INT, else its name. */
export function countrySlug(name: string, code: string): string {
  return code.toUpperCase() === 'INT' ? 'international' : slug(name)
}

const VERSUS = '-vs-'

/** `home-vs-away`, or null if a side has no letter or digit: the address of the match then contains its id. */
export function matchSlug(homeTeam: string, awayTeam: string): string | null {
  const home = slug(homeTeam)
  const away = slug(awayTeam)
  return home && away ? home + VERSUS + away : null
}

export type MatchSlug =
  | { kind: 'id'; id: string }
  | {
      kind: 'pair'
      /** The whole in lower case: compare it with `matchSlug` of each stored match first. */
      slug: string
      /** The sides as names, with dashes read as spaces: the second attempt. */
      homeName: string
      awayName: string
    }
  | { kind: 'invalid' }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Parses the last segment of a match address: a match id, or two names joined by -vs-. Case is ignored. */
export function parseMatchSlug(segment: string): MatchSlug {
  const text = segment.trim().normalize('NFC').toLowerCase()
  if (UUID.test(text)) return { kind: 'id', id: text }
  const at = text.indexOf(VERSUS)
  const home = text.slice(0, Math.max(at, 0))
  const away = text.slice(at + VERSUS.length)
  if (at < 0 || !slug(home) || !slug(away)) return { kind: 'invalid' }
  return {
    kind: 'pair',
    slug: text,
    homeName: home.replaceAll('-', ' '),
    awayName: away.replaceAll('-', ' '),
  }
}
