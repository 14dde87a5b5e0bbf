import { keepMember, markMember, unmarkMember } from '#app/features/visitor/member-mark.ts'
import type { Me } from '#app/features/visitor/schema.ts'

/** Who the visitor is, for every island: asked once, and again when a page is shown again, for he may have signed in or out. */

const SIGNED_OUT: Me = { user: null, favourites: [] }

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

/** One question at a time: an answer that comes late would undo what was marked since. */
export function refreshMe(): Promise<Me> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<Me> {
  const response = await fetch('/resources/me').catch(() => undefined)
  const answer = response?.ok ? ((await response.json()) as Me) : undefined
  if (answer) keepMember(answer.user !== null, answer.favourites.length)
  if (!answer?.user) unmarkMember()
  setMe(answer ?? me ?? SIGNED_OUT)
  return answer ?? SIGNED_OUT
}

export function updateMe(change: (me: Me) => Me): void {
  setMe(change(me ?? SIGNED_OUT))
}

/** A page from the browser's memory shows nothing of whoever left it until it is known that he is still there. */
export function forgetMe(): void {
  markMember()
  setMe(undefined)
}
