import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { type BulkChange, MATCH_STATUSES } from '#app/features/matches/editor-schema.ts'
import type { MatchStatus } from '#app/features/matches/schema.ts'
import type { SaveOutcome } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { ReadyAction } from '#app/ui/admin/ready-action.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import type { Refused } from '../guard.server.ts'

type Setting = BulkChange['set']

/** Sets the status or the flags of all selected matches at once, after confirmation. */
export function BulkBar({
  selected,
  clear,
  hasEdits,
}: {
  selected: ReadonlySet<string>
  clear: () => void
  /** Single matches have unsaved edits, which must be saved first. */
  hasEdits: boolean
}) {
  const { t } = useTranslation('admin')
  const [set, setSet] = useState<Setting>({})
  const dialog = useRef<HTMLDialogElement>(null)
  const fetcher = useFetcher<SaveOutcome | Refused>()
  const outcome = useAnswer(fetcher, () => {
    setSet({})
    clear()
  })
  const { canChange } = useRights()
  const count = selected.size
  // On a phone the choices are hidden while they cannot be applied.
  const choices = count === 0 || hasEdits ? 'max-md:hidden' : ''
  const put = (patch: Setting) =>
    setSet((now) =>
      Object.fromEntries(Object.entries({ ...now, ...patch }).filter(([, value]) => value !== undefined)),
    )
  const unchanged = { value: '', text: t('matches.bulk-unchanged') }
  const switches = [
    unchanged,
    { value: 'true', text: t('matches.bulk-on') },
    { value: 'false', text: t('matches.bulk-off') },
  ]
  const apply = () => {
    dialog.current?.close()
    fetcher.submit(JSON.stringify({ ids: [...selected], set }), {
      method: 'post',
      action: '/admin/matches/bulk',
      encType: 'application/json',
    })
  }
  if (!canChange) return null
  return (
    <section
      aria-label={t('matches.bulk')}
      className="flex flex-col gap-2 rounded-lg border border-card-line bg-card p-2 md:p-3"
    >
      <ReadyAction at="/admin/matches/bulk" />
      <div className="flex flex-wrap items-end gap-2 md:gap-3">
        <p role="status" className="min-h-10 grow content-center text-sm text-body">
          {t('matches.selected', { count })}
        </p>
        <div className={`grid w-full grid-cols-3 gap-2 md:flex md:w-auto md:gap-3 ${choices}`}>
          <SelectField
            label={t('column.status')}
            className="min-w-0 md:w-36"
            value={set.status ?? ''}
            options={[
              unchanged,
              ...MATCH_STATUSES.map((status) => ({ value: status, text: t(`matches.status.${status}`) })),
            ]}
            onValue={(status) => put({ status: (status || undefined) as MatchStatus | undefined })}
          />
          <SelectField
            label={t('column.featured')}
            className="min-w-0 md:w-32"
            value={String(set.featured ?? '')}
            options={switches}
            onValue={(value) => put({ featured: toFlag(value) })}
          />
          <SelectField
            label={t('column.is-popular')}
            className="min-w-0 md:w-32"
            value={String(set.is_popular ?? '')}
            options={switches}
            onValue={(value) => put({ is_popular: toFlag(value) })}
          />
        </div>
        <ActionButton
          unavailable={count === 0 || hasEdits || Object.keys(set).length === 0 || fetcher.state !== 'idle'}
          onClick={() => dialog.current?.showModal()}
          className={`button min-h-10 px-4 text-sm max-md:grow ${choices}`}
        >
          {t('matches.bulk-apply')}
        </ActionButton>
        <ActionButton
          unavailable={count === 0}
          onClick={clear}
          className={`button-quiet min-h-10 px-4 text-sm ${count === 0 ? 'max-md:hidden' : ''}`}
        >
          {t('matches.bulk-clear')}
        </ActionButton>
      </div>
      {hasEdits && count > 0 && <p className="text-xs text-warning">{t('matches.bulk-edits')}</p>}
      {outcome?.kind === 'saved' && (
        <PassingBanner key={outcome.at}>{t('matches.bulk-saved', { count: outcome.count })}</PassingBanner>
      )}
      <NotAdmitted outcome={outcome} />
      {outcome &&
        outcome.kind !== 'saved' &&
        outcome.kind !== 'signed-out' &&
        outcome.kind !== 'forbidden' && <Banner tone="error">{t('save.failed')}</Banner>}
      <dialog
        ref={dialog}
        aria-labelledby="bulk-question"
        className="modal w-96 max-w-[calc(100vw-2rem)] rounded-lg border border-card-line bg-card p-6 text-body"
      >
        <h2 id="bulk-question" className="text-base font-semibold text-heading">
          {t('matches.confirm', { count })}
        </h2>
        <ul className="mt-2 text-sm">
          {set.status && <Line label={t('column.status')} value={t(`matches.status.${set.status}`)} />}
          {set.featured !== undefined && (
            <Line
              label={t('column.featured')}
              value={t(set.featured ? 'matches.bulk-on' : 'matches.bulk-off')}
            />
          )}
          {set.is_popular !== undefined && (
            <Line
              label={t('column.is-popular')}
              value={t(set.is_popular ? 'matches.bulk-on' : 'matches.bulk-off')}
            />
          )}
        </ul>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <button type="button" className="button min-h-11 px-4 text-sm" onClick={apply}>
            {t('matches.confirm-yes')}
          </button>
          <button
            type="button"
            className="button-quiet min-h-11 px-4 text-sm"
            onClick={() => dialog.current?.close()}
          >
            {t('matches.confirm-no')}
          </button>
        </div>
      </dialog>
    </section>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  const { i18n } = useTranslation('admin')
  return (
    <li>
      {withColon(label, i18n.language)} <strong className="font-semibold text-heading">{value}</strong>
    </li>
  )
}

const toFlag = (value: string) => (value === '' ? undefined : value === 'true')

/** The last response with its time, so that the same message is shown again. */
function useAnswer(
  { state, data }: { state: string; data: SaveOutcome | Refused | undefined },
  onSaved: () => void,
) {
  const [answer, setAnswer] = useState<(SaveOutcome | Refused) & { at: number }>()
  const saved = useRef(onSaved)
  saved.current = onSaved
  useEffect(() => {
    if (state !== 'idle' || !data) return
    setAnswer({ ...data, at: Date.now() })
    if (data.kind === 'saved') saved.current()
  }, [state, data])
  return answer
}
