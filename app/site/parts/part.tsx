import { type ReactNode, useId } from 'react'

/** A part of a page under its own heading. */
export function Part(props: { id?: string; title: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section id={props.id} aria-labelledby={headingId} className="part">
      <h2 id={headingId}>{props.title}</h2>
      {props.children}
    </section>
  )
}
