import { useRef, useState } from 'react'
import type { ListedInvitation } from '#app/features/accounts/people.ts'
import type { StaffRole } from '#app/features/accounts/permissions.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Instant } from '#app/ui/time.tsx'
import { PasswordDialog } from '../password-dialog.tsx'
import { type Answer, AnswerBanner } from './answer.tsx'

/** Invites somebody by mail, and lists the open invitations. */
export function Invitations({
  invitations,
  givable,
  languages,
  language,
}: {
  invitations: readonly ListedInvitation[]
  givable: readonly StaffRole[]
  languages: readonly { code: string; nativeName: string }[]
  /** The reader's own. */
  language: string
}) {
  const { t } = useTranslation('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string>('editor')
  const [lang, setLang] = useState(language)
  const sent = useRef('')
  const request = useRequest<Answer>(({ kind }) => {
    // The next address can be typed while the answer is under way.
    if (kind === 'invited') setEmail((now) => (now === sent.current ? '' : now))
  })
  const invite = (password: string) => {
    sent.current = email
    request.send({ intent: 'invite', email, role, language: lang, password })
  }
  return (
    <Panel title={t('people.invite')}>
      <p className="text-sm text-muted">{t('people.invite-hint')}</p>
      <form
        className="flex flex-wrap items-end gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          dialog.current?.showModal()
        }}
      >
        <Field
          label={t('people.email')}
          type="email"
          dir="ltr"
          autoComplete="off"
          className="min-w-64"
          value={email}
          onValue={setEmail}
        />
        <SelectField
          label={t('column.back-office-role')}
          value={role}
          options={givable.map((value) => ({ value, text: t(`people.role.${value}`) }))}
          onValue={setRole}
        />
        <SelectField
          label={t('people.language')}
          value={lang}
          options={languages.map(({ code, nativeName }) => ({ value: code, text: nativeName }))}
          onValue={setLang}
        />
        <ActionButton
          type="submit"
          unavailable={request.busy || email.trim() === ''}
          className="button min-h-10 px-4 text-sm"
        >
          {t('people.invite-send')}
        </ActionButton>
      </form>
      <p className="text-xs text-muted">{t(`people.may.${role as StaffRole}`)}</p>
      <div aria-live="polite">
        <AnswerBanner answer={request.outcome} />
      </div>
      {invitations.length > 0 && (
        <ul aria-label={t('people.invitations')} className="flex flex-col gap-2 text-sm">
          {invitations.map((it) => (
            <li key={it.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <bdi className="font-semibold text-heading">{it.email}</bdi>
              <span>{t(`people.role.${it.role}`)}</span>
              <span className={it.isExpired ? 'text-danger' : 'text-muted'}>
                {t(it.isExpired ? 'people.expired' : 'people.expires')}{' '}
                <Instant at={it.expiresAt.toISOString()} style="dateTime" />
              </span>
              <span className="text-muted">{t('people.invited-by', { email: it.by })}</span>
              {givable.includes(it.role) && (
                <ActionButton
                  unavailable={request.busy}
                  aria-label={t('people.withdraw-of', { email: it.email })}
                  onClick={() => request.send({ intent: 'withdraw', id: it.id })}
                  className="button-quiet min-h-10 px-3 text-xs"
                >
                  {t('people.withdraw')}
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <PasswordDialog
        dialog={dialog}
        title={t('people.ask-invite', { email, role: t(`people.role.${role as StaffRole}`) })}
        confirm={t('people.invite-send')}
        onConfirm={invite}
      />
    </Panel>
  )
}
