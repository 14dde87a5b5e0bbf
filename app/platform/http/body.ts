import { createContext } from 'react-router'

/** Whether the server dropped the request's body because it is too long. */
export const bodyTooLargeContext = createContext(false)
