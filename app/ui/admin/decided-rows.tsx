import { type ReactElement, useRef } from 'react'
import { Empty } from '../empty.tsx'

/** Rows that leave their list, or move in it, with what is decided about them. The keyboard focus then goes to the list. */
export function DecidedRows<Row>({
  rows,
  none,
  children,
}: {
  rows: readonly Row[]
  /** Stands in the place of rows. */
  none: string
  children: (row: Row, focusList: () => void) => ReactElement
}) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {rows.length === 0 && <Empty>{none}</Empty>}
      {rows.map((row) => children(row, () => list.current?.focus()))}
    </div>
  )
}
