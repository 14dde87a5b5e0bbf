import { type ReactNode, useId } from 'react'

/** A section of a page with a heading. */
export function Section(props: { id?: string; title: string; aside?: ReactNode; children: ReactNode }) {
  const headingId = useId()
  return (
    <section id={props.id} aria-labelledby={headingId} className="flex flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={headingId} className="text-base font-semibold text-heading">
          {props.title}
        </h2>
        {props.aside}
      </div>
      {props.children}
    </section>
  )
}
