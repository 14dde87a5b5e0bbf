import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { EditorLanguage } from '#app/features/languages/editor-schema.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field, SelectField, Toggle } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import type { Refused } from '../guard.server.ts'

/** The initial values of the form for a new language. */
export const NEW_LANGUAGE = {
  code: '',
  name: '',
  native_name: '',
  flag_code: '',
  is_default: false,
  is_active: true,
  rtl: false,
}

type AddOutcome =
  | { kind: 'added'; copied: number }
  | { kind: 'invalid'; problems: { column: string; problem: string }[] }
  | { kind: 'refused'; problem: string }
  | Refused

/** A new language, with the texts of another to start from. */
export function AddLanguage({ languages }: { languages: readonly EditorLanguage[] }) {
  const { t, i18n } = useTranslation('admin')
  const { canChange } = useRights()
  const [open, setOpen] = useState(false)
  const [values, setValues] = useState(NEW_LANGUAGE)
  const [copyFrom, setCopyFrom] = useState('')
  const { outcome, busy, send } = useRequest<AddOutcome>()
  useEffect(() => {
    if (outcome?.kind !== 'added') return
    setValues(NEW_LANGUAGE)
    setCopyFrom('')
    setOpen(false)
  }, [outcome])
  const field = (column: 'code' | 'name' | 'native_name' | 'flag_code') => ({
    value: values[column],
    onValue: (value: string) => setValues((now) => ({ ...now, [column]: value })),
    problem:
      outcome?.kind === 'invalid'
        ? problemText(t, outcome.problems.find((it) => it.column === column)?.problem)
        : undefined,
  })
  const toggle = (column: 'is_default' | 'is_active' | 'rtl') => ({
    on: values[column],
    onToggle: (on: boolean) => setValues((now) => ({ ...now, [column]: on })),
  })

  if (!canChange) return null
  return (
    <>
      {outcome?.kind === 'added' && (
        <PassingBanner key={outcome.at}>
          {t('languages.added')}
          {outcome.copied > 0 &&
            ` ${t('languages.copied', { count: outcome.copied, number: formatCount(outcome.copied, i18n.language) })}`}
        </PassingBanner>
      )}
      {!open && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="button inline-flex min-h-11 items-center gap-2 self-start px-4 text-sm"
        >
          <Plus aria-hidden="true" className="size-4" />
          {t('languages.add')}
        </button>
      )}
      {open && (
        <Panel title={t('languages.add')}>
          <form
            className="flex flex-col gap-3"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              send({ intent: 'add', values, copyFrom: copyFrom || null })
            }}
          >
            <div className="grid gap-3 md:grid-cols-4">
              <Field label={t('column.language')} autoFocus placeholder="Dutch" {...field('name')} />
              <Field
                label={t('column.native-name')}
                dir={values.rtl ? 'rtl' : 'ltr'}
                placeholder="Nederlands"
                {...field('native_name')}
              />
              <Field
                label={t('column.code')}
                dir="ltr"
                maxLength={2}
                placeholder="nl"
                hint={t('languages.code-hint')}
                {...field('code')}
              />
              <Field
                label={t('column.flag-code')}
                dir="ltr"
                maxLength={2}
                placeholder="nl"
                hint={t('languages.flag-hint')}
                {...field('flag_code')}
              />
            </div>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              <Toggle label={t('column.is-active')} {...toggle('is_active')} />
              <Toggle label={t('column.rtl')} {...toggle('rtl')} />
              <Toggle label={t('column.is-default')} {...toggle('is_default')} />
            </div>
            <SelectField
              label={t('languages.copy-from')}
              className="max-w-md"
              value={copyFrom}
              onValue={setCopyFrom}
              options={[
                { value: '', text: t('languages.copy-nothing') },
                ...languages.map(({ id, name }) => ({ value: id, text: name })),
              ]}
            />
            <p className="text-xs text-muted">{t('languages.copy-hint')}</p>
            <AddProblem outcome={outcome} />
            <div className="flex gap-2">
              <ActionButton type="submit" unavailable={busy} className="button min-h-11 px-6 text-sm">
                {busy ? t('save.saving') : t('languages.add')}
              </ActionButton>
              <button
                type="button"
                onClick={() => setOpen(false)}
                className="button-quiet min-h-11 px-4 text-sm"
              >
                {t('cancel')}
              </button>
            </div>
          </form>
        </Panel>
      )}
    </>
  )
}

/** Why a language was not added. */
export function AddProblem({ outcome }: { outcome: AddOutcome | undefined }) {
  const { t } = useTranslation('admin')
  switch (outcome?.kind) {
    case 'invalid':
      return (
        <Banner tone="error">
          {problemText(t, outcome.problems[0]?.problem) ?? t('languages.required')}
        </Banner>
      )
    case 'refused':
      return <Banner tone="error">{problemText(t, outcome.problem)}</Banner>
    case 'failed':
      return <Banner tone="error">{t('languages.add-failed')}</Banner>
    case 'signed-out':
    case 'forbidden':
      return <NotAdmitted outcome={outcome} />
    default:
      return null
  }
}
