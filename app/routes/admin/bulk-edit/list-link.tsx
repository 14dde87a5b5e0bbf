import { Table2 } from 'lucide-react'
import { Link } from 'react-router'
import { type ListFilter, type ListKey, listOf, toParams } from '#app/features/bulk-edit/lists.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useRights } from '#app/ui/admin/rights.tsx'

/** Leads from a list's own screen to its table, where it is sorted, changed at once and exchanged as CSV. */
export function ListLink({
  list,
  ...filter
}: { list: ListKey } & Partial<Pick<ListFilter, 'search' | 'status'>>) {
  const { t } = useTranslation('admin')
  if (!useRights().may(`${listOf(list).part}.read`)) return null
  return (
    <Link
      to={`/admin/bulk-edit?${toParams({ list, ...filter })}`}
      className="button-quiet min-h-10 gap-2 px-4 text-sm"
    >
      <Table2 aria-hidden="true" className="size-4" />
      {t('bulk.open')}
    </Link>
  )
}
