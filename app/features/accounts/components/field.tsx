import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'

export const INPUT =
  'min-h-11 w-full rounded-lg border border-muted/60 bg-ground px-3 text-base text-heading placeholder:text-muted'

/** Texts of a field: its hint and its error. */
export interface FieldMessages {
  hint?: string | undefined
  problem?: string | undefined
}

/** The attributes of a field with a hint or an error, by its id. */
export function messageAttributes(id: string, { hint, problem }: FieldMessages, more?: string) {
  const described = [problem && `${id}-problem`, hint && `${id}-hint`, more].filter(Boolean).join(' ')
  return { 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined }
}

/** The hint and the error below the field. */
export function FieldMessageTexts({ id, hint, problem }: FieldMessages & { id: string }) {
  return (
    <>
      {problem && (
        <p id={`${id}-problem`} className="text-sm text-danger">
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </>
  )
}

/** A labelled field, with its hint and its error below. */
export function TextField({
  label,
  note,
  problem,
  ...input
}: { label: string; note?: ReactNode; problem?: string | undefined } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-body">
        {label}
      </label>
      <input
        id={id}
        className={`${INPUT} read-only:text-muted aria-invalid:border-danger`}
        {...messageAttributes(id, { problem })}
        {...input}
      />
      <FieldMessageTexts id={id} problem={problem} />
      {note}
    </div>
  )
}
