import { useId, useState } from 'react'
import { parseHex } from '#app/features/theme/colour.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field } from '#app/ui/admin/fields.tsx'

/** A colour: picked, or typed as `#rgb` or `#rrggbb`. */
export function ColourField({
  label,
  value,
  changed,
  problem,
  warning,
  shown,
  onValue,
}: {
  label: string
  value: string
  changed: boolean
  problem: string | undefined
  /** A warning that it is not readable in its place, with the shade that the site shows instead. */
  warning?: string | undefined
  shown?: string | undefined
  onValue: (value: string) => void
}) {
  const { t } = useTranslation('admin')
  const hex = parseHex(value)
  return (
    // Three rows shared by neighbours, so that a label of two lines does not move its input.
    <div className="row-span-3 mb-1 grid grid-rows-subgrid gap-y-1">
      <span aria-hidden="true" className="self-end text-sm text-body">
        {label}
      </span>
      <div className="flex items-start gap-2">
        <input
          type="color"
          aria-label={t('settings.picker', { name: label })}
          value={hex ?? '#000000'}
          onChange={(event) => onValue(event.target.value)}
          className="size-10 shrink-0 cursor-pointer rounded-md border border-muted/60 bg-ground p-1"
        />
        <Field
          label={label}
          labelHidden
          value={value}
          dir="ltr"
          spellCheck={false}
          maxLength={7}
          changed={changed}
          problem={hex ? problem : t('problem.colour')}
          onValue={onValue}
          className="min-w-0 grow"
        />
      </div>
      {warning && hex && (
        <p className="flex items-start gap-2 text-xs text-warning">
          <span
            aria-hidden="true"
            style={{ background: shown }}
            className="mt-0.5 size-3 shrink-0 rounded-full border border-line"
          />
          {warning}
        </p>
      )}
    </div>
  )
}

/** A whole number from 0 on, typed or set with a slider; on blur it is limited to its range. */
export function NumberField({
  label,
  unit,
  most,
  value,
  changed,
  onValue,
}: {
  label: string
  unit: string
  most: number
  value: number
  changed: boolean
  onValue: (value: number) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const settle = (text: string) => {
    const number = Math.round(Number(text))
    if (text.trim() !== '' && Number.isFinite(number)) onValue(Math.min(most, Math.max(0, number)))
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-body">
        {label}
      </label>
      <div className="flex items-center gap-2">
        <input
          type="range"
          aria-label={label}
          min={0}
          max={most}
          value={value}
          onChange={(event) => settle(event.target.value)}
          className="h-10 min-w-0 grow accent-(--button-background)"
        />
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={0}
          max={most}
          step={1}
          value={typed ?? value}
          data-changed={changed || undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            const number = event.target.valueAsNumber
            if (number >= 0 && number <= most) settle(event.target.value)
          }}
          onBlur={() => {
            if (typed !== undefined) settle(typed)
            setTyped(undefined)
          }}
          className="min-h-10 w-20 rounded-md border border-muted/60 bg-ground px-2 text-sm text-heading tabular-nums data-changed:border-warning"
        />
        <span aria-hidden="true" className="w-4 text-sm text-muted">
          {unit}
        </span>
      </div>
    </div>
  )
}
