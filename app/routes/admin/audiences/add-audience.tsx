import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { EditorAudience } from '#app/features/audiences/editor-queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { type Beginning, newAudience } from './new-audience.ts'

interface Props {
  rows: readonly EditorAudience[]
  most: number
  onAdd: (audience: EditorAudience) => void
}

/** Adds a group, and asks how it begins: what is shown to its visitors is a decision, never a default. */
export function AddAudience({ rows, most, onAdd }: Props) {
  const { t } = useTranslation('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  const [chosen, setChosen] = useState('nothing')
  const begins: Beginning =
    rows.find(({ id }) => id === chosen) ?? (chosen === 'everything' ? chosen : 'nothing')
  return (
    <>
      <button
        type="button"
        data-add
        disabled={rows.length >= most}
        onClick={() => {
          setChosen('nothing')
          dialog.current?.showModal()
        }}
        className="button min-h-10 gap-2 px-4 text-sm disabled:opacity-50"
      >
        <Plus aria-hidden="true" className="size-4" />
        {t('audiences.add')}
      </button>
      <ConfirmDialog
        dialog={dialog}
        title={t('audiences.add')}
        confirm={t('audiences.add')}
        onConfirm={() => onAdd(newAudience(rows.length, begins))}
      >
        <div className="flex flex-col gap-2">
          <SelectField
            label={t('audiences.begins')}
            value={typeof begins === 'string' ? begins : begins.id}
            options={[
              { value: 'nothing', text: t('audiences.begins.nothing') },
              { value: 'everything', text: t('audiences.begins.everything') },
              ...rows.map(({ id, name }) => ({
                value: id,
                text: t('audiences.begins.copy', { name: name || t('audiences.new') }),
              })),
            ]}
            onValue={setChosen}
          />
          <p className="text-xs text-muted">
            {t(typeof begins === 'object' ? 'audiences.begins-hint.copy' : `audiences.begins-hint.${begins}`)}
          </p>
        </div>
      </ConfirmDialog>
    </>
  )
}
