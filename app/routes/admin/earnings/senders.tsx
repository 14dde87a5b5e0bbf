import { useState } from 'react'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field, SelectField, Toggle } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotDone, SaveBar } from '#app/ui/admin/save-bar.tsx'
import { SecretOnce } from '#app/ui/admin/secret-once.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'

interface Sender {
  id: string
  name: string
  bookmaker_id: string | null
  key: string
  is_active: boolean
  transactions: number
}

interface SendersProps {
  senders: readonly Sender[]
  bookmakers: readonly { id: string; name: string }[]
  /** The beginning of every sender's address. */
  address: string
}

type Outcome =
  | { kind: 'created'; key: string; secret: string }
  | { kind: 'gone' }
  | { kind: 'refused-sender'; problem: string }
  | { kind: 'signed-out' | 'forbidden' }
  | { kind: 'failed'; message: string | null }

const EXAMPLE =
  'transaction=81213&kind=revenue&amount=12.50&currency=EUR&time=2026-11-22T18:30:00Z&click_id=…&sig=…'

/** The senders of postbacks. A secret is shown once, so that the operator can hand it on. */
export function Senders({ senders, bookmakers, address }: SendersProps) {
  const { t, i18n } = useTranslation('admin')
  const editor = useEditor(senders)
  const [name, setName] = useState('')
  const [bookmaker, setBookmaker] = useState('')
  const request = useRequest<Outcome>(({ kind }) => {
    if (kind !== 'created') return
    setName('')
    setBookmaker('')
  })
  const { outcome } = request
  const choices = [
    { value: '', text: t('earnings.several') },
    ...bookmakers.map((it) => ({ value: it.id, text: it.name })),
  ]
  return (
    <Panel title={t('earnings.postbacks')}>
      <p className="text-sm text-muted">{t('earnings.postbacks-hint')}</p>
      <code dir="ltr" className="block rounded-md bg-raised p-2 text-xs break-all">
        {address}…?{EXAMPLE}
      </code>
      {editor.rows.length > 0 && (
        <AdminTable
          label={t('earnings.postbacks')}
          columns={[
            { key: 'name', text: t('earnings.by.sender'), className: 'min-w-40' },
            { key: 'bookmaker', text: columnText(t, 'bookmaker_id'), className: 'min-w-40' },
            { key: 'status', text: t('column.status') },
            { key: 'address', text: t('earnings.address') },
            { key: 'transactions', text: t('earnings.transactions') },
            { key: 'actions', text: t('column.actions') },
          ]}
        >
          {editor.rows.map((row) => (
            <AdminRow key={row.id} changed={editor.isChanged(row.id)}>
              <td className={CELL}>
                <Field
                  label={t('field.of', { field: t('earnings.by.sender'), name: row.name })}
                  labelHidden
                  value={row.name}
                  changed={editor.isChanged(row.id, 'name')}
                  problem={problemText(t, editor.problemOf(row.id, 'name'))}
                  onValue={(text) => editor.set(row.id, { name: text })}
                />
              </td>
              <td className={CELL}>
                <SelectField
                  label={t('field.of', { field: columnText(t, 'bookmaker_id'), name: row.name })}
                  labelHidden
                  value={row.bookmaker_id ?? ''}
                  options={choices}
                  onValue={(id) => editor.set(row.id, { bookmaker_id: id === '' ? null : id })}
                />
              </td>
              <td className={CELL}>
                <Toggle
                  label={t('field.active', { name: row.name })}
                  labelHidden
                  on={row.is_active}
                  changed={editor.isChanged(row.id, 'is_active')}
                  onToggle={(is_active) => editor.set(row.id, { is_active })}
                />
              </td>
              <td className={CELL}>
                <code dir="ltr" className="text-xs break-all select-all">
                  {address}
                  {row.key}
                </code>
              </td>
              <td className={`${CELL} tabular-nums`}>{formatCount(row.transactions, i18n.language)}</td>
              <td className={CELL}>
                <span className="flex flex-wrap gap-2">
                  <Changing>
                    <ActionButton
                      unavailable={request.busy}
                      className="button-quiet min-h-10 px-3 text-xs"
                      onClick={() => request.sendOnce({ kind: 'renew', id: row.id })}
                    >
                      {t('earnings.new-secret')}
                      <span className="sr-only"> {row.name}</span>
                    </ActionButton>
                  </Changing>
                  <HistoryButton entity="postback_senders" id={row.id} name={row.name} />
                </span>
              </td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
      {outcome?.kind === 'created' && <SecretOnce text={t('earnings.secret-once')} secret={outcome.secret} />}
      {outcome?.kind === 'gone' && <Banner tone="error">{t('earnings.sender-gone')}</Banner>}
      <NotDone outcome={outcome} />
      <Changing>
        <div className="grid items-start gap-3 md:grid-cols-2">
          <Field
            label={t('earnings.by.sender')}
            value={name}
            longest={100}
            hint={t('earnings.name-hint')}
            problem={outcome?.kind === 'refused-sender' ? problemText(t, outcome.problem) : undefined}
            onValue={setName}
          />
          <SelectField
            label={columnText(t, 'bookmaker_id')}
            value={bookmaker}
            options={choices}
            onValue={setBookmaker}
          />
        </div>
        <ActionButton
          unavailable={request.busy}
          className="button min-h-10 self-start px-4 text-sm"
          onClick={() =>
            request.sendOnce({
              kind: 'create',
              values: { name, bookmaker_id: bookmaker === '' ? null : bookmaker },
            })
          }
        >
          {t('earnings.add-sender')}
        </ActionButton>
      </Changing>
      {editor.rows.length > 0 && (
        <SaveBar
          editor={editor}
          ofPart
          texts={{ saved: t('earnings.saved'), column: (column) => columnText(t, column) }}
        />
      )}
    </Panel>
  )
}
