import { createContext } from 'react-router'

/** Set to true by the log of failures when the framework has refused a form of another site. */
export const foreignFormContext = createContext(false)
