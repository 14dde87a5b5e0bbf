import { useEffect } from 'react'
import { MORE_FONTS } from './more-fonts.ts'
import { watchForRareLetters } from './rare-letters.ts'

/** Loads the fonts of rarer letters in a document that the framework hydrates. */
export function useMoreFonts(): void {
  useEffect(() => watchForRareLetters(MORE_FONTS), [])
}
