import type { ReactNode } from 'react'

/** An empty state: one line, and a link to continue. */
export function Empty({ children, next }: { children: ReactNode; next?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {next}
    </div>
  )
}
