import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { MatchPage } from '#app/features/matches/editor-schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** Links to the previous and the next page of a list; nothing for a single page. */
export function PageLinks({
  list: { previous, next },
  parameter,
  label,
}: {
  list: MatchPage
  parameter: string
  label: string
}) {
  const { t } = useTranslation('admin')
  if (previous === null && next === null) return null
  return (
    <nav aria-label={label} className="flex items-center gap-2 text-sm">
      <PageLink text={t('matches.previous')} cursor={previous} parameter={parameter}>
        <ChevronLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
      </PageLink>
      <PageLink text={t('matches.next')} cursor={next} parameter={parameter}>
        <ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
      </PageLink>
    </nav>
  )
}

function PageLink({
  text,
  cursor,
  parameter,
  children,
}: {
  text: string
  /** Null at the end. */
  cursor: string | null
  parameter: string
  children: ReactNode
}) {
  const { search } = useLocation()
  const className = 'inline-flex size-11 items-center justify-center rounded-md border border-line'
  if (cursor === null) return <span className={`${className} opacity-30`}>{children}</span>
  const query = new URLSearchParams(search)
  query.set(parameter, cursor)
  return (
    <Link
      to={`?${query}`}
      aria-label={text}
      preventScrollReset
      className={`${className} hover:bg-card-hover`}
    >
      {children}
    </Link>
  )
}
