import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useRights } from './rights.tsx'
import { useEarlyValue } from './use-early-value.ts'

const BOX =
  'min-h-10 rounded-md border border-muted/60 bg-ground px-2 text-sm text-heading placeholder:text-muted aria-invalid:border-danger disabled:opacity-50 data-changed:border-warning'

type InputProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  /** Shows the label to screen readers only: the column of the table has a heading. */
  labelHidden?: boolean
  problem?: string | undefined
  hint?: ReactNode
  changed?: boolean
  /** The most characters. A longer text stays as it was typed, with an error: the browser would cut it without a word. */
  longest?: number
  /** Further content at the end of the field; below it on narrow screens. */
  beside?: ReactNode
  onValue: (value: string) => void
}

/** A labelled field with its error below. */
export function Field({
  label,
  labelHidden = false,
  problem: refused,
  hint,
  changed,
  longest,
  beside,
  onValue,
  className = '',
  ...input
}: InputProps) {
  const id = useId()
  const ref = useEarlyValue<HTMLInputElement>(onValue)
  const { canChange } = useRights()
  const isTooLong = longest !== undefined && String(input.value ?? '').trim().length > longest
  const problem = isTooLong ? <TooLong /> : refused
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm text-body'}>
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={ref}
          id={id}
          className={`${BOX} w-full min-w-0 ${beside ? 'basis-40 grow' : ''}`}
          data-changed={changed || undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem || hint ? `${id}-note` : undefined}
          onChange={(event) => onValue(event.target.value)}
          {...input}
          readOnly={!canChange || input.readOnly}
        />
        {beside}
      </div>
      <FieldNote id={`${id}-note`} problem={problem} hint={hint} />
    </div>
  )
}

export function TextArea({
  label,
  problem,
  hint,
  changed,
  onValue,
  className = '',
  ...area
}: Omit<ComponentProps<'textarea'>, 'onChange'> &
  Omit<InputProps, keyof ComponentProps<'input'> | 'labelHidden' | 'beside'> & { className?: string }) {
  const id = useId()
  const ref = useEarlyValue<HTMLTextAreaElement>(onValue)
  const { canChange } = useRights()
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm text-body">
        {label}
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={3}
        className={`${BOX} w-full py-2`}
        data-changed={changed || undefined}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem || hint ? `${id}-note` : undefined}
        onChange={(event) => onValue(event.target.value)}
        {...area}
        readOnly={!canChange || area.readOnly}
      />
      <FieldNote id={`${id}-note`} problem={problem} hint={hint} />
    </div>
  )
}

function TooLong() {
  return useTranslation('admin').t('problem.too-long')
}

function FieldNote({ id, problem, hint }: { id: string; problem: ReactNode; hint: ReactNode }) {
  if (!problem && !hint) return null
  return (
    <p id={id} className={`text-xs ${problem ? 'text-danger' : 'text-muted'}`}>
      {problem ?? hint}
    </p>
  )
}

export function SelectField({
  label,
  labelHidden = false,
  options,
  onValue,
  className = '',
  ...select
}: Omit<ComponentProps<'select'>, 'onChange'> & {
  label: string
  labelHidden?: boolean
  options: readonly { value: string; text: string }[]
  onValue: (value: string) => void
}) {
  const id = useId()
  const ref = useEarlyValue<HTMLSelectElement>(onValue)
  const { canChange } = useRights()
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm text-body'}>
        {label}
      </label>
      <select
        ref={ref}
        id={id}
        className={`${BOX} w-full`}
        onChange={(event) => onValue(event.target.value)}
        {...select}
        disabled={!canChange || select.disabled}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A switch with its state as text. */
export function Toggle({
  label,
  labelHidden = false,
  on,
  onToggle,
  changed,
  disabled,
  unavailable,
}: {
  label: string
  labelHidden?: boolean
  on: boolean
  onToggle: (on: boolean) => void
  changed?: boolean
  disabled?: boolean
  /** Temporarily unavailable; unlike a disabled one it keeps the focus. */
  unavailable?: boolean
}) {
  const { canChange } = useRights()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={labelHidden ? label : undefined}
      disabled={disabled || !canChange}
      aria-disabled={unavailable || undefined}
      data-changed={changed || undefined}
      onClick={unavailable ? undefined : () => onToggle(!on)}
      className="group inline-flex min-h-10 items-center gap-2 rounded-md text-start text-sm text-body disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50"
    >
      <span className="relative h-5 w-9 shrink-0 rounded-full border border-muted bg-raised group-aria-checked:border-accent group-aria-checked:bg-accent group-data-changed:outline group-data-changed:outline-warning">
        <span className="absolute start-0.5 top-0.5 size-3.5 rounded-full bg-muted group-aria-checked:start-auto group-aria-checked:end-0.5 group-aria-checked:bg-ground" />
      </span>
      {!labelHidden && label}
    </button>
  )
}

/** A position in an order: a number field, and arrows that swap with the neighbouring row. */
export function PositionField({
  label,
  position,
  min,
  changed,
  problem,
  disabled,
  onPosition,
  onUp,
  onDown,
}: {
  /** Names the row. */
  label: string
  position: number
  min: number
  changed?: boolean
  problem?: string | undefined
  disabled?: boolean
  onPosition: (position: number) => void
  /** Undefined on the first row and on the last row. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}) {
  const { t } = useTranslation('admin')
  const { canChange } = useRights()
  // While a position is typed, the order stays: a row that moved would take the focus with it.
  const [typed, setTyped] = useState<string>()
  const commit = () => {
    if (typed !== undefined) onPosition(toPosition(typed))
    setTyped(undefined)
  }
  return (
    <div className="flex items-center gap-1">
      <input
        type="number"
        inputMode="numeric"
        min={min}
        step={1}
        value={typed ?? position}
        disabled={disabled || !canChange}
        aria-label={t('position.label', { name: label })}
        aria-invalid={problem ? true : undefined}
        data-changed={changed || undefined}
        className={`${BOX} w-20 tabular-nums`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          commit()
          keepInView(event.currentTarget)
        }}
      />
      <span className={canChange ? 'flex flex-col' : 'hidden'}>
        <Arrow label={t('position.up', { name: label })} onClick={onUp}>
          <ChevronUp aria-hidden="true" className="size-4" />
        </Arrow>
        <Arrow label={t('position.down', { name: label })} onClick={onDown}>
          <ChevronDown aria-hidden="true" className="size-4" />
        </Arrow>
      </span>
      {problem && <span className="text-xs text-danger">{problem}</span>}
    </div>
  )
}

/** A text that is not a number becomes 0. */
export function toPosition(text: string): number {
  const number = Math.trunc(Number(text))
  return Number.isFinite(number) ? number : 0
}

function Arrow({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={!onClick}
      data-arrow
      onClick={(event) => {
        onClick?.()
        keepFocus(event.currentTarget)
      }}
      className="inline-flex h-5 w-7 items-center justify-center rounded hover:bg-card-hover disabled:opacity-30"
    >
      {children}
    </button>
  )
}

/** A row that moves keeps the focus on its arrow; at the end of the list the other arrow gets it. */
export function keepFocus(arrow: HTMLButtonElement): void {
  requestAnimationFrame(() => {
    const other = () => arrow.parentElement?.querySelector<HTMLElement>('[data-arrow]:enabled')
    const enabled = arrow.disabled ? other() : arrow
    enabled?.focus()
    enabled?.scrollIntoView({ block: 'nearest' })
  })
}

/** Scrolls to a row that moved, because it has the focus. */
function keepInView(field: HTMLElement): void {
  requestAnimationFrame(() => {
    field.focus()
    field.scrollIntoView({ block: 'nearest' })
  })
}
