import { type ReactNode, useRef } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { IconButton } from './icon-button.tsx'

/** An icon button that asks once more before it does what cannot be overlooked. */
export function ConfirmButton({
  label,
  title,
  text,
  confirm,
  onConfirm,
  children,
}: {
  label: string
  title: string
  text: string
  /** On the button that does it. */
  confirm: string
  onConfirm: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <IconButton label={label} onClick={() => dialog.current?.showModal()}>
        {children}
      </IconButton>
      <ConfirmDialog dialog={dialog} title={title} confirm={confirm} onConfirm={onConfirm}>
        <p>{text}</p>
      </ConfirmDialog>
    </>
  )
}
