import { keepMember, markMember, unmarkMember } from './member-mark.ts'
import { type Me, SIGNED_OUT } from './schema.ts'

/** The visitor's account, for every component in the browser. The pages themselves are the same for all visitors. */

let me: Me | undefined
let asking: Promise<Me> | undefined
const listeners = new Set<() => void>()

export function getMe(): Me | undefined {
  return me
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setMe(next: Me | undefined): void {
  me = next
  for (const listener of listeners) listener()
}

/** One request at a time: a late response would undo favourites that were added since. */
export function refreshMe(): Promise<Me> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<Me> {
  const response = await fetch('/resources/me').catch(() => undefined)
  const answer = response?.ok ? ((await response.json()) as Me) : undefined
  // The home page lists the leagues.
  const leagues = answer?.favourites.filter((mark) => !mark.includes('/'))
  if (answer) keepMember(answer.user !== null, leagues?.length)
  if (!answer?.user) unmarkMember()
  setMe(answer ?? me ?? SIGNED_OUT)
  return answer ?? SIGNED_OUT
}

export function updateMe(change: (me: Me) => Me): void {
  setMe(change(me ?? SIGNED_OUT))
}

/** A page from the back/forward cache shows no personal data until it is known that the user is still signed in. */
function forgetMe(): void {
  markMember()
  setMe(undefined)
}

/**
 * Requests the account, and requests it again whenever the page becomes visible, because the visitor may have signed in
 * or out elsewhere.
 * @returns a function that ends it
 */
export function watchMe(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  refreshMe()
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    forgetMe()
    refreshMe()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') refreshMe()
  }
  addEventListener('pageshow', onShow, { signal })
  document.addEventListener('visibilitychange', onVisible, { signal })
  return () => stop.abort()
}
