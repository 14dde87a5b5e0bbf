import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** A button that asks once more before it does what cannot be overlooked. */
export function ConfirmButton({
  label,
  title,
  text,
  confirm,
  onConfirm,
  className,
  children,
}: {
  /** Names the button, where its content does not. */
  label?: string
  title: string
  text: string
  /** On the button that does it. */
  confirm: string
  onConfirm: () => void
  className: string
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => dialog.current?.showModal()}
        className={className}
      >
        {children}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby={id}
        className="modal w-96 max-w-[calc(100vw-2rem)] rounded-lg border border-card-line bg-card p-6 text-body"
      >
        <h2 id={id} className="text-base font-semibold text-heading">
          {title}
        </h2>
        <p className="mt-2 text-sm">{text}</p>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <button
            type="button"
            className="button-quiet min-h-11 px-4 text-sm"
            onClick={() => dialog.current?.close()}
          >
            {t('cancel')}
          </button>
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
        </div>
      </dialog>
    </>
  )
}
