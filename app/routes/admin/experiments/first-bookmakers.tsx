import { X } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import { passFocus } from '#app/ui/admin/pass-focus.ts'

interface FirstBookmakersProps {
  bookmakers: readonly { id: string; name: string }[]
  first: readonly string[]
  setFirst: (ids: readonly string[]) => void
  problem: string | undefined
}

/** The bookmakers that variant B lists first, in the order in which they are chosen. */
export function FirstBookmakers({ bookmakers, first, setFirst, problem }: FirstBookmakersProps) {
  const { t } = useTranslation('admin')
  const others = bookmakers.filter(({ id }) => !first.includes(id))
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        data-add
        label={t('experiments.first')}
        value=""
        options={[
          { value: '', text: t('experiments.choose') },
          ...others.map(({ id, name }) => ({ value: id, text: name })),
        ]}
        onValue={(id) => id !== '' && setFirst([...first, id])}
      />
      {first.length > 0 && (
        <ol className="list-decimal ps-6 text-sm text-body">
          {first.map((id) => {
            const name = bookmakers.find((it) => it.id === id)?.name ?? ''
            return (
              <li key={id}>
                <span className="flex items-center gap-2">
                  <bdi>{name}</bdi>
                  <IconButton
                    label={t('experiments.remove', { name })}
                    isRemover
                    onClick={(button) => {
                      passFocus(button)
                      setFirst(first.filter((it) => it !== id))
                    }}
                  >
                    <X aria-hidden="true" className="size-4" />
                  </IconButton>
                </span>
              </li>
            )
          })}
        </ol>
      )}
      <p className={`text-xs ${problem ? 'text-danger' : 'text-muted'}`}>
        {problem ?? t('experiments.first-hint')}
      </p>
    </div>
  )
}
