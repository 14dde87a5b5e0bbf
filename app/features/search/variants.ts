/** Other spellings of a visitor's input: the word lists for matching feeds, and other alphabets. Runs anywhere. */

import { readCyrillic } from '#app/features/names/cyrillic.ts'
import { fold } from '#app/features/names/fold.ts'
import { readGreek, soundOf } from '#app/features/names/sound.ts'
import { NICKNAMES } from '#app/features/names/team-nicknames.ts'
import { spellingsOf } from '#app/features/names/team-words.ts'

/** The most spellings of a word, or names of a team, that are searched. */
const MOST = 8

/** A folded word with its other spellings: `man` may be `manchester`, `munchen` may be `munich`. */
export function spellings(word: string): string[] {
  return [...new Set([word, ...spellingsOf(word).map(fold)])].slice(0, MOST)
}

const GROUPS = new Map<string, string[]>()
for (const names of NICKNAMES) {
  const folded = [...new Set(names.map(fold))]
  for (const name of folded) GROUPS.set(name, folded)
}

/** The other names of the team with a folded name: `psg` is `paris saint germain`. */
export function otherNames(phrase: string): string[] {
  return (GROUPS.get(phrase) ?? []).filter((name) => name !== phrase)
}

const ARABIC: Record<string, string> = {
  ...{
    ا: 'a',
    أ: 'a',
    إ: 'i',
    آ: 'a',
    ب: 'b',
    ت: 't',
    ث: 'th',
    ح: 'h',
    خ: 'k',
    د: 'd',
    ذ: 'd',
    ر: 'r',
    ز: 'z',
  },
  ...{
    س: 's',
    ش: 'sh',
    ص: 's',
    ض: 'd',
    ط: 't',
    ظ: 'z',
    ع: 'a',
    غ: 'g',
    ف: 'f',
    ق: 'k',
    ك: 'k',
    ل: 'l',
    م: 'm',
  },
  ...{
    ن: 'n',
    ه: 'h',
    ة: 'a',
    و: 'o',
    ي: 'i',
    ى: 'a',
    ئ: 'i',
    ء: '',
    ؤ: 'o',
    پ: 'p',
    چ: 'ch',
    ڤ: 'v',
    گ: 'g',
    ژ: 'j',
  },
}

/** Possible transliterations of each word of a text in Arabic, Greek or Cyrillic letters; empty for other alphabets. */
export function soundsOf(text: string): string[][] {
  if (!/[\p{Script=Arabic}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(text)) return []
  return fold(text)
    .split(' ')
    .map((word) => latinOf(word).map(soundOf))
    .map((sounds) => [...new Set(sounds)].filter((sound) => sound !== ''))
    .filter((sounds) => sounds.length > 0)
}

/** Latin spellings of a word; a jim is also written as a g, and an initial yeh as a j. */
function latinOf(word: string): string[] {
  if (!/\p{Script=Arabic}/u.test(word)) return [readCyrillic(readGreek(word))]
  const bare = word.length > 4 ? word.replace(/^ال/, '') : word
  const read = (jim: string, yeh: string) =>
    [...bare]
      .map((letter, at) => (letter === 'ج' ? jim : letter === 'ي' && at === 0 ? yeh : (ARABIC[letter] ?? '')))
      .join('')
  return [read('j', 'y'), read('g', 'y'), read('j', 'j')]
}
