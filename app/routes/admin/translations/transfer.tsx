import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ImportWarnings } from '#app/features/translations/transfer.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Progress } from '#app/ui/admin/progress.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import { downloadTranslations } from './download.ts'
import { stateAfter, type TransferState } from './transfer-state.ts'
import { uploadTranslations } from './upload.ts'

/** Exports all texts as a file, and imports a file of texts. */
export function Transfer() {
  const { t, i18n } = useTranslation('admin')
  const number = (count: number) => formatCount(count, i18n.language)
  const [state, setState] = useState<TransferState>({ kind: 'idle' })
  const [withShipped, setWithShipped] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { revalidate } = useRevalidator()
  const busy = state.kind === 'exporting' || state.kind === 'importing'

  async function download(): Promise<void> {
    setState({ kind: 'exporting' })
    setState(stateAfter(await downloadTranslations(withShipped), t, i18n.language))
  }

  async function upload(file: File): Promise<void> {
    const outcome = await uploadTranslations(file, ({ done, total }) =>
      setState({ kind: 'importing', done, total }),
    )
    setState(stateAfter(outcome, t, i18n.language))
    await revalidate()
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <label className="inline-flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={withShipped}
            onChange={(event) => setWithShipped(event.target.checked)}
            className="size-4 accent-(--accent)"
          />
          {t('translations.with-built-in')}
        </label>
        <button
          type="button"
          aria-disabled={busy || undefined}
          onClick={busy ? undefined : download}
          className={BUTTON}
        >
          <Download aria-hidden="true" className="size-4" />
          {t('translations.export')}
        </button>
        <Changing>
          <ActionButton unavailable={busy} onClick={() => input.current?.click()} className={BUTTON}>
            <Upload aria-hidden="true" className="size-4" />
            {t('translations.import')}
          </ActionButton>
          <input
            ref={input}
            type="file"
            accept=".json,application/json"
            aria-label={t('translations.import-file')}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) upload(file)
              // The same file can be chosen again.
              event.target.value = ''
            }}
          />
        </Changing>
      </div>
      {state.kind === 'importing' && (
        <p className="flex items-center gap-2 text-sm">
          <Progress label={t('translations.importing')} percent={(state.done / (state.total || 1)) * 100} />
          {state.total > 0 && (
            <span className="tabular-nums">
              {number(state.done)} / {number(state.total)}
            </span>
          )}
        </p>
      )}
      <TransferResult state={state} />
    </div>
  )
}

/** The result of the last export or import, with the parts of the file that were left out. */
export function TransferResult({ state }: { state: TransferState }) {
  if (state.kind === 'error') return <Banner tone="error">{state.text}</Banner>
  if (state.kind !== 'done') return <NotAdmitted outcome={state} />
  return (
    <>
      <PassingBanner key={state.at}>{state.text}</PassingBanner>
      {state.warnings && <Warnings warnings={state.warnings} />}
    </>
  )
}

const BUTTON =
  'button-quiet inline-flex min-h-11 items-center gap-2 px-4 text-sm aria-disabled:pointer-events-none aria-disabled:opacity-50'

/** The parts of the file that were left out; shown until the next file. */
function Warnings({ warnings }: { warnings: ImportWarnings }) {
  const { languages, namespaces, keys, noTexts, examples } = warnings
  const { t } = useTranslation('admin')
  if (languages.length + namespaces.length + keys.length + noTexts === 0) return null
  return (
    <Banner tone="notice">
      <p>{t('translations.skipped')}</p>
      <ul className="list-disc ps-5">
        {languages.length > 0 && (
          <li>
            {t('translations.skipped-languages')} <bdi>{languages.join(', ')}</bdi>
          </li>
        )}
        {namespaces.length > 0 && (
          <li>
            {t('translations.skipped-namespaces')} <bdi>{namespaces.join(', ')}</bdi>
          </li>
        )}
        {keys.length > 0 && (
          <li>
            {t('translations.skipped-keys')} <bdi>{keys.join(', ')}</bdi>
          </li>
        )}
        {noTexts > 0 && (
          <li>
            {t('translations.skipped-values', { count: noTexts })}{' '}
            <bdi className="break-all">
              {examples.join(', ')}
              {noTexts > examples.length && ' …'}
            </bdi>
          </li>
        )}
      </ul>
    </Banner>
  )
}
