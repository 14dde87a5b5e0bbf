import { fold } from '#app/features/names/fold.ts'
import { countryPath, leaguePath, matchPath, sportPath } from '#app/platform/paths.ts'
import { MAX_LENGTH } from './limits.ts'
import type { FoundCountry, FoundLeague, FoundMatch, FoundSport, SearchResults } from './schema.ts'

export const MIN_LENGTH = 2

/** How long a visitor's typing has to rest before a search. */
export const DEBOUNCE_MS = 300
export const LIMITS = { sports: 3, countries: 3, leagues: 3, matches: 5 } as const

export const NO_RESULTS: SearchResults = { sports: [], countries: [], leagues: [], matches: [] }

/** What a visitor typed, trimmed and cut off at 100 characters; null when that leaves fewer than two. */
export function readSearchText(typed: string | null): string | null {
  const characters = [...(typed ?? '').toWellFormed().trim()]
  return characters.length < MIN_LENGTH ? null : characters.slice(0, MAX_LENGTH).join('').trim()
}

/** Pages of results that can be asked for. */
const LAST_PAGE = 50

/** The page that an address asks for, from 1; anything else is the first. */
export function readResultPage(text: string | null): number {
  return /^[1-9]\d?$/.test(text ?? '') && Number(text) <= LAST_PAGE ? Number(text) : 1
}

/** A search as it is compared: the folded text, and its words, of which each has to be found. */
export interface SearchTerms {
  phrase: string
  words: string[]
  /** A single letter with its apostrophe, as `o'`: the beginning of a name. */
  elided?: string
}

/** Between two teams these say nothing. */
const VERSUS = new Set(['v', 'vs'])

/** The terms of a search; null when nothing of it can be found (punctuation alone, a single letter). */
export function toTerms(text: string): SearchTerms | null {
  const words = fold(text).split(' ')
  const telling = words.filter((word, at) => at === 0 || at === words.length - 1 || !VERSUS.has(word))
  const phrase = telling.join(' ')
  const [, letter] = /^(\p{L})['`’´ʼ]$/u.exec(text.trim().normalize('NFC')) ?? []
  if (letter && phrase.length === 1) return { phrase, words: [phrase], elided: `${letter.toLowerCase()}'` }
  return phrase.length < MIN_LENGTH ? null : { phrase, words: [...new Set(telling)] }
}

/** Three letters are found inside a word too; fewer only where one begins, which is also what the trigram index can find. */
export function isFoundInside(word: string): boolean {
  return [...word].length > 2
}

/** Whether a word is part of a folded name. */
export function hasWord(name: string, word: string): boolean {
  return isFoundInside(word) ? name.includes(word) : beginsWord(name, word)
}

/** Whether a word of a folded name begins with this one. */
export function beginsWord(name: string, word: string): boolean {
  return ` ${name}`.includes(` ${word}`)
}

/** How well a folded name answers, 0 the best: the name itself, its beginning, that of a word, of several words, or anywhere. */
export function rankName(name: string, { phrase, words }: SearchTerms): number {
  if (name === phrase) return 0
  if (name.startsWith(phrase)) return 1
  if (beginsWord(name, phrase)) return 2
  return words.every((word) => beginsWord(name, word)) ? 3 : 4
}

export type Hit =
  | { kind: 'sport'; to: string; found: FoundSport }
  | { kind: 'country'; to: string; found: FoundCountry }
  | { kind: 'league'; to: string; found: FoundLeague }
  | { kind: 'match'; to: string; found: FoundMatch }

export interface HitGroup {
  kind: Hit['kind']
  hits: Hit[]
}

/** The results in the order in which they are shown, with their addresses; groups without any are left out. */
export function groupHits(results: SearchResults, lang: string): HitGroup[] {
  const groups: HitGroup[] = [
    {
      kind: 'sport',
      hits: results.sports.map((found) => ({ kind: 'sport', to: sportPath(lang, found.slug), found })),
    },
    {
      kind: 'country',
      hits: results.countries.map((found) => ({
        kind: 'country',
        to: countryPath(lang, found.sport.slug, found.slug),
        found,
      })),
    },
    {
      kind: 'league',
      hits: results.leagues.map((found) => ({
        kind: 'league',
        to: leaguePath(lang, found.sport.slug, found.country.slug, found.slug),
        found,
      })),
    },
    {
      kind: 'match',
      hits: results.matches.map((found) => ({ kind: 'match', to: matchPath(lang, found), found })),
    },
  ]
  return groups.filter((group) => group.hits.length > 0)
}
