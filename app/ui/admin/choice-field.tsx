import { useSearchParams } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { SelectField } from './fields.tsx'
import { Reading } from './rights.tsx'

/**
 * A filter of a screen. It is part of the URL, so a reload and a link keep it. Changing it resets the filters that
 * depend on it.
 */
export function ChoiceField({
  name,
  label,
  choices,
  chosen,
  resets = [],
  empty,
  disabled = false,
  isAdder,
}: {
  /** The URL parameter. */
  name: string
  label: string
  choices: readonly { id: string; name: string }[]
  chosen: string | null
  /** Parameters of the dependent filters. */
  resets?: readonly string[]
  /** The label of the empty choice. */
  empty?: string
  disabled?: boolean
  /** Whether it is the first step of adding a row to a list; see `passFocus`. */
  isAdder?: boolean
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
    <Reading>
      <SelectField
        data-add={isAdder || undefined}
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
    </Reading>
  )
}
