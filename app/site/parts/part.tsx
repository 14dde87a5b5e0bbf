import { type ReactNode, useId } from 'react'

interface PartProps {
  id?: string
  title: string
  /** It has a single line, and takes no column of its own. */
  isBare?: boolean
  /** What stands above it names it, too: its heading is for screen readers. */
  isNamedAbove?: boolean
  children: ReactNode
}

/** A part of a page under its own heading. */
export function Part(props: PartProps) {
  const headingId = useId()
  return (
    <section id={props.id} aria-labelledby={headingId} className={props.isBare ? 'part bare' : 'part'}>
      <h2 id={headingId} className={props.isNamedAbove ? 'sr-only' : undefined}>
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}
