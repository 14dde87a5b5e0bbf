import type { ReactNode } from 'react'

/** The card of a small screen. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mx-auto flex w-full max-w-96 flex-col gap-4 rounded-lg border border-card-line bg-card p-4 md:mt-6 md:p-6">
      <h1 className="text-lg font-semibold text-heading">{title}</h1>
      {children}
    </section>
  )
}
