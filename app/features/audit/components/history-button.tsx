import { History, X } from 'lucide-react'
import { useRef } from 'react'
import { useFetcher } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
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
      <button
        type="button"
        onClick={open}
        aria-label={t('history.of', { name })}
        title={t('history.of', { name })}
        className="inline-flex size-10 items-center justify-center rounded-md text-icon hover:bg-card-hover hover:text-heading"
      >
        <History aria-hidden="true" className="size-4" />
      </button>
      <dialog
        ref={dialog}
        aria-label={t('history.of', { name })}
        className="modal w-2xl max-w-[calc(100vw-2rem)] rounded-lg border border-card-line bg-card p-4 text-body"
      >
        <div className="flex items-center gap-2">
          <h2 className="grow text-base font-semibold text-heading">{t('history.of', { name })}</h2>
          <button
            type="button"
            aria-label={t('close')}
            onClick={() => dialog.current?.close()}
            className="inline-flex size-10 items-center justify-center rounded-md hover:bg-card-hover"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
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
