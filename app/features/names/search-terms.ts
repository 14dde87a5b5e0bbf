import { fold } from './fold.ts'
import { MIN_LENGTH } from './search-text.ts'

/** A search for comparisons: the folded text, and its words, all of which must be found. */
export interface SearchTerms {
  phrase: string
  words: string[]
  /** A single letter with its apostrophe, as `o'`: the start of a name. */
  elided?: string
}

/** Words without meaning between two teams. */
const VERSUS = new Set(['v', 'vs'])

/** The terms of a search; null if they cannot be searched (only punctuation, a single letter). */
export function toTerms(text: string): SearchTerms | null {
  const words = fold(text).split(' ')
  const significant = words.filter((word, at) => at === 0 || at === words.length - 1 || !VERSUS.has(word))
  const phrase = significant.join(' ')
  const [, letter] = /^(\p{L})['`’´ʼ]$/u.exec(text.trim().normalize('NFC')) ?? []
  if (letter && phrase.length === 1) return { phrase, words: [phrase], elided: `${letter.toLowerCase()}'` }
  return phrase.length < MIN_LENGTH ? null : { phrase, words: [...new Set(significant)] }
}

/** The folded words of an operator's search, of any length; null for a text that has none, which finds nothing. */
export function searchedWords(text: string): string[] | null {
  const words = fold(text).split(' ').filter(Boolean)
  return words.length === 0 && text.trim() !== '' ? null : words
}

/** Three or more letters also match inside a word, fewer only at its start. The trigram index works the same way. */
export function isFoundInside(word: string): boolean {
  return [...word].length > 2
}

/** Whether a word is part of a folded name. */
export function hasWord(name: string, word: string): boolean {
  return isFoundInside(word) ? name.includes(word) : beginsWord(name, word)
}

/** Whether a word of a folded name starts with this one. */
export function beginsWord(name: string, word: string): boolean {
  return ` ${name}`.includes(` ${word}`)
}

/**
 * The rank of a folded name, 0 is the best: the whole name, its start, the start of a word, the starts of several
 * words, or anywhere.
 */
export function rankName(name: string, { phrase, words }: SearchTerms): number {
  if (name === phrase) return 0
  if (name.startsWith(phrase)) return 1
  if (beginsWord(name, phrase)) return 2
  return words.every((word) => beginsWord(name, word)) ? 3 : 4
}

/** Folded words contain no metacharacter of LIKE. */
export function likePattern(word: string): string {
  return isFoundInside(word) ? `%${word}%` : `% ${word}%`
}
