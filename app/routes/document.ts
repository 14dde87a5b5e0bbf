import { createContext } from 'react-router'
import type { HeadScripts } from '#app/features/settings/head-scripts.server.ts'
import type { ThemeSettings } from '#app/features/theme/rules.ts'

/** What a part of the site wants of the document around it; the middleware of its layout says so. */
export interface DocumentWishes {
  language: string
  theme: ThemeSettings
}

export const documentContext = createContext<DocumentWishes | null>(null)

/** What an operator adds to the head of the public pages, and of nothing else. */
export const headScriptsContext = createContext<HeadScripts | null>(null)
