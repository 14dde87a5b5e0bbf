import { History, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AuditEntry } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { AuditList } from './audit-list.tsx'

/** Opens the history of one item. */
export function HistoryButton({ entity, id, name }: { entity: string; id: string; name: string }) {
  const { t } = useTranslation('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  const { may } = useRights()
  const [entries, setEntries] = useState<readonly AuditEntry[] | 'failed'>()
  const open = async () => {
    setEntries(undefined)
    dialog.current?.showModal()
    setEntries(await readTrail(entity, id))
  }
  if (!may('history.read')) return null
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
        {entries === undefined && <p className="text-sm text-muted">{t('loading')}</p>}
        {entries === 'failed' && <Banner tone="error">{t('history.failed')}</Banner>}
        {Array.isArray(entries) && <AuditList entries={entries} withItem={false} />}
      </dialog>
    </>
  )
}

/** Does not use the router: if reading fails, the screen and its unsaved input stay. */
async function readTrail(entity: string, id: string): Promise<readonly AuditEntry[] | 'failed'> {
  try {
    const response = await fetch(`/admin/history/item?${new URLSearchParams({ entity, id })}`, {
      redirect: 'manual',
    })
    if (!response.ok) return 'failed'
    const { entries } = (await response.json()) as { entries: AuditEntry[] }
    return entries
  } catch {
    return 'failed'
  }
}
