import { createContext } from 'react'

/** What an inline script carries while it is rendered, so that the page's policy allows it; nothing in a browser. */
export const NonceContext = createContext<string | undefined>(undefined)
