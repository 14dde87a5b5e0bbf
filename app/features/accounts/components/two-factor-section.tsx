import { useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { Enrolment } from '../schema.ts'
import { TextField } from './field.tsx'
import { PasswordField } from './password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface TwoFactorSectionProps {
  on: boolean
  email: string
  /** While an app is being set up. */
  enrolment: Enrolment | null
  /** The app is set up, but its code was wrong. */
  codeRefused: boolean
  /** Created just now. */
  recoveryCodes: string[] | null
}

/** The second factor of an account: set up with an app, with recovery codes in case the app is lost. */
export function TwoFactorSection({
  on,
  email,
  enrolment,
  codeRefused,
  recoveryCodes,
}: TwoFactorSectionProps) {
  const { t } = useTranslation(['profile', 'auth'])
  /** After a wrong code the QR code stays; the server does not send the key twice. */
  const [begun, setBegun] = useState(enrolment)
  useEffect(() => {
    if (enrolment) setBegun(enrolment)
  }, [enrolment])
  return (
    <section className="flex flex-col gap-4 rounded-lg border border-card-line bg-card p-4">
      <h2 className="text-base font-semibold text-heading">{t('two-factor', { ns: 'auth' })}</h2>
      <p className="text-sm text-body">{t(on ? 'two-factor-is-on' : 'two-factor-text')}</p>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} email={email} />}
      {on && (
        <>
          <PasswordAction intent="recovery-renew" label={t('recovery-renew')} withCode />
          <PasswordAction intent="two-factor-disable" label={t('two-factor-disable')} withCode />
        </>
      )}
      {!on && (enrolment || codeRefused) && <Confirmation enrolment={enrolment ?? begun} />}
      {!on && !enrolment && <PasswordAction intent="two-factor-begin" label={t('two-factor-start')} />}
    </section>
  )
}

function Confirmation({ enrolment }: { enrolment: Enrolment | null }) {
  const { t } = useTranslation(['profile', 'auth'])
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" noValidate className="flex max-w-96 flex-col gap-4">
      {enrolment && (
        <>
          <p className="text-sm text-body">{t('two-factor-scan')}</p>
          <svg
            role="img"
            aria-label={t('two-factor-qr')}
            viewBox={`0 0 ${enrolment.qr.size} ${enrolment.qr.size}`}
            shapeRendering="crispEdges"
            className="size-52 rounded-lg"
          >
            {/* Dark on light in every theme: cameras need that. */}
            <rect width="100%" height="100%" fill="white" />
            <path d={enrolment.qr.path} fill="black" />
          </svg>
          <p className="text-sm text-body">
            {t('two-factor-key')}{' '}
            <code dir="ltr" className="block select-all break-words pt-1 text-heading">
              {enrolment.secret}
            </code>
          </p>
        </>
      )}
      <input type="hidden" name="intent" value="two-factor-confirm" />
      <TextField
        label={t('code.app', { ns: 'auth' })}
        name="code"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <button type="submit" disabled={busy} className="button min-h-11 self-start px-6 text-sm">
        {t('two-factor-confirm')}
      </button>
    </Form>
  )
}

interface PasswordActionProps {
  intent: string
  label: string
  /**
   * The actions of an account with the second factor. They are rarely needed, so password and code are requested when
   * it is opened.
   */
  withCode?: boolean
}

function PasswordAction({ intent, label, withCode = false }: PasswordActionProps) {
  const { t } = useTranslation(['profile', 'auth'])
  const busy = useNavigation().state === 'submitting'
  const form = (
    <Form method="post" noValidate className="flex max-w-96 flex-col gap-3">
      <input type="hidden" name="intent" value={intent} />
      <PasswordField label={t('current-password')} name="password" autoComplete="current-password" />
      {withCode && (
        <TextField label={t('code.any', { ns: 'auth' })} name="code" dir="ltr" autoComplete="one-time-code" />
      )}
      <button type="submit" disabled={busy} className="button min-h-11 self-start px-6 text-sm">
        {label}
      </button>
    </Form>
  )
  if (!withCode) return form
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-link hover:text-link-hover">
        {label}
      </summary>
      {form}
    </details>
  )
}
