import { type ReactNode, type RefObject, useId } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

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
  const { t } = useTranslation('admin')
  const id = useId()
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="modal w-md max-w-[calc(100vw-2rem)] rounded-lg border border-card-line bg-card p-6 text-body"
    >
      <h2 id={id} className="text-base font-semibold text-heading">
        {title}
      </h2>
      <div className="mt-2 text-sm">{children}</div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <button type="button" className="button-quiet min-h-11 px-4 text-sm" onClick={close}>
          {t('cancel')}
        </button>
        <button
          type="button"
          className="button min-h-11 px-4 text-sm"
          onClick={() => {
            close()
            onConfirm()
          }}
        >
          {confirm}
        </button>
      </div>
    </dialog>
  )
}
