import { foldToAscii } from '#app/features/catalogue/slug.ts'
import { editDistance } from './same-team.ts'
import { nameSimilarity } from './similarity.ts'

const GREEK_PAIRS: readonly (readonly [RegExp, string])[] = [
  [/γι(?=[αεοω])|γι(?=ου)/g, 'y'],
  [/μπ/g, 'b'],
  [/ντ/g, 'd'],
  [/γ[κγ]/g, 'g'],
  [/ου/g, 'u'],
  [/αι/g, 'e'],
  [/[εο]ι/g, 'i'],
  [/([αε])υ/g, '$1v'],
]

const GREEK = new Map(
  Object.entries({
    ...{
      α: 'a',
      β: 'v',
      γ: 'g',
      δ: 'd',
      ε: 'e',
      ζ: 'z',
      η: 'i',
      θ: 'th',
      ι: 'i',
      κ: 'k',
      λ: 'l',
      μ: 'm',
      ν: 'n',
    },
    ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'i', φ: 'f', χ: 'h', ψ: 'ps', ω: 'o' },
  }),
)

/** Transliterates a name in Greek letters to Latin by sound. */
export function readGreek(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFC')
    // An accent on the first letter, or a diaeresis on the second, separates two vowels.
    .replace(/([άέό])(?=[ιυ])|(?=[ϊΐϋΰ])/g, '$1|')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  const paired = GREEK_PAIRS.reduce((text, [pattern, latin]) => text.replace(pattern, latin), plain)
  return paired.replaceAll('|', '').replace(/\p{Script=Greek}/gu, (letter) => GREEK.get(letter) ?? letter)
}

const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/[^a-z0-9]/g, ''],
  [/sch|tch|sh|ch|tz|ts|cz|c(?=[eiy])|[zj]/g, 's'],
  [/ph|[vw]/g, 'f'],
  [/x/g, 'ks'],
  [/th|d/g, 't'],
  [/[cqg]/g, 'k'],
  [/n(?=[tk])|m(?=[bp])/g, ''],
  [/b/g, 'p'],
  [/(?<=.)[aeiouyh]/g, ''],
  [/^[aeiouyh]+/g, 'a'],
  [/(.)\1+/g, '$1'],
]

/** The sounded consonants in a few classes: the part of a name that survives transliteration. */
export function soundOf(name: string): string {
  return SOUNDS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), foldToAscii(name))
}

export function isGreek(name: string): boolean {
  return /\p{Script=Greek}/u.test(name)
}

/** How similar two names sound: 0 to 1. */
export function soundLikeness(a: string, b: string): number {
  const [soundA, soundB] = [soundOf(a), soundOf(b)]
  const longest = Math.max(soundA.length, soundB.length, 1)
  return 0.6 * (1 - editDistance(soundA, soundB) / longest) + 0.4 * nameSimilarity(a, b)
}

/** More than this share of a word's consonants must sound in a word of the other name. */
const WORD_SOUNDS = 0.5

/** Whether each word of a name sounds like one of the other, or like its beginning: 'Rapid Vuk.' is not 'Rapid Wien'. */
export function soundsInEachWord(name: string, other: string): boolean {
  const heard = wordsOf(other).map(soundOf)
  const whole = soundOf(other)
  return wordsOf(name).every((word) => {
    const sound = soundOf(word)
    return whole.includes(sound) || heard.some((it) => shareOf(sound, it) > WORD_SOUNDS)
  })
}

function wordsOf(name: string): string[] {
  return (foldToAscii(name).match(/[\p{L}\p{N}]+/gu) ?? []).filter(({ length }) => length > 2)
}

function shareOf(a: string, b: string): number {
  return 1 - editDistance(a, b) / Math.max(a.length, b.length, 1)
}
