import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

/**
 * Preloads the code of an action at another URL. Otherwise the router would fetch it with the first save and, if that
 * fails, reload the page and lose all input. Only in the browser: on the server, the router does not know that the
 * layout's data stay, and every document would fetch them again.
 */
export function ReadyAction({ at }: { at: string }) {
  const [isInBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])
  return isInBrowser && <PrefetchPageLinks page={at} />
}
