import { useMemo, useState } from 'react'
import { fold } from '#app/features/names/fold.ts'
import { type ListRow, shownName } from './row.tsx'

export interface ListFilter {
  search: string
  /** Empty: all rows. */
  status: '' | 'active' | 'hidden'
  order: 'position' | 'name'
}

const WHOLE: ListFilter = { search: '', status: '', order: 'position' }

type Named = Pick<ListRow, 'name' | 'is_active'> & { display_name?: unknown; shown?: unknown }

/** Rows that are found by their name or display name and their status, in the chosen order. */
export function filterRows<Row extends Named>(
  rows: readonly Row[],
  { search, status, order }: ListFilter,
): readonly Row[] {
  const wanted = fold(search)
  const found = rows.filter(
    ({ name, display_name, shown, is_active }) =>
      (status === '' || is_active === (status === 'active')) &&
      fold(`${name} ${display_name ?? ''} ${shown ?? ''}`).includes(wanted),
  )
  return order === 'name' ? found.toSorted((a, b) => shownName(a).localeCompare(shownName(b))) : found
}

/** The filter of a list. Changes of rows that are not shown stay. */
export function useFilter(rows: readonly ListRow[]) {
  const [filter, setFilter] = useState(WHOLE)
  return {
    filter,
    change: (patch: Partial<ListFilter>) => setFilter((before) => ({ ...before, ...patch })),
    shown: useMemo(() => filterRows(rows, filter), [rows, filter]),
    /** An arrow moves a row past its neighbour, which has to be in sight. */
    isWhole: filter.search === '' && filter.status === '' && filter.order === 'position',
  }
}
