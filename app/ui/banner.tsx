import { type ReactNode, useEffect, useState } from 'react'

const TONES = {
  error: 'border-danger text-danger',
  success: 'border-accent text-accent',
  notice: 'border-warning text-warning',
}

/** How long a message stays that goes away by itself. */
const PASSING_MS = 3_000

/** What became of a form. Errors stay until the next attempt. */
export function Banner({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`rounded-lg border bg-card px-3 py-2 text-sm ${TONES[tone]}`}
    >
      {children}
    </div>
  )
}

/** Hides a message after its time. @returns gives that up */
export function hideLater(hide: () => void): () => void {
  const timer = setTimeout(hide, PASSING_MS)
  return () => clearTimeout(timer)
}

/** A message, a success mostly, that goes away by itself. Give it a `key` of the answer, so that each answer shows its own. */
export function PassingBanner({
  tone = 'success',
  children,
}: {
  tone?: keyof typeof TONES
  children: ReactNode
}) {
  const [shown, setShown] = useState(true)
  useEffect(() => hideLater(() => setShown(false)), [])
  return shown ? <Banner tone={tone}>{children}</Banner> : null
}
