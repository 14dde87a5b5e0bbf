import { type ReactNode, type RefObject, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { DialogButtons, DialogFrame } from '#app/ui/admin/dialog-frame.tsx'
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
  const [password, setPassword] = useState('')
  return (
    <DialogFrame dialog={dialog} title={title} onClose={() => setPassword('')}>
      <form
        className="mt-2 text-sm"
        onSubmit={(event) => {
          event.preventDefault()
          dialog.current?.close()
          onConfirm(password)
        }}
      >
        <div className="flex flex-col gap-4">
          {children}
          <Field
            label={t('people.own-password')}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onValue={setPassword}
          />
        </div>
        <DialogButtons dialog={dialog}>
          <button type="submit" className="button min-h-11 px-4 text-sm">
            {confirm}
          </button>
        </DialogButtons>
      </form>
    </DialogFrame>
  )
}
