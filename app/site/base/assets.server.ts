import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '#app/platform/files/root.ts'
import { needsExtendedLatin, needsRarerLatin } from '#app/ui/rare-letters.ts'
import latinFont from '../../fonts/inter-latin.woff2?url'
import extendedFont from '../../fonts/inter-latin-extended.woff2?url'
import rarerFont from '../../fonts/inter-latin-rarer.woff2?url'
import arabicFont from '../../fonts/noto-sans-arabic.woff2?url'
import wideArabicFont from '../../fonts/noto-sans-arabic-wide.woff2?url'
import oddsStyles from '../odds.css?url'
import publicStyles from '../public.css?url'
import toolsStyles from '../tools.css?url'
import type { StyleSheet } from './page.ts'

/** The output of scripts/build-islands.ts. */
interface BuiltIslands {
  /** Address of the script that starts the islands. */
  start: string
  /** Text of the script that runs before the first paint. */
  first: string
  /** Text of the script that shows the variants of an experiment, on pages that carry one. */
  experiment: string
  /** Address of the script that rewrites prices in another format. */
  odds: string
  /** Address of the script of the page of tools. */
  tools: string
  /** Address of the script of the calculators' pages. */
  calculators: string
}

const SHEETS: Record<StyleSheet, string> = { odds: oddsStyles, tools: toolsStyles }

/** The addresses of a page's style sheets, in the order in which they apply. */
export function stylesOf(sheets: readonly StyleSheet[] = []): string[] {
  return [publicStyles, ...sheets.map((sheet) => SHEETS[sheet])]
}

/** Where the HTML of a body has left a phone's first screen: after the menus, and six or more rows of a list. */
const FIRST_SCREEN = 28_000

/**
 * The fonts of a page's first screen, which its first paint needs. The fonts of letters further down come when the page is laid
 * out: one more on the way beside the first delays that paint.
 * @param isWide whether its Arabic letters, if it has any, come from the font with the letters of other languages
 */
export function fontsOf(direction: 'ltr' | 'rtl', body: string, isWide: boolean): string[] {
  const shown = body.slice(0, FIRST_SCREEN)
  return [
    ...(direction === 'rtl' ? [isWide ? wideArabicFont : arabicFont] : []),
    // Prices have its digits in every language.
    latinFont,
    ...(needsRarerLatin(shown) ? [rarerFont] : []),
    ...(needsExtendedLatin(shown) ? [extendedFont] : []),
  ]
}

/** The scripts of the public pages. In development, Vite serves the sources, and nothing runs before the first paint. */
export const ISLANDS: BuiltIslands = import.meta.env.DEV
  ? {
      start: '/app/islands/start.ts',
      first: '',
      experiment: '',
      odds: '/app/islands/odds.ts',
      tools: '/app/islands/tools.ts',
      calculators: '/app/islands/calculators.ts',
    }
  : (JSON.parse(readFileSync(path.join(ROOT, 'build/islands.json'), 'utf8')) as BuiltIslands)
