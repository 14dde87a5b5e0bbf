import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

/**
 * Has the code of an action of another address at hand: the router would fetch it with the first save, and load the page
 * anew, with all that is typed in it, where it cannot. Only in the browser: on the server the router does not know that
 * the frame's data stay, and would have every document fetch them once more.
 */
export function ReadyAction({ at }: { at: string }) {
  const [isInBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])
  return isInBrowser && <PrefetchPageLinks page={at} />
}
