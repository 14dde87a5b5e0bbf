import type { ComponentProps } from 'react'
import { useRights } from './rights.tsx'

/** A button that changes data. It keeps the focus while it is unavailable. A disabled button would lose it to the top of the page. */
export function ActionButton({
  unavailable,
  onClick,
  className = '',
  ...button
}: Omit<ComponentProps<'button'>, 'disabled'> & { unavailable: boolean }) {
  if (!useRights().canChange) return null
  return (
    <button
      type="button"
      {...button}
      aria-disabled={unavailable || undefined}
      onClick={unavailable ? (event) => event.preventDefault() : onClick}
      className={`${className} aria-disabled:pointer-events-none aria-disabled:opacity-50`}
    />
  )
}
