import { createContext } from 'react-router'
import type { ThemeSettings } from '#app/features/theme/rules.ts'

/** The options of the document around a part of the site, set by the middleware of its layout. */
export interface DocumentWishes {
  language: string
  theme: ThemeSettings
}

export const documentContext = createContext<DocumentWishes | null>(null)
