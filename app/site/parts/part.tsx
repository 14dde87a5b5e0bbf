import { type ReactNode, useId } from 'react'

/** A part of a page under its own heading. `isBare`: it has a single line, and takes no column of its own. */
export function Part(props: { id?: string; title: string; isBare?: boolean; children: ReactNode }) {
  const headingId = useId()
  return (
    <section id={props.id} aria-labelledby={headingId} className={props.isBare ? 'part bare' : 'part'}>
      <h2 id={headingId}>{props.title}</h2>
      {props.children}
    </section>
  )
}
