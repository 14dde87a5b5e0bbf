import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatDate } from '#app/platform/time.ts'
import { useZone } from '#app/ui/clock.tsx'
import { deviceName, outcomeKey, PASSWORD_MAX } from '../rules.ts'
import type { SessionEntry, SignInEntry, SignInOutcome } from '../schema.ts'
import { PasswordField } from './password-field.tsx'

interface PasswordTabProps {
  email: string
  sessions: SessionEntry[]
  /** The last ones, the latest first. */
  signIns: SignInEntry[]
  /** The redirect after the change: a path of this site; empty to stay. */
  next: string
  /** Changes with each saved change. */
  saved: string
  /** Whether the new password was the current one. */
  unchanged: boolean
  /** Between the two. */
  children: ReactNode
}

/** The form for a new password, and the open sessions of the account. */
export function PasswordTab({
  email,
  sessions,
  signIns,
  next,
  saved,
  unchanged,
  children,
}: PasswordTabProps) {
  const { t } = useTranslation(['profile', 'auth'])
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <Form
        key={saved}
        method="post"
        noValidate
        className="flex flex-col gap-4 rounded-lg border border-card-line bg-card p-4"
      >
        <input type="hidden" name="intent" value="change-password" />
        <input type="hidden" name="next" value={next} />
        {/* Password managers ask whose password it is. */}
        <input type="email" name="email" value={email} readOnly autoComplete="username" hidden />
        <div className="flex max-w-96 flex-col gap-4">
          <PasswordField label={t('current-password')} name="current" autoComplete="current-password" />
          <PasswordField
            label={t('new-password', { ns: 'auth' })}
            name="password"
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
            problem={unchanged ? t('password-unchanged') : undefined}
            warn
          />
          <PasswordField
            label={t('confirm-password', { ns: 'auth' })}
            name="confirmation"
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
          />
          <button type="submit" disabled={busy} className="button min-h-11 self-start px-6 text-sm">
            {t('change-password')}
          </button>
        </div>
      </Form>
      {children}
      <section className="flex flex-col gap-2 rounded-lg border border-card-line bg-card p-4">
        <h2 className="text-base font-semibold text-heading">{t('sessions')}</h2>
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <Form method="post">
            <input type="hidden" name="intent" value="revoke-others" />
            <button type="submit" disabled={busy} className="button-quiet min-h-11 px-4 text-sm">
              {t('sign-out-others')}
            </button>
          </Form>
        )}
      </section>
      <section className="flex flex-col gap-2 rounded-lg border border-card-line bg-card p-4">
        <h2 className="text-base font-semibold text-heading">{t('sign-ins')}</h2>
        {signIns.length === 0 && <p className="text-sm text-muted">{t('sign-ins.none')}</p>}
        <ul className="divide-y divide-line">
          {signIns.map((signIn) => (
            <SignInRow key={signIn.id} signIn={signIn} />
          ))}
        </ul>
      </section>
    </>
  )
}

const SUCCESSES: ReadonlySet<SignInOutcome> = new Set(['signed_in', 'code_asked'])

function SignInRow({ signIn }: { signIn: SignInEntry }) {
  const { t } = useTranslation('profile')
  const { outcome } = signIn
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2 text-sm">
      <div className="min-w-0 grow">
        <p className="truncate text-heading">{deviceName(signIn.userAgent) ?? t('session-unknown')}</p>
        <TimeAndPlace at={signIn.at} ipAddress={signIn.ipAddress} />
      </div>
      <span className={SUCCESSES.has(outcome) ? 'text-body' : 'font-semibold text-danger'}>
        {t(`sign-ins.outcome.${outcomeKey(outcome)}`)}
      </span>
    </li>
  )
}

function TimeAndPlace({ at, ipAddress }: { at: Date; ipAddress: string | null }) {
  const { i18n } = useTranslation('profile')
  const zone = useZone()
  return (
    <p className="truncate text-muted">
      <time dateTime={at.toISOString()} suppressHydrationWarning>
        {formatDate(at, 'dateTime', i18n.language, zone)}
      </time>
      {ipAddress && (
        <>
          {' · '}
          <bdi dir="ltr">{ipAddress}</bdi>
        </>
      )}
    </p>
  )
}

function SessionRow({ session }: { session: SessionEntry }) {
  const { t } = useTranslation('profile')
  return (
    <li className="flex min-h-14 items-center gap-3 py-2 text-sm">
      <div className="min-w-0 grow">
        <p className="truncate text-heading">{deviceName(session.userAgent) ?? t('session-unknown')}</p>
        <TimeAndPlace at={session.lastUsed} ipAddress={session.ipAddress} />
      </div>
      {session.current ? (
        <span className="shrink-0 text-accent">{t('session-current')}</span>
      ) : (
        <Form method="post">
          <input type="hidden" name="intent" value="revoke" />
          <input type="hidden" name="id" value={session.id} />
          <button type="submit" className="button-quiet min-h-11 px-4 text-sm">
            {t('sign-out')}
          </button>
        </Form>
      )}
    </li>
  )
}
