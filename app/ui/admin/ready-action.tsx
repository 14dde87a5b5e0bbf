import { PrefetchPageLinks } from 'react-router'

/**
 * Has the code of an action of another address at hand: the router would fetch it with the first save, and load the page
 * anew, with all that is typed in it, where it cannot.
 */
export function ReadyAction({ at }: { at: string }) {
  return <PrefetchPageLinks page={at} />
}
