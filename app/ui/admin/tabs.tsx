import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

/** Views of one screen, each with its own URL. */
export function Tabs({
  label,
  tabs,
  current,
  to,
}: {
  label: string
  tabs: readonly { key: string; text: string; changed?: boolean }[]
  current: string
  to: (key: string) => string
}) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {tabs.map(({ key, text, changed }) => (
          <li key={key} className="flex">
            <Link
              to={to(key)}
              preventScrollReset
              aria-current={key === current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-1 border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-body hover:text-heading aria-[current]:border-focus aria-[current]:font-semibold aria-[current]:text-heading"
            >
              {text}
              {changed && <span aria-hidden="true" className="size-2 rounded-full bg-warning" />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The current view; views that were open before stay in the page with their input. */
export function Views({
  current,
  views,
}: {
  current: string
  views: Readonly<Record<string, () => ReactNode>>
}) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([current]))
  if (!seen.has(current)) setSeen(new Set([...seen, current]))
  return Object.entries(views).map(
    ([key, render]) =>
      seen.has(key) && (
        <div key={key} hidden={key !== current} className={key === current ? 'flex flex-col gap-4' : ''}>
          {render()}
        </div>
      ),
  )
}
