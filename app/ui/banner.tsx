import { type ReactNode, useEffect, useState } from 'react'
import { afterSuccess } from './passing.ts'

const TONES = {
  error: 'border-danger text-danger',
  success: 'border-accent text-accent',
  notice: 'border-warning text-warning',
}

/** The result of a form. Errors stay until the next attempt. */
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

/**
 * A message, usually of success, that disappears automatically. Pass a `key` for each result, so each one shows its own
 * message.
 */
export function PassingBanner({
  tone = 'success',
  children,
}: {
  tone?: keyof typeof TONES
  children: ReactNode
}) {
  const [shown, setShown] = useState(true)
  useEffect(() => afterSuccess(() => setShown(false)), [])
  return shown ? <Banner tone={tone}>{children}</Banner> : null
}
