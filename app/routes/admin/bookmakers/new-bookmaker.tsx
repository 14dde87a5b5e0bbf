import { useState } from 'react'
import { Link } from 'react-router'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field } from '#app/ui/admin/fields.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotDone } from '#app/ui/admin/save-bar.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'

/** Adds a bookmaker that no feed has brought. */
export function NewBookmaker() {
  const { t } = useTranslation('admin')
  const [name, setName] = useState('')
  const { outcome, busy, send } = useRequest<{ kind: string; id?: string; problem?: string }>(({ kind }) => {
    if (kind === 'created') setName('')
  })
  return (
    <Changing>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          send({ kind: 'create', name })
        }}
      >
        <Field
          label={t('bookmakers.new')}
          className="min-w-64"
          longest={200}
          value={name}
          problem={outcome?.kind === 'refused' ? problemText(t, outcome.problem) : undefined}
          onValue={setName}
        />
        <ActionButton
          type="submit"
          unavailable={busy || name.trim() === ''}
          className="button min-h-10 px-4 text-sm"
        >
          {t('bookmakers.add')}
        </ActionButton>
      </form>
      {outcome?.kind === 'created' && (
        <Banner tone="success">
          {t('bookmakers.added')}{' '}
          <Link to={`/admin/bookmakers/${outcome.id}`} className="underline">
            {t('bookmakers.details')}
          </Link>
        </Banner>
      )}
      {outcome?.kind === 'name-taken' && <Banner tone="error">{t('bookmakers.name-taken')}</Banner>}
      {outcome?.kind !== 'refused' && <NotDone outcome={outcome} />}
    </Changing>
  )
}
