import { createContext } from 'react'

/** The nonce of inline scripts during rendering, which the page's policy allows; undefined in a browser. */
export const NonceContext = createContext<string | undefined>(undefined)
