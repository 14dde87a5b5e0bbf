import type { ReactNode } from 'react'

/** What is missing, in one line, and where to go next. */
export function Empty({ children, next }: { children: ReactNode; next?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {next}
    </div>
  )
}
