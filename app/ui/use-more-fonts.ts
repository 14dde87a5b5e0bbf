import { useEffect } from 'react'
import { MORE_FONTS } from './more-fonts.ts'
import { watchForRareLetters } from './rare-letters.ts'

/** Brings the fonts of rarer letters to a document that the framework takes over. */
export function useMoreFonts(): void {
  useEffect(() => watchForRareLetters(MORE_FONTS), [])
}
