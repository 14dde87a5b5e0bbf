import { type ReactNode, type RefObject, useId } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

interface DialogFrameProps {
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  onClose?: () => void
  children: ReactNode
}

/** A question in front of the screen. Open it with `showModal()`. */
export function DialogFrame({ dialog, title, onClose, children }: DialogFrameProps) {
  const id = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="modal w-md max-w-[calc(100vw-2rem)] rounded-lg border border-card-line bg-card p-6 text-body"
    >
      <h2 id={id} className="text-base font-semibold text-heading">
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** Cancel, and what confirms. */
export function DialogButtons({ dialog, children }: Pick<DialogFrameProps, 'dialog' | 'children'>) {
  const { t } = useTranslation('admin')
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-2">
      <button
        type="button"
        className="button-quiet min-h-11 px-4 text-sm"
        onClick={() => dialog.current?.close()}
      >
        {t('cancel')}
      </button>
      {children}
    </div>
  )
}
