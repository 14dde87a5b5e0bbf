import type { Grid, GridLanguage } from '#app/features/translations/editor-schema.ts'
import { type Gap, gapOf, isNeeded, type Texts } from '#app/features/translations/rules.ts'

/**
 * The rows that the grid shows: all, or those with a missing text, a saved text, or the same text as the default
 * language.
 */
export const SHOWS = ['all', 'missing', 'elsewhere', 'saved', 'same'] as const

export interface GridFilter {
  query: string
  show: (typeof SHOWS)[number]
  /** The language of `show`; empty for any. */
  language: string
}

export const EVERYTHING: GridFilter = { query: '', show: 'all', language: '' }

/** @param languages the codes stand in the address for the ids */
export function readFilter(params: URLSearchParams, languages: readonly GridLanguage[]): GridFilter {
  return {
    query: params.get('search') ?? '',
    show: SHOWS.find((it) => it === params.get('show')) ?? 'all',
    language: languages.find(({ code }) => code === params.get('language'))?.id ?? '',
  }
}

/** The search of an address with a filter; empty for everything. */
export function filterSearch(
  { query, show, language }: GridFilter,
  languages: readonly GridLanguage[],
): string {
  const params = new URLSearchParams({
    ...(query && { search: query }),
    ...(show !== 'all' && { show }),
    ...(language && { language: languages.find(({ id }) => id === language)?.code ?? '' }),
  })
  return params.size > 0 ? `?${params}` : ''
}

/** A text by its key, which can be any name, including `constructor`. */
export function textOf(texts: Texts | undefined, key: string): string | undefined {
  return texts && Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** The data of the cells of a grid besides the typed texts. */
export interface Cells {
  saved(key: string, language: GridLanguage): string | undefined
  /** The text of the language when nothing is saved: the built-in label, or its fallback. */
  fallbackText(key: string, language: GridLanguage): string | undefined
  needed(key: string, language: GridLanguage): boolean
  gap(key: string, language: GridLanguage): Gap | null
  /** The text whose variables a translation must keep. */
  model(key: string, language: GridLanguage): string | undefined
}

export function cellsOf(grid: Grid, languages: readonly GridLanguage[]): Cells {
  const keys = new Set(grid.keys)
  const isPlural = (base: string) => keys.has(`${base}_other`)
  const fallback = languages.find(({ isDefault }) => isDefault)
  const saved = (key: string, { id }: GridLanguage) => textOf(grid.saved[id], key)
  const shipped = (key: string, code: string | undefined) => textOf(grid.shipped[code ?? ''], key)
  const fallbackText = (key: string, language: GridLanguage) =>
    shipped(key, language.code) ??
    (fallback && (saved(key, fallback) ?? shipped(key, fallback.code))) ??
    shipped(key, 'en')
  const needed = (key: string, { forms }: GridLanguage) => isNeeded(key, forms, isPlural)
  return {
    saved,
    fallbackText,
    needed,
    gap: (key, language) =>
      gapOf({
        needed: needed(key, language),
        saved: saved(key, language) !== undefined,
        shipped: shipped(key, language.code) !== undefined,
        savedElsewhere: languages.some((it) => saved(key, it) !== undefined),
      }),
    model: (key, language) =>
      shipped(key, language.code) ?? shipped(key, 'en') ?? (fallback && saved(key, fallback)),
  }
}

/** The keys of the rows that are shown; unsaved edits do not count, so that no row disappears during editing. */
export function shownKeys(
  grid: Grid,
  languages: readonly GridLanguage[],
  cells: Cells,
  { query, show, language }: GridFilter,
): string[] {
  const text = query.trim().toLowerCase()
  const meant = language === '' ? languages : languages.filter(({ id }) => id === language)
  const has = (value: string | undefined) => value?.toLowerCase().includes(text) ?? false
  return grid.keys.filter(
    (key) =>
      (show === 'all' || meant.some((it) => isShown(show, key, it))) &&
      (text === '' ||
        has(key) ||
        languages.some((it) => has(cells.saved(key, it)) || has(textOf(grid.shipped[it.code], key)))),
  )

  function isShown(kind: Exclude<GridFilter['show'], 'all'>, key: string, it: GridLanguage): boolean {
    switch (kind) {
      case 'missing':
      case 'elsewhere':
        return cells.gap(key, it) === kind
      case 'saved':
        return cells.saved(key, it) !== undefined
      case 'same':
        return isCopy(key, it)
    }
  }

  function isCopy(key: string, it: GridLanguage): boolean {
    const fallback = languages.find(({ isDefault }) => isDefault)
    if (!fallback || fallback.id === it.id) return false
    const own = cells.saved(key, it)
    return own !== undefined && own === (cells.saved(key, fallback) ?? cells.fallbackText(key, fallback))
  }
}
