import { useSearchParams } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { SelectField } from './fields.tsx'

/**
 * A choice that narrows a screen down. It stands in the address, so that a reload and a link keep it; a choice above
 * another gives up those below it.
 */
export function ChoiceField({
  name,
  label,
  choices,
  chosen,
  resets = [],
  empty,
  disabled = false,
}: {
  /** The parameter of the address. */
  name: string
  label: string
  choices: readonly { id: string; name: string }[]
  chosen: string | null
  /** Parameters of the choices below. */
  resets?: readonly string[]
  /** What the choice of nothing is called. */
  empty?: string
  disabled?: boolean
}) {
  const { t } = useTranslation('admin')
  const [params, setParams] = useSearchParams()
  const choose = (id: string) => {
    const next = new URLSearchParams(params)
    for (const reset of resets) next.delete(reset)
    if (id) next.set(name, id)
    else next.delete(name)
    setParams(next)
  }
  return (
    <SelectField
      className="min-w-48"
      label={label}
      value={chosen ?? ''}
      disabled={disabled}
      options={[
        { value: '', text: empty ?? t('choose') },
        ...choices.map((choice) => ({ value: choice.id, text: choice.name })),
      ]}
      onValue={choose}
    />
  )
}
