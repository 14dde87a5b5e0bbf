import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { PasswordProblem } from '#app/features/accounts/people.ts'
import { useRecordedValue } from '#app/features/history/components/use-recorded-value.ts'
import type { EarlierField, EarlierValues, PutBackRefusal } from '#app/features/history/schema.ts'
import { problemText, recordedText } from '#app/platform/edit/column-text.ts'
import type { SaveOutcome } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field } from '#app/ui/admin/fields.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { Banner } from '#app/ui/banner.tsx'

const ACTION = '/admin/history/put-back'

type Answer =
  | SaveOutcome
  | { kind: 'put-back-refused'; problem: PutBackRefusal }
  | { kind: 'password-refused'; problem: PasswordProblem }
  | { kind: 'signed-out' | 'forbidden' | 'failed' | 'refused' }

/** Opens the earlier values of an entry beside the current ones, and puts the chosen ones back. */
export function PutBackButton({ entry, entity, label }: { entry: number; entity: string; label: string }) {
  const { t } = useTranslation('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  const [earlier, setEarlier] = useState<EarlierValues | 'failed'>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [password, setPassword] = useState('')
  const saving = useFetcher<Answer>()
  const read = async () => {
    const found = await readEarlier(entry)
    setEarlier(found)
    // What was changed again since is put back only when somebody chooses it.
    const safe = found !== 'failed' && found.kind === 'fields' ? found.fields : []
    setChosen(new Set(safe.filter((it) => !it.isSame && !it.isChangedSince).map(({ column }) => column)))
  }
  const open = () => {
    setEarlier(undefined)
    setPassword('')
    dialog.current?.showModal()
    read()
  }
  const answer = saving.state === 'idle' ? saving.data : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (answer) read()
  }, [answer])
  const fields = earlier && earlier !== 'failed' && earlier.kind === 'fields' ? earlier : undefined
  const send = () =>
    fields &&
    saving.submit(
      JSON.stringify({
        entry,
        columns: [...chosen],
        seen: Object.fromEntries(fields.fields.map(({ column, now }) => [column, now])),
        ...(fields.asksPassword && { password }),
      }),
      { method: 'post', action: ACTION, encType: 'application/json' },
    )
  return (
    <>
      <ActionButton
        unavailable={false}
        aria-label={t('history.put-back-of', { name: label })}
        className="button-quiet min-h-8 px-2 text-xs"
        onClick={open}
      >
        {t('history.put-back')}
      </ActionButton>
      <dialog
        ref={dialog}
        aria-label={t('history.put-back-of', { name: label })}
        className="modal w-2xl max-w-[calc(100vw-2rem)] rounded-lg border border-card-line bg-card p-4 text-body"
      >
        <h2 className="text-base font-semibold text-heading">{t('history.put-back-of', { name: label })}</h2>
        <div className="mt-2 flex flex-col gap-3 text-sm" aria-live="polite">
          {answer && <AnswerBanner answer={answer} entity={entity} />}
          {earlier === undefined && <p className="text-muted">{t('loading')}</p>}
          {earlier === 'failed' && <Banner tone="error">{t('history.failed')}</Banner>}
          {earlier && earlier !== 'failed' && earlier.kind === 'put-back-refused' && !answer && (
            <Banner tone="notice">{t(`history.refused.${earlier.problem}`)}</Banner>
          )}
          {fields?.isDeleted && <p className="text-muted">{t('history.put-back-deleted')}</p>}
          {fields && (
            <EarlierFields
              entity={entity}
              fields={fields.fields}
              isDeleted={fields.isDeleted}
              chosen={chosen}
              choose={(column, on) =>
                setChosen((now) => new Set(on ? [...now, column] : [...now].filter((it) => it !== column)))
              }
            />
          )}
          {fields?.asksPassword && (
            <Field
              label={t('people.own-password')}
              type="password"
              autoComplete="current-password"
              value={password}
              onValue={setPassword}
            />
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <button
              type="button"
              className="button-quiet min-h-11 px-4 text-sm"
              onClick={() => dialog.current?.close()}
            >
              {t('close')}
            </button>
            {fields && (
              <ActionButton
                unavailable={saving.state !== 'idle' || (!fields.isDeleted && chosen.size === 0)}
                className="button min-h-11 px-4 text-sm"
                onClick={send}
              >
                {t('history.put-back')}
              </ActionButton>
            )}
          </div>
        </div>
      </dialog>
    </>
  )
}

/** Earlier values beside the current ones; of a deleted item alone. */
export function EarlierFields({
  entity,
  fields,
  isDeleted,
  chosen,
  choose,
}: {
  entity: string
  fields: readonly EarlierField[]
  isDeleted: boolean
  chosen: ReadonlySet<string>
  choose: (column: string, on: boolean) => void
}) {
  const { t } = useTranslation('admin')
  const inWords = useRecordedValue(entity)
  return (
    <AdminTable
      label={t('history.put-back')}
      columns={[
        { key: 'field', text: t('history.field') },
        { key: 'old', text: t('history.earlier') },
        ...(isDeleted ? [] : [{ key: 'now', text: t('history.now') }]),
      ]}
    >
      {fields.map(({ column, texts: { old, now }, isSame, isChangedSince }) => (
        <AdminRow key={column} changed={chosen.has(column)}>
          <th scope="row" className={`${CELL} text-start font-normal`}>
            {isDeleted ? (
              recordedText(t, entity, column)
            ) : (
              <label className="flex min-h-10 items-center gap-2">
                <input
                  type="checkbox"
                  checked={chosen.has(column)}
                  disabled={isSame}
                  onChange={(event) => choose(column, event.target.checked)}
                  className="size-5 accent-(--button-background)"
                />
                {recordedText(t, entity, column)}
              </label>
            )}
          </th>
          <td dir="auto" className={`${CELL} wrap-anywhere`}>
            {inWords(column, old)}
          </td>
          {!isDeleted && (
            <td dir="auto" className={`${CELL} wrap-anywhere`}>
              {inWords(column, now)}
              {isSame && <span className="block text-xs text-muted">{t('history.is-same')}</span>}
              {isChangedSince && !isSame && (
                <span className="block text-xs text-warning">{t('history.changed-since')}</span>
              )}
            </td>
          )}
        </AdminRow>
      ))}
    </AdminTable>
  )
}

function AnswerBanner({ answer, entity }: { answer: Answer; entity: string }) {
  const { t, i18n } = useTranslation('admin')
  if (answer.kind === 'saved') return <Banner tone="success">{t('history.put-back-done')}</Banner>
  if (answer.kind === 'conflict') return <Banner tone="error">{t('history.put-back-conflict')}</Banner>
  if (answer.kind === 'put-back-refused')
    return <Banner tone="error">{t(`history.refused.${answer.problem}`)}</Banner>
  if (answer.kind === 'password-refused')
    return <Banner tone="error">{t(`people.problem.${answer.problem}`)}</Banner>
  if (answer.kind === 'signed-out' || answer.kind === 'forbidden') return <NotAdmitted outcome={answer} />
  if (answer.kind === 'invalid') {
    const words = answer.problems.map(
      ({ column, problem }) =>
        `${withColon(recordedText(t, entity, column), i18n.language)} ${problemText(t, problem)}`,
    )
    return <Banner tone="error">{words.join('; ')}</Banner>
  }
  return <Banner tone="error">{t('save.failed')}</Banner>
}

/** Does not use the router: if reading fails, the screen stays. */
async function readEarlier(entry: number): Promise<EarlierValues | 'failed'> {
  try {
    const response = await fetch(`${ACTION}?entry=${entry}`, { redirect: 'manual' })
    return response.ok ? ((await response.json()) as EarlierValues) : 'failed'
  } catch {
    return 'failed'
  }
}
