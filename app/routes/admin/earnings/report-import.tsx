import { useState } from 'react'
import type { FileProblem, RowProblem } from '#app/features/earnings/read-report.server.ts'
import { MAX_FILE_BYTES } from '#app/features/earnings/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatList, formatMoney } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { FileField } from '#app/ui/admin/file-field.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'

interface Counts {
  stored: number
  duplicate: number
  /** Ids of transactions that are stored with other values. */
  different: string[]
  rejected: { line: number; field: string; problem: RowProblem }[]
  sums: { currency: string; amount: string }[]
  /** Headings that are not read. */
  ignored: string[]
  hasTimes: boolean
}

type Outcome =
  // Of a file that is no text.
  | { kind: 'refused'; problem: string }
  | ({ kind: 'preview' | 'imported' } & Counts)
  | ({ kind: 'refused-file' } & FileProblem)
  | { kind: 'gone' }
  | { kind: 'signed-out' | 'forbidden' }
  | { kind: 'failed'; message: string | null }

/** The most refused rows that are listed. */
const MOST_LISTED = 20

/** Imports a report as CSV: the file is checked first, and stored when the operator has seen what will change. */
export function ReportImport({ senders }: { senders: readonly { id: string; name: string }[] }) {
  const { t, i18n } = useTranslation('admin')
  const request = useRequest<Outcome>()
  const [sender, setSender] = useState(senders[0]?.id ?? '')
  const [file, setFile] = useState<{ name: string; text: string }>()
  const [isTooLarge, setTooLarge] = useState(false)
  const outcome = isTooLarge ? undefined : request.outcome
  const send = (chosen: { name: string; text: string }, of: string, store: boolean) =>
    request.send({ kind: 'import', sender: of, file: chosen.name.slice(0, 200), text: chosen.text, store })
  return (
    <Changing>
      <Panel title={t('earnings.import')}>
        <p className="text-sm text-muted">{t('earnings.import-hint')}</p>
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={t('earnings.by.sender')}
            value={sender}
            options={senders.map(({ id, name }) => ({ value: id, text: name }))}
            onValue={(id) => {
              setSender(id)
              if (file) send(file, id, false)
            }}
          />
          <FileField
            label={t('earnings.file')}
            accept=".csv,text/csv,text/plain"
            onFile={async (chosen) => {
              setTooLarge(chosen.size > MAX_FILE_BYTES)
              if (chosen.size > MAX_FILE_BYTES) return setFile(undefined)
              const read = { name: chosen.name, text: await chosen.text() }
              setFile(read)
              send(read, sender, false)
            }}
          />
        </div>
        {outcome?.kind === 'refused-file' && (
          <Banner tone="error">
            {outcome.problem === 'cells'
              ? t('bulk.refused.cells', { line: outcome.line })
              : outcome.problem === 'not-csv' && outcome.line !== null
                ? t('bulk.refused.not-csv', { line: outcome.line })
                : t(`earnings.file-problem.${outcome.problem}`)}
          </Banner>
        )}
        {outcome?.kind === 'refused' && <Banner tone="error">{t('earnings.file-problem.not-csv')}</Banner>}
        {isTooLarge && (
          <Banner tone="error">
            {t('earnings.file-problem.too-large', { size: MAX_FILE_BYTES / 1024 / 1024 })}
          </Banner>
        )}
        {outcome?.kind === 'gone' && <Banner tone="error">{t('earnings.sender-gone')}</Banner>}
        {outcome?.kind === 'failed' && <Banner tone="error">{t('earnings.import-failed')}</Banner>}
        <NotAdmitted outcome={outcome} />
        {(outcome?.kind === 'preview' || outcome?.kind === 'imported') && (
          <>
            <Banner tone="notice">
              {t(outcome.kind === 'preview' ? 'earnings.would-store' : 'earnings.did-store', {
                count: outcome.stored,
              })}{' '}
              {t('earnings.duplicates', { count: outcome.duplicate })}{' '}
              {outcome.sums.length > 0 &&
                t('earnings.sums', {
                  sums: formatList(
                    outcome.sums.map(({ currency, amount }) => formatMoney(amount, currency, i18n.language)),
                    i18n.language,
                  ),
                })}
            </Banner>
            {!outcome.hasTimes && <p className="text-sm text-muted">{t('earnings.without-date')}</p>}
            {outcome.ignored.length > 0 && (
              <p className="text-sm text-muted">
                {t('bulk.ignored', { columns: outcome.ignored.join(', ') })}
              </p>
            )}
            <Refused {...outcome} />
          </>
        )}
        {file && outcome?.kind === 'preview' && outcome.stored > 0 && (
          <ActionButton
            unavailable={request.busy}
            className="button min-h-10 self-start px-4 text-sm"
            onClick={() => send(file, sender, true)}
          >
            {t('earnings.store', { file: file.name })}
          </ActionButton>
        )}
      </Panel>
    </Changing>
  )
}

function Refused({ different, rejected }: Counts) {
  const { t } = useTranslation('admin')
  if (different.length + rejected.length === 0) return null
  const lines = [
    ...rejected.map(({ line, field, problem }) =>
      t('earnings.rejected', { line, field, problem: t(`earnings.row-problem.${problem}`) }),
    ),
    ...different.map((transaction) => t('earnings.different', { transaction })),
  ]
  return (
    <ul className="list-disc ps-5 text-sm">
      {lines.slice(0, MOST_LISTED).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > MOST_LISTED && <li>{t('earnings.more', { count: lines.length - MOST_LISTED })}</li>}
    </ul>
  )
}
