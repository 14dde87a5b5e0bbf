import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath } from '#app/platform/paths.ts'
import { Link } from './link.tsx'

export interface Crumb {
  label: string
  /** Absent for the current page. */
  to?: string
}

/** The breadcrumb from the home page; the last crumb is the current page. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  const { t, i18n } = useTranslation('common')
  const all: Crumb[] = [{ label: t('home'), to: homePath(i18n.language) }, ...crumbs]
  return (
    <nav aria-label={t('breadcrumb')} className="-mx-1 text-sm text-muted">
      <ol className="flex flex-wrap items-center">
        {all.map(({ label, to }, index) => (
          <Fragment key={to ?? label}>
            {index > 0 && (
              <li aria-hidden="true">
                <ChevronRight className="size-4 rtl:-scale-x-100" />
              </li>
            )}
            <li>
              {to ? (
                <Link to={to} className="inline-flex min-h-9 items-center px-1 hover:text-heading md:min-h-8">
                  {label}
                </Link>
              ) : (
                <span aria-current="page" className="px-1 text-body">
                  {label}
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
