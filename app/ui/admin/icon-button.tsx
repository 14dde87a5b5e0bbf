import type { ReactNode } from 'react'
import { keepFocus } from './fields.tsx'

/** A button with an icon only; screen readers and a tooltip give its label. */
export function IconButton({
  label,
  expanded,
  isArrow,
  isRemover,
  disabled,
  unavailable,
  onClick,
  children,
}: {
  label: string
  /** The state of a part of the page that the button opens. */
  expanded?: boolean
  /** Moves its row and keeps the focus. */
  isArrow?: boolean
  /** Removes its row from the list; see `passFocus`. */
  isRemover?: boolean
  disabled?: boolean
  /** Temporarily unavailable; unlike a disabled one it keeps the focus. */
  unavailable?: boolean
  /** Without it, the button is disabled. */
  onClick: ((button: HTMLButtonElement) => void) | undefined
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      disabled={disabled || !onClick}
      aria-disabled={unavailable || undefined}
      data-arrow={isArrow || undefined}
      data-remove={isRemover || undefined}
      onClick={({ currentTarget }) => {
        if (unavailable) return
        onClick?.(currentTarget)
        if (isArrow) keepFocus(currentTarget)
      }}
      className="inline-flex size-10 items-center justify-center rounded-md text-icon hover:bg-card-hover hover:text-heading disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 aria-expanded:bg-card-hover aria-expanded:text-heading"
    >
      {children}
    </button>
  )
}
