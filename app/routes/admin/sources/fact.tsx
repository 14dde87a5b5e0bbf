import type { ReactNode } from 'react'

/** A number about all sources, with what it counts. */
export function Fact({ number, children }: { number: string; children: ReactNode }) {
  return (
    <li className="flex flex-col rounded-lg border border-card-line bg-card px-4 py-2">
      <span className="text-xl font-semibold text-heading tabular-nums">{number}</span>
      {children}
    </li>
  )
}
