import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** The head of a screen: title, purpose, and actions. */
export function AdminPage({
  title,
  description,
  actions,
  children,
}: {
  title: string
  description?: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-60 flex-1">
          <h1 className="text-lg font-semibold tracking-tight text-heading md:text-xl rtl:pb-1">{title}</h1>
          {description && <p className="text-sm text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </>
  )
}

/** A part of a screen with its own heading. */
export function Panel({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-card-line bg-card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="grow text-base font-semibold text-heading">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** A part of a screen that is seldom needed: closed until its heading is pressed. */
export function FoldedPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-lg border border-card-line bg-card">
      <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-4">
        <h2 className="grow text-base font-semibold text-heading">{title}</h2>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-icon group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-3 px-4 pb-4">{children}</div>
    </details>
  )
}
