import type { ReactNode } from 'react'

/** An empty state: one line, and a link to continue. */
export function Empty({ children, next }: { children: ReactNode; next?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line px-4 py-8 text-center text-sm text-muted">
      <p>{children}</p>
      {next}
    </div>
  )
}
