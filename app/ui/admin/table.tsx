import type { CSSProperties, ReactNode } from 'react'

const OVERFLOWS: Record<string, string> = {
  false: 'lg:overflow-x-visible',
  true: 'xl:overflow-x-visible',
  beyond: '',
}

/**
 * A table with a sticky head. On narrow screens it scrolls sideways in its own frame; below 768 px each row is a list of its cells,
 * one below the other, with the headings beside them.
 */
export function AdminTable({
  label,
  columns,
  isWide = false,
  children,
}: {
  label: string
  /** Needs a window of 1280 px to fit, or more than any; other tables need 1024 px. */
  isWide?: boolean | 'beyond' | undefined
  /** Headings in order; an empty one is for a column of buttons. */
  columns: readonly {
    key: string
    text: string
    className?: string
    /** In place of the text, such as a link that sorts. */
    head?: ReactNode
    /** Of a column that the rows are sorted by. */
    sorted?: 'ascending' | 'descending' | undefined
  }[]
  children: ReactNode
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className={`table-frame relative overflow-x-auto rounded-lg border border-card-line ${OVERFLOWS[String(isWide)]}`}
    >
      <table className="admin-table w-full border-collapse text-sm" style={headingsOf(columns)}>
        <thead>
          <tr>
            {columns.map(({ key, text, className = '', head = text, sorted }) => (
              <th
                key={key}
                scope="col"
                aria-sort={sorted}
                className={`sticky top-0 z-[1] border-b border-line bg-raised px-2 py-2 text-start text-xs font-semibold whitespace-nowrap text-muted first:rounded-ss-lg last:rounded-se-lg ${className}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** The headings for the styles of narrow screens, by the cell's place in its row. */
function headingsOf(columns: readonly { text: string }[]): CSSProperties {
  return Object.fromEntries(
    columns.flatMap(({ text }, index) =>
      text === '' ? [] : [[`--heading-${index + 1}`, JSON.stringify(text)]],
    ),
  )
}

/** A row; unsaved rows are marked at their edge. */
export function AdminRow({
  changed,
  className = 'border-b border-line last:border-b-0 hover:bg-card-hover',
  children,
}: {
  changed: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <tr
      data-changed={changed || undefined}
      className={`${className} data-changed:shadow-[inset_3px_0_var(--warning)] rtl:data-changed:shadow-[inset_-3px_0_var(--warning)]`}
    >
      {children}
    </tr>
  )
}

export const CELL = 'px-2 py-1.5 align-middle'
