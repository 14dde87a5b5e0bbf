import { type ReactNode, useRef } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { passFocus } from './pass-focus.ts'
import { useRights } from './rights.tsx'

/** An icon button that asks for confirmation before it removes a row from its list. */
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
  /** The label of the confirming button. */
  confirm: string
  onConfirm: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const asking = useRef<HTMLButtonElement>(null)
  if (!useRights().canChange) return null
  return (
    <>
      <IconButton
        label={label}
        isRemover
        onClick={(button) => {
          asking.current = button
          dialog.current?.showModal()
        }}
      >
        {children}
      </IconButton>
      <ConfirmDialog
        dialog={dialog}
        title={title}
        confirm={confirm}
        onConfirm={() => {
          if (asking.current) passFocus(asking.current)
          onConfirm()
        }}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </>
  )
}
