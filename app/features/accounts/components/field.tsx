import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'

export const INPUT =
  'min-h-11 w-full rounded-lg border border-muted/60 bg-ground px-3 text-base text-heading placeholder:text-muted'

/** A labelled field; what is said about it, or is wrong with it, stands below. */
export function TextField({
  label,
  note,
  problem,
  ...input
}: { label: string; note?: ReactNode; problem?: string | undefined } & ComponentProps<'input'>) {
  const id = useId()
  const problemId = `${id}-problem`
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-body">
        {label}
      </label>
      <input
        id={id}
        className={`${INPUT} read-only:text-muted aria-invalid:border-danger`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
        {...input}
      />
      {note}
      {problem && (
        <p id={problemId} className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
