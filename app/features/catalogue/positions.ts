/** A row of a list with its own order. */
export interface Positioned {
  id: string
  name: string
  menu_position: number
}

/** By position, then by name. */
export function byPosition(a: Positioned, b: Positioned): number {
  return a.menu_position - b.menu_position || a.name.localeCompare(b.name, 'en')
}

/** New positions by row. */
export type Positions = [id: string, patch: { menu_position: number }][]

/** 1, 2, 3 … in display order. */
export function numberSequentially(rows: readonly Positioned[], first = 1): Positions {
  return rows.map(({ id }, index) => [id, { menu_position: first + index }])
}

/**
 * Swaps a row with its neighbour. If both have the same position, swapping changes nothing, so the list is numbered first.
 * @param rows in display order
 * @param step -1 for up, 1 for down
 * @param first the first number
 */
export function swapWithNeighbour(
  rows: readonly Positioned[],
  id: string,
  step: -1 | 1,
  first = 1,
): Positions {
  const index = rows.findIndex((row) => row.id === id)
  const row = rows[index]
  const neighbour = rows[index + step]
  if (!row || !neighbour) return []
  if (row.menu_position !== neighbour.menu_position) {
    return [
      [row.id, { menu_position: neighbour.menu_position }],
      [neighbour.id, { menu_position: row.menu_position }],
    ]
  }
  const order = [...rows]
  order[index] = neighbour
  order[index + step] = row
  return numberSequentially(order, first)
}
