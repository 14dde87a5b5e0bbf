import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { PASSWORD_MIN } from '../rules.ts'
import { type FieldMessages, FieldMessageTexts, INPUT, messageAttributes } from './field.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'>, FieldMessages {
  label: string
  /** A new password is compared with the most common ones. */
  warn?: boolean
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, warn = false, hint, problem, ...input }: PasswordFieldProps) {
  const { t } = useTranslation('auth')
  const id = useId()
  const [shown, setShown] = useState(false)
  const [ready, setReady] = useState(false)
  const [common, setCommon] = useState(false)
  useEffect(() => setReady(true), [])
  const Icon = shown ? EyeOff : Eye

  async function look(password: string): Promise<void> {
    if (password.length < PASSWORD_MIN) return setCommon(false)
    const { isCommonPassword } = await import('../common-passwords.ts')
    setCommon(isCommonPassword(password))
  }

  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-body">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          className={`${INPUT} pe-12 aria-invalid:border-danger`}
          {...messageAttributes(id, { hint, problem }, common ? `${id}-warning` : undefined)}
          onChange={warn ? (event) => void look(event.target.value) : undefined}
          {...input}
        />
        {ready && (
          <button
            type="button"
            onClick={() => setShown(!shown)}
            className="absolute end-0 top-0 inline-flex size-11 items-center justify-center rounded-lg text-icon hover:text-heading"
          >
            <Icon aria-hidden="true" className="size-5" />
            <span className="sr-only">{shown ? t('hide-password') : t('show-password')}</span>
          </button>
        )}
      </div>
      <FieldMessageTexts id={id} hint={hint} problem={problem} />
      {common && (
        <p id={`${id}-warning`} role="status" className="text-sm text-warning">
          {t('common-password')}
        </p>
      )}
    </div>
  )
}
