import { useRef, useState } from 'react'
import type { FileProblem, ReadReport } from '#app/features/earnings/read-report.server.ts'
import type { ReportFormat } from '#app/features/earnings/report-format.ts'
import type { Again } from '#app/features/earnings/report-formats.server.ts'
import { MAX_FILE_BYTES } from '#app/features/earnings/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatList, formatMoney } from '#app/platform/numbers.ts'
import { readText } from '#app/platform/text/read-text.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { FileField } from '#app/ui/admin/file-field.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'
import { FormatFields, isOpen } from './format-fields.tsx'

interface Counts extends Omit<ReadReport, 'transactions' | 'headings'> {
  stored: number
  duplicate: number
  /** Ids of transactions that are stored with other values. */
  different: string[]
  sums: { currency: string; amount: string }[]
  again: Again | null
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
const MOST_LISTED = 500

interface Chosen {
  name: string
  text: string
  /** Distinct for each choice of a file. */
  no: number
}

/**
 * Imports a report as CSV: the operator says which column is what, sees the first rows as they are read, and stores the file when he
 * has seen what will change.
 */
export function ReportImport({ senders }: { senders: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation('admin')
  const request = useRequest<Outcome>()
  const [sender, setSender] = useState(senders[0]?.id ?? '')
  const [file, setFile] = useState<Chosen>()
  const [isTooLarge, setTooLarge] = useState(false)
  // The last preview stays while another choice is read: the fields keep the focus.
  const outcome = isTooLarge ? undefined : request.latest
  // Choices since the last preview: another one before the next preview adds to them.
  const [chosen, setChosen] = useState<{ since: Outcome; format: ReportFormat }>()
  const bodyOf = (chosen: Chosen, of: string, format?: ReportFormat) => ({
    ...{ kind: 'import', sender: of, file: chosen.name.slice(0, 200), text: chosen.text },
    ...(format && { format }),
  })
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
              if (file) request.send({ ...bodyOf(file, id), store: false })
            }}
          />
          <FileField
            label={t('earnings.file')}
            accept=".csv,text/csv,text/plain"
            onFile={async (chosen) => {
              setTooLarge(chosen.size > MAX_FILE_BYTES)
              if (chosen.size > MAX_FILE_BYTES) return setFile(undefined)
              const text = (await readText(chosen, 'windows-1252')) ?? ''
              const read = { name: chosen.name, text, no: (file?.no ?? 0) + 1 }
              setFile(read)
              request.send({ ...bodyOf(read, sender), store: false })
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
        {outcome?.kind === 'preview' && outcome.before.length > 0 && (
          <p className="text-sm text-muted">
            {t('earnings.headings-line', {
              line: outcome.headLine,
              before: outcome.before.join(' · '),
            })}
          </p>
        )}
        {file && outcome?.kind === 'preview' && (
          <FormatFields
            key={`${sender} ${file.no}`}
            {...outcome}
            format={chosen?.since === outcome ? chosen.format : outcome.format}
            onFormat={(format) => {
              setChosen({ since: outcome, format })
              request.send({ ...bodyOf(file, sender, format), store: false })
            }}
          />
        )}
        {(outcome?.kind === 'preview' || outcome?.kind === 'imported') && <Summary {...outcome} />}
        {file && outcome?.kind === 'preview' && (
          <Store
            {...outcome}
            file={file.name}
            busy={request.busy}
            onStore={(confirmed) =>
              request.sendOnce({ ...bodyOf(file, sender, outcome.format), store: true, confirmed })
            }
          />
        )}
      </Panel>
    </Changing>
  )
}

function Summary(counts: Counts & { kind: 'preview' | 'imported' }) {
  const { t, i18n } = useTranslation('admin')
  const { kind, stored, duplicate, sums, hasTimes, ignored, questions } = counts
  return (
    <>
      {questions.length === 0 && (
        <Banner tone="notice">
          {t(kind === 'preview' ? 'earnings.would-store' : 'earnings.did-store', { count: stored })}{' '}
          {t('earnings.duplicates', { count: duplicate })}{' '}
          {sums.length > 0 &&
            t('earnings.sums', {
              sums: formatList(
                sums.map(({ currency, amount }) => formatMoney(amount, currency, i18n.language)),
                i18n.language,
              ),
            })}
        </Banner>
      )}
      {!hasTimes && questions.length === 0 && (
        <p className="text-sm text-muted">{t('earnings.without-date')}</p>
      )}
      {ignored.length > 0 && (
        <p className="text-sm text-muted">{t('bulk.ignored', { columns: ignored.join(', ') })}</p>
      )}
      {!isOpen(questions) && <Refused {...counts} />}
    </>
  )
}

interface StoreProps extends Counts {
  file: string
  busy: boolean
  onStore: (confirmed: boolean) => void
}

/** Asks before transactions are stored that may be stored already under other ids. */
function Store({ file, stored, questions, again, busy, onStore }: StoreProps) {
  const { t } = useTranslation('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  if (stored === 0 || questions.length > 0) return null
  const button = (onClick: () => void) => (
    <ActionButton unavailable={busy} className="button min-h-10 self-start px-4 text-sm" onClick={onClick}>
      {t('earnings.store', { file })}
    </ActionButton>
  )
  if (!again) return button(() => onStore(false))
  const reasons = [
    ...('otherColumn' in again
      ? [
          again.otherColumn
            ? t('earnings.again.column', { column: again.otherColumn })
            : t('earnings.again.no-column'),
        ]
      : []),
    ...(again.otherReading ? [t('earnings.again.reading')] : []),
    ...(again.alike > 0 ? [t('earnings.again.alike', { count: again.alike })] : []),
  ]
  return (
    <>
      <Banner tone="error">
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Banner>
      {button(() => dialog.current?.showModal())}
      <ConfirmDialog
        dialog={dialog}
        title={t('earnings.again.title')}
        confirm={t('earnings.again.store')}
        onConfirm={() => onStore(true)}
      >
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </ConfirmDialog>
    </>
  )
}

function Refused({ different, rejected }: Counts) {
  const { t } = useTranslation('admin')
  if (different.length + rejected.length === 0) return null
  const lines = [
    ...rejected.map(({ line, field, problem }) =>
      t('earnings.rejected', {
        line,
        field: t(`earnings.field.${field}`),
        problem: t(`earnings.row-problem.${problem}`),
      }),
    ),
    ...different.map((transaction) => t('earnings.different', { transaction })),
  ]
  return (
    <section
      aria-label={t('earnings.not-read')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="max-h-60 overflow-y-auto"
    >
      <h3 className="text-sm font-semibold text-heading">{t('earnings.not-read')}</h3>
      <ul className="list-disc ps-5 text-sm">
        {lines.slice(0, MOST_LISTED).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > MOST_LISTED && <li>{t('earnings.more', { count: lines.length - MOST_LISTED })}</li>}
      </ul>
    </section>
  )
}
