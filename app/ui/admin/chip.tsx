import { passFocus } from './pass-focus.ts'
import { useRights } from './rights.tsx'

const CHIP = 'min-h-10 rounded-full border border-line px-3 text-sm text-body'

/** A chosen item of a list as a button that takes it out; the focus moves to the next one. A text for those who may only read. */
export function Chip({
  name,
  label,
  onRemove,
}: {
  name: string
  /** The label of the button, with the name. */
  label: string
  onRemove: () => void
}) {
  if (!useRights().canChange)
    return (
      <span className={`${CHIP} inline-flex items-center`}>
        <bdi>{name}</bdi>
      </span>
    )
  return (
    <button
      type="button"
      aria-label={label}
      data-remove
      onClick={({ currentTarget }) => {
        passFocus(currentTarget)
        onRemove()
      }}
      className={`${CHIP} hover:bg-card-hover`}
    >
      <bdi>{name}</bdi> <span aria-hidden="true">×</span>
    </button>
  )
}
