import { useState } from 'react'
import { type ListKey, listOf } from '#app/features/bulk-edit/lists.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { readText } from '#app/platform/text/read-text.ts'
import { FileField } from '#app/ui/admin/file-field.tsx'
import { FoldedPanel } from '#app/ui/admin/page.tsx'
import { Banner } from '#app/ui/banner.tsx'

/** Reads a file of the list, as the export writes it. */
export function FileImport({ list, plan }: { list: ListKey; plan: (text: string) => void }) {
  const { t } = useTranslation('admin')
  const { namesOfNew } = listOf(list)
  const [isUnreadable, setUnreadable] = useState(false)
  const choose = async (file: File) => {
    const text = await readText(file)
    setUnreadable(text === null)
    if (text !== null) plan(text)
  }
  return (
    <FoldedPanel title={t('bulk.import')}>
      <p className="text-sm text-muted">
        {t('bulk.import-hint')} {namesOfNew && t(hintOf(namesOfNew))} {namesOfNew && t('bulk.import-no-id')}
      </p>
      <FileField label={t('bulk.file')} accept=".csv,text/csv,text/plain" onFile={choose} />
      {isUnreadable && <Banner tone="error">{t('bulk.refused.encoding')}</Banner>}
    </FoldedPanel>
  )
}

function hintOf(namesOfNew: readonly string[]) {
  if (namesOfNew.includes('other_name')) return 'bulk.import-names'
  if (namesOfNew.includes('name')) return 'bulk.import-places'
  return namesOfNew.includes('bookmaker') ? 'bulk.import-new' : 'bulk.import-usual'
}
