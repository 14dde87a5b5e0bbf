import { keepMember, markMember, unmarkMember } from './member-mark.ts'
import type { Me } from './schema.ts'

/** The visitor's account, for every component in the browser. The pages themselves are the same for all visitors. */

let me: Me | undefined
let asking: Promise<Me | undefined> | undefined
/** The changes of the visitor that are being stored, or have been. */
let storing: Promise<unknown> | undefined
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

/** One request at a time. Undefined if it fails: what the page knows of the visitor stays, also that it knows nothing. */
export function refreshMe(): Promise<Me | undefined> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<Me | undefined> {
  const before = storing
  await before
  const answer: Me | undefined = await fetch('/resources/me')
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined)
  // A change since then may be missing in the answer.
  if (storing !== before) return ask()
  // The home page lists the leagues.
  const leagues = answer?.favourites.filter((mark) => !mark.includes('/'))
  if (answer) keepMember(answer.user !== null, leagues?.length)
  const known = answer ?? me
  if (!known?.user) unmarkMember()
  // A failure has removed the mark.
  else if (!me) markMember()
  setMe(known)
  return answer
}

/** Shows a change of the visitor at once, and reverts it if it cannot be stored. */
export async function changeMe(
  change: (me: Me) => Me,
  revert: (me: Me) => Me,
  store: () => Promise<Response>,
): Promise<Response | undefined> {
  const response = store().catch(() => undefined)
  storing = Promise.all([storing, response])
  updateMe(change)
  const answer = await response
  if (!answer?.ok) updateMe(revert)
  return answer
}

/** While the visitor is not known, the next answer has the change. */
function updateMe(change: (me: Me) => Me): void {
  if (me) setMe(change(me))
}

/** A page from the back/forward cache shows no personal data until it is known that the user is still signed in. */
function forgetMe(): void {
  markMember()
  setMe(undefined)
}

/** How long a page waits after a failure before it asks again: up to twice as long, and twice as long each time. */
const RETRY_MS = 5_000
const MAX_RETRY_MS = 160_000

/**
 * Requests the account, and requests it again after a failure and whenever the page becomes visible, because the visitor may have signed
 * in or out elsewhere.
 * @returns a function that ends it
 */
export function watchMe(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let wait = RETRY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest: ReturnType<typeof refreshMe> | undefined
  const refresh = async () => {
    const request = refreshMe()
    if (request === latest) return
    latest = request
    const isKnown = await request
    clearTimeout(timer)
    if (isKnown) wait = RETRY_MS
    else if (!signal.aborted) {
      timer = setTimeout(onVisible, wait * (1 + Math.random()))
      wait = Math.min(wait * 2, MAX_RETRY_MS)
    }
  }
  refresh()
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    forgetMe()
    refresh()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') refresh()
  }
  addEventListener('pageshow', onShow, { signal })
  document.addEventListener('visibilitychange', onVisible, { signal })
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}
