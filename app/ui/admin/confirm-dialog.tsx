import type { ReactNode, RefObject } from 'react'
import { DialogButtons, DialogFrame } from './dialog-frame.tsx'

/** Asks for confirmation of something irreversible. Open it with `showModal()`. */
export function ConfirmDialog({
  dialog,
  title,
  confirm,
  onConfirm,
  children,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  /** The label of the confirming button. */
  confirm: string
  onConfirm: () => void
  children: ReactNode
}) {
  return (
    <DialogFrame dialog={dialog} title={title}>
      <div className="mt-2 text-sm">{children}</div>
      <DialogButtons dialog={dialog}>
        <button
          type="button"
          className="button min-h-11 px-4 text-sm"
          onClick={() => {
            dialog.current?.close()
            onConfirm()
          }}
        >
          {confirm}
        </button>
      </DialogButtons>
    </DialogFrame>
  )
}
