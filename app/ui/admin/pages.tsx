import { Link } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'

/** Links to the pages before and after one of a list. */
export function Pages({ page, pages, to }: { page: number; pages: number; to: (page: number) => string }) {
  const { t, i18n } = useTranslation('admin')
  const number = (page: number) => formatCount(page, i18n.language)
  if (pages <= 1) return null
  return (
    <nav aria-label={t('pages.label')} className="flex flex-wrap items-center gap-2 text-sm">
      {page > 1 && (
        <Link to={to(page - 1)} className="button-quiet min-h-10 px-4">
          {t('pages.previous')}
        </Link>
      )}
      <span className="tabular-nums">
        {number(page)} / {number(pages)}
      </span>
      {page < pages && (
        <Link to={to(page + 1)} className="button-quiet min-h-10 px-4">
          {t('pages.next')}
        </Link>
      )}
    </nav>
  )
}
