import { History, X } from 'lucide-react'
import { useRef } from 'react'
import { useFetcher } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import type { AuditEntry } from '../schema.ts'
import { AuditList } from './audit-list.tsx'

/** Opens what the trail knows of one item. */
export function HistoryButton({ entity, id, name }: { entity: string; id: string; name: string }) {
  const { t } = useTranslation('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  const fetcher = useFetcher<{ entries: AuditEntry[] }>()
  const open = () => {
    fetcher.load(`/admin/history?${new URLSearchParams({ entity, id })}`)
    dialog.current?.showModal()
  }
  return (
    <>
      <IconButton label={t('history.of', { name })} onClick={open}>
        <History aria-hidden="true" className="size-4" />
      </IconButton>
      <dialog
        ref={dialog}
        aria-label={t('history.of', { name })}
        className="modal w-2xl max-w-[calc(100vw-2rem)] rounded-lg border border-card-line bg-card p-4 text-body"
      >
        <div className="flex items-center gap-2">
          <h2 className="grow text-base font-semibold text-heading">{t('history.of', { name })}</h2>
          <IconButton label={t('close')} onClick={() => dialog.current?.close()}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
        {fetcher.data ? (
          <AuditList entries={fetcher.data.entries} withItem={false} />
        ) : (
          <p className="text-sm text-muted">{t('loading')}</p>
        )}
      </dialog>
    </>
  )
}
