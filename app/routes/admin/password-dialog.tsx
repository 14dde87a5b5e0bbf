import { type ReactNode, type RefObject, useId, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field } from '#app/ui/admin/fields.tsx'

/** Asks for the reader's own password before something dangerous. Open it with `showModal()`. */
export function PasswordDialog({
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
  onConfirm: (password: string) => void
  children?: ReactNode
}) {
  const { t } = useTranslation('admin')
  const id = useId()
  const [password, setPassword] = useState('')
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={() => setPassword('')}
      className="modal w-md max-w-[calc(100vw-2rem)] rounded-lg border border-card-line bg-card p-6 text-body"
    >
      <h2 id={id} className="text-base font-semibold text-heading">
        {title}
      </h2>
      <form
        className="mt-2 flex flex-col gap-4 text-sm"
        onSubmit={(event) => {
          event.preventDefault()
          dialog.current?.close()
          onConfirm(password)
        }}
      >
        {children}
        <Field
          label={t('people.own-password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onValue={setPassword}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <button
            type="button"
            className="button-quiet min-h-11 px-4 text-sm"
            onClick={() => dialog.current?.close()}
          >
            {t('cancel')}
          </button>
          <button type="submit" className="button min-h-11 px-4 text-sm">
            {confirm}
          </button>
        </div>
      </form>
    </dialog>
  )
}
