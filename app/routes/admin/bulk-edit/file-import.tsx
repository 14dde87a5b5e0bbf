import { type ListKey, listOf } from '#app/features/bulk-edit/lists.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { FileField } from '#app/ui/admin/file-field.tsx'
import { Panel } from '#app/ui/admin/page.tsx'

/** Reads a file of the list, as the export writes it. */
export function FileImport({ list, plan }: { list: ListKey; plan: (text: string) => void }) {
  const { t } = useTranslation('admin')
  const { namesOfNew } = listOf(list)
  return (
    <Panel title={t('bulk.import')}>
      <p className="text-sm text-muted">
        {t('bulk.import-hint')} {namesOfNew && t(hintOf(namesOfNew))} {namesOfNew && t('bulk.import-no-id')}
      </p>
      <FileField
        label={t('bulk.file')}
        accept=".csv,text/csv,text/plain"
        onFile={async (file) => plan(await file.text())}
      />
    </Panel>
  )
}

function hintOf(namesOfNew: readonly string[]) {
  if (namesOfNew.includes('other_name')) return 'bulk.import-names'
  if (namesOfNew.includes('name')) return 'bulk.import-places'
  return namesOfNew.includes('bookmaker') ? 'bulk.import-new' : 'bulk.import-usual'
}
