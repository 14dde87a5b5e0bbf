import { useRef } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { formatDate } from '#app/platform/time.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'
import { useZone } from '#app/ui/clock.tsx'
import { Instant } from '#app/ui/time.tsx'

interface EarningImport {
  id: string
  sender: string
  file: string
  at: Date
  by: string
  transactions: number
  undoneAt: Date | null
  undoneBy: string | null
}

type Outcome =
  | { kind: 'undone'; count: number }
  | { kind: 'gone' }
  | { kind: 'signed-out' | 'forbidden' }
  | { kind: 'failed'; message: string | null }

/** The imported reports; each can be taken back. */
export function Imports({ imports }: { imports: readonly EarningImport[] }) {
  const { t, i18n } = useTranslation('admin')
  const request = useRequest<Outcome>()
  const { outcome } = request
  const zone = useZone()
  return (
    <Panel title={t('earnings.imports')}>
      {outcome?.kind === 'undone' && (
        <Banner tone="success">{t('earnings.did-undo', { count: outcome.count })}</Banner>
      )}
      {(outcome?.kind === 'gone' || outcome?.kind === 'failed') && (
        <Banner tone="error">{t('earnings.undo-failed')}</Banner>
      )}
      <NotAdmitted outcome={outcome} />
      <AdminTable
        label={t('earnings.imports')}
        columns={[
          { key: 'time', text: t('earnings.imported-at') },
          { key: 'sender', text: t('earnings.by.sender') },
          { key: 'file', text: t('earnings.file'), className: 'min-w-40' },
          { key: 'transactions', text: t('earnings.transactions') },
          { key: 'actions', text: t('column.actions') },
        ]}
      >
        {imports.map((batch) => (
          <AdminRow key={batch.id} changed={false}>
            <td className={CELL}>
              <Instant at={batch.at.toISOString()} style="fullDateTime" />
              <span className="block text-xs text-muted">
                <bdi>{batch.by}</bdi>
              </span>
            </td>
            <td className={CELL}>
              <bdi>{batch.sender}</bdi>
            </td>
            <td className={`${CELL} break-all`}>
              <bdi>{batch.file}</bdi>
            </td>
            <td className={`${CELL} tabular-nums`}>{formatCount(batch.transactions, i18n.language)}</td>
            <td className={CELL}>
              {batch.undoneAt ? (
                <span className="text-xs text-muted" suppressHydrationWarning>
                  {t('earnings.undone', {
                    at: formatDate(batch.undoneAt, 'fullDateTime', i18n.language, zone),
                    by: batch.undoneBy ?? '',
                  })}
                </span>
              ) : (
                <UndoButton
                  batch={batch}
                  busy={request.busy}
                  onUndo={() => request.sendOnce({ kind: 'undo', id: batch.id })}
                />
              )}
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    </Panel>
  )
}

function UndoButton({ batch, busy, onUndo }: { batch: EarningImport; busy: boolean; onUndo: () => void }) {
  const { t } = useTranslation('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Changing>
      <ActionButton
        unavailable={busy}
        className="button-quiet min-h-10 px-3 text-xs"
        onClick={() => dialog.current?.showModal()}
      >
        {t('earnings.undo')}
        <span className="sr-only"> {batch.file}</span>
      </ActionButton>
      <ConfirmDialog
        dialog={dialog}
        title={t('earnings.undo')}
        confirm={t('earnings.undo')}
        onConfirm={onUndo}
      >
        <p>{t('earnings.undo-asked', { count: batch.transactions, file: batch.file })}</p>
      </ConfirmDialog>
    </Changing>
  )
}
