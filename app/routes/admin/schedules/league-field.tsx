import { useEffect } from 'react'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import type { Offered } from '#app/features/imports/read/feed-sports.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatList } from '#app/platform/numbers.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { ReadProblem } from '#app/ui/admin/read-problem.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { useRead } from '#app/ui/admin/use-read.ts'

const keysOf = (text: string) => [...new Set(text.split(',').map((key) => key.trim()))].filter(Boolean)

/** The keys of leagues or sports of a source, with the list that it has, and the names of the chosen ones. */
export function LeagueField({
  source,
  isShown,
  label,
  of = label,
  hint,
  value,
  changed,
  problem,
  onValue,
}: {
  source: string
  /** Whether the list is needed: it can take a request to the source. */
  isShown: boolean
  label: string
  /** The field with what it is of. */
  of?: string
  hint: string
  value: string
  changed: boolean
  problem?: string | undefined
  onValue: (value: string) => void
}) {
  const { t, i18n } = useTranslation('admin')
  const offered = useRead<Offered>()
  const { data, read } = offered
  useEffect(() => {
    if (isShown) read(`/admin/schedules/leagues?source=${encodeURIComponent(source)}`)
  }, [isShown, source, read])
  const placeNames = usePlaceNames()
  const textOf = ({ label, group }: Offered['choices'][number]) =>
    group ? `${withColon(placeNames.either(group), i18n.language)} ${label}` : placeNames.sport(label)
  const choices = data?.choices ?? []
  const names = new Map(choices.map((choice) => [choice.value, textOf(choice)]))
  const keys = keysOf(value)
  const known = keys.flatMap((key) => names.get(key) ?? [])
  const unknown = data?.isWhole ? keys.filter((key) => !names.has(key)) : []
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={label}
        aria-label={of}
        dir="ltr"
        spellCheck={false}
        hint={hint}
        value={value}
        changed={changed}
        problem={problem}
        onValue={onValue}
      />
      <ReadProblem of={offered} />
      {choices.length > 0 && (
        <Changing>
          <SelectField
            label={t('sources.past.add')}
            value=""
            options={[
              { value: '', text: '' },
              ...choices.map((choice) => ({ value: choice.value, text: textOf(choice) })),
            ]}
            onValue={(key) => onValue([...new Set([...keys, key])].join(', '))}
          />
        </Changing>
      )}
      {known.length > 0 && <p className="text-xs text-muted">{formatList(known, i18n.language)}</p>}
      {unknown.length > 0 && (
        <p className="text-xs text-danger">
          {t('schedules.unknown-leagues', { keys: `\u2066${unknown.join(', ')}\u2069` })}
        </p>
      )}
    </div>
  )
}
