import { createContext } from 'react-router'

/** Whether the server has left the body of the request out for its length. */
export const bodyTooLargeContext = createContext(false)
