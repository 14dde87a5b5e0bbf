import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { GridLanguage } from '#app/features/translations/editor-schema.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field, SelectField, TextArea } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { UnsavedGuard } from '#app/ui/admin/unsaved-guard.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import type { Refused } from '../guard.server.ts'

type AddOutcome = { kind: 'added'; key: string } | { kind: 'refused'; problem: string } | Refused

/** The form for a new key, for example the name of a sport or a country by its slug or code. */
export function AddKey({
  namespaces,
  namespace,
  languages,
}: {
  namespaces: readonly { name: string }[]
  namespace: string
  languages: readonly GridLanguage[]
}) {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const [key, setKey] = useState('')
  const [values, setValues] = useState<Record<string, string>>({})
  const { outcome, busy, send } = useRequest<AddOutcome>()
  useEffect(() => {
    if (outcome?.kind !== 'added') return
    setKey('')
    setValues({})
    setOpen(false)
  }, [outcome])

  const { canChange } = useRights()
  if (!canChange) return null
  if (!open) {
    return (
      <>
        {outcome?.kind === 'added' && (
          <PassingBanner key={outcome.at}>{t('translations.added')}</PassingBanner>
        )}
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="button-quiet inline-flex min-h-11 items-center gap-2 self-start px-4 text-sm"
        >
          <Plus aria-hidden="true" className="size-4" />
          {t('translations.add')}
        </button>
      </>
    )
  }
  return (
    <Panel title={t('translations.add')}>
      <UnsavedGuard when={key !== '' || Object.values(values).some(Boolean)} within="/admin/translations" />
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          send({ intent: 'add', namespace: chosen ?? namespace, key, values })
        }}
      >
        <div className="grid gap-3 md:grid-cols-2">
          <SelectField
            label={t('translations.namespace')}
            value={chosen ?? namespace}
            onValue={setChosen}
            options={namespaces.map(({ name }) => ({ value: name, text: name }))}
          />
          <Field label={t('translations.key')} dir="ltr" autoFocus value={key} onValue={setKey} />
          {languages.map(({ id, code, name, rtl }) => (
            <TextArea
              key={id}
              label={name}
              lang={code}
              dir={rtl ? 'rtl' : 'ltr'}
              rows={2}
              value={values[id] ?? ''}
              onValue={(value) => setValues((now) => ({ ...now, [id]: value }))}
            />
          ))}
        </div>
        <AddProblem outcome={outcome} wanted={key} />
        <div className="flex gap-2">
          <ActionButton type="submit" unavailable={busy} className="button min-h-11 px-6 text-sm">
            {busy ? t('save.saving') : t('translations.add')}
          </ActionButton>
          <button type="button" onClick={() => setOpen(false)} className="button-quiet min-h-11 px-4 text-sm">
            {t('cancel')}
          </button>
        </div>
      </form>
    </Panel>
  )
}

/** Why a key was not added. */
export function AddProblem({ outcome, wanted }: { outcome: AddOutcome | undefined; wanted: string }) {
  const { t } = useTranslation('admin')
  switch (outcome?.kind) {
    case 'refused':
      return (
        <Banner tone="error">
          {outcome.problem === 'translations.exists'
            ? t('translations.exists', { key: wanted.trim() })
            : problemText(t, outcome.problem)}
        </Banner>
      )
    case 'failed':
      return <Banner tone="error">{t('translations.add-failed')}</Banner>
    case 'signed-out':
    case 'forbidden':
      return <NotAdmitted outcome={outcome} />
    default:
      return null
  }
}
