import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Link } from '#app/ui/link.tsx'
import type { SortKey } from '../comparison.ts'

interface SortHeadProps {
  by: SortKey
  /** The column that the table is sorted by. */
  sort: SortKey
  label: string
  className: string
  children: ReactNode
}

/** A column's head that sorts by it, the highest first: a link, so it works without scripts and can be shared. */
export function SortHead({ by, sort, label, className, children }: SortHeadProps) {
  const { t } = useTranslation('matches')
  const { pathname } = useLocation()
  const sorted = by === sort
  return (
    <th scope="col" aria-sort={sorted ? 'descending' : undefined} className={`pb-1 font-normal ${className}`}>
      <Link
        to={by === 'payout' ? pathname : `${pathname}?sort=${by}`}
        replace
        keepScroll
        className={`relative inline-flex min-h-11 items-center justify-center gap-x-1 @max-2xl:max-w-full @max-2xl:flex-col @2xl:min-h-8 ${sorted ? 'font-semibold text-heading' : 'hover:text-heading'}`}
      >
        <span className="sr-only">{t('sort-by', { column: label })}</span>
        <span aria-hidden="true">{children}</span>
        {sorted && <ArrowDown aria-hidden="true" className="size-3" />}
      </Link>
    </th>
  )
}
