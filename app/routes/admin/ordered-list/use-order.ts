import { useCallback, useMemo, useRef } from 'react'
import { byPosition, numberSequentially, swapWithNeighbour } from '#app/features/catalogue/positions.ts'
import type { Editor } from '#app/ui/admin/use-editor.ts'

interface Ordered {
  id: string
  name: string
  menu_position: number
}

/**
 * The rows of an editor by their positions, and functions that move them. The functions are stable, so that rows are
 * not rendered again.
 */
export function useOrder<Row extends Ordered>(editor: Editor<Row>) {
  const { rows, setAll } = editor
  const sorted = useMemo(() => rows.toSorted(byPosition), [rows])
  const latest = useRef(sorted)
  latest.current = sorted
  const set = setAll as (patches: Iterable<readonly [string, { menu_position: number }]>) => void
  const move = useCallback(
    (id: string, step: -1 | 1) => set(swapWithNeighbour(latest.current, id, step)),
    [set],
  )
  const numberAll = useCallback(() => set(numberSequentially(latest.current)), [set])
  return { rows: sorted, move, numberAll }
}
