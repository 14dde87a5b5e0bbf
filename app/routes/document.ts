import { createContext } from 'react-router'
import type { ThemeSettings } from '#app/features/theme/rules.ts'

/** What a part of the site wants of the document around it; the middleware of its layout says so. */
export interface DocumentWishes {
  language: string
  theme: ThemeSettings
}

export const documentContext = createContext<DocumentWishes | null>(null)
