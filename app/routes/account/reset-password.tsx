import { useEffect, useState } from 'react'
import { data, Form, Link, useNavigate, useNavigation } from 'react-router'
import {
  ADMIN_PASSWORD_TOO_SHORT,
  COMMON_PASSWORD,
  exchangeConfirmation,
  resetPassword,
} from '#app/features/accounts/auth.server.ts'
import { ConsentField } from '#app/features/accounts/components/consent-field.tsx'
import { TextField } from '#app/features/accounts/components/field.tsx'
import { PasswordField } from '#app/features/accounts/components/password-field.tsx'
import { type ConsentText, readConsentText, storeConsentText } from '#app/features/accounts/consent.server.ts'
import { countAttempt } from '#app/features/accounts/limits.server.ts'
import { withMailOrigin } from '#app/features/accounts/mail.server.ts'
import { checkReset, PASSWORD_MAX, recoveryToken } from '#app/features/accounts/rules.ts'
import type { ResetProblem } from '#app/features/accounts/schema.ts'
import { field, openVisit, readForm, secretField, type Visit } from '#app/features/accounts/visit.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { accountPath } from '#app/platform/paths.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Banner } from '#app/ui/banner.tsx'
import { afterSuccess } from '#app/ui/passing.ts'
import type { Route } from './+types/reset-password'
import { AccountCard } from './card.tsx'

export async function loader(args: Route.LoaderArgs) {
  const { services, lang } = await openVisit(args)
  return {
    title: (await getResources(services, lang)).auth?.['reset-submit'],
    consent: isConfirming(args.url) ? await readConsentText(services, lang) : null,
  }
}

/** Whether the page confirms a sign-up of another browser, and asks for the consent of the address's owner. */
function isConfirming(url: URL): boolean {
  return url.searchParams.get('confirming') === '1'
}

type Problem = ResetProblem | 'consent-required' | 'reset-invalid' | 'reset-failed' | 'too-many'
/** `link` is the pasted one, so that it can be sent again. */
type Outcome = { kind: 'done' } | { kind: 'problem'; problem: Problem; link: string }

export async function action(args: Route.ActionArgs) {
  const visit = await openVisit(args)
  const outcome = await reset(visit, await readForm(visit), isConfirming(args.url))
  return data(outcome, { status: outcome.kind === 'done' ? 200 : outcome.problem === 'too-many' ? 429 : 400 })
}

async function reset(visit: Visit, form: FormData, asksConsent: boolean): Promise<Outcome> {
  const { auth, services, headers, address, lang } = visit
  // Without scripts the fragment stays in the browser: the visitor pastes the link.
  const link = field(form, 'link')
  const given = field(form, 'token') || recoveryToken(link.split('#')[1] ?? '')
  const refuse = (problem: Problem): Outcome => ({ kind: 'problem', problem, link })
  const newPassword = secretField(form, 'password')
  const problem = checkReset(newPassword, secretField(form, 'confirmation'))
  if (problem) return refuse(problem)
  if (asksConsent && field(form, 'consent', 10) === '') return refuse('consent-required')
  try {
    const confirmation = given ? null : URL.parse(link)?.searchParams.get('confirm')
    if (confirmation && !(await countAttempt(services.database, { 'confirm:address': address })))
      return refuse('too-many')
    // The link of a confirmation mail leads here in a browser that did not sign up, and is pasted where scripts are off.
    const token = confirmation ? await exchangeConfirmation(auth, confirmation) : given
    if (!token) return refuse('reset-invalid')
    const consentVersion = asksConsent
      ? await storeConsentText(services, await readConsentText(services, lang))
      : null
    const answer = await withMailOrigin(visit, () =>
      resetPassword(auth, { token, newPassword, consentVersion, headers }),
    )
    if (answer.ok) return { kind: 'done' }
    if (answer.code === ADMIN_PASSWORD_TOO_SHORT) return refuse('password-too-short-admin')
    if (answer.code === COMMON_PASSWORD) return refuse('common-password')
    return refuse(answer.status === 429 ? 'too-many' : 'reset-invalid')
  } catch (error) {
    services.log.error({ err: error }, 'a password could not be reset')
    return refuse('reset-failed')
  }
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function ResetPassword({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const login = accountPath(params.lang, 'login')
  const done = actionData?.kind === 'done'
  const { consent } = loaderData
  const problem = actionData?.kind === 'problem' ? actionData.problem : undefined
  /** Undefined until scripts have read the fragment; empty when the link is invalid. */
  const [token, setToken] = useState<string>()
  useEffect(() => setToken(recoveryToken(window.location.hash.slice(1))), [])
  useEffect(() => {
    if (!done) return
    window.history.replaceState(window.history.state, '', window.location.pathname)
    return afterSuccess(() => navigate(login))
  }, [done, navigate, login])
  if (done) {
    return (
      <AccountCard title={t('reset-submit')}>
        <Banner tone="success">{t('reset-done')}</Banner>
        <BackToLogin to={login} />
      </AccountCard>
    )
  }
  return (
    <AccountCard title={t('reset-submit')}>
      {actionData && <Banner tone="error">{t(actionData.problem)}</Banner>}
      {consent && !actionData && token !== '' && <Banner tone="notice">{t('confirm-by-password')}</Banner>}
      {token === '' && <Banner tone="notice">{t('reset-link-invalid')}</Banner>}
      {token && <ResetForm token={token} link="" consent={consent} problem={problem} />}
      {token === undefined && (
        <noscript>
          <ResetForm token={null} link={actionData?.link ?? ''} consent={consent} problem={problem} />
        </noscript>
      )}
      <BackToLogin to={login} />
    </AccountCard>
  )
}

function ResetForm({
  token,
  link,
  consent,
  problem,
}: {
  token: string | null
  link: string
  /** Null where no consent is asked for. */
  consent: ConsentText | null
  problem: Problem | undefined
}) {
  const { t } = useTranslation('auth')
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" noValidate className="flex flex-col gap-4">
      {token ? (
        <input type="hidden" name="token" value={token} />
      ) : (
        <TextField label={t('reset-link')} name="link" autoComplete="off" defaultValue={link} />
      )}
      <PasswordField
        label={t('new-password')}
        name="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        warn
      />
      <PasswordField
        label={t('confirm-password')}
        name="confirmation"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
      />
      {consent && (
        <ConsentField
          links={consent.links}
          initial={problem !== undefined && problem !== 'consent-required'}
          problem={problem === 'consent-required' ? t(problem) : undefined}
        />
      )}
      <button type="submit" disabled={busy} className="button min-h-11 px-4 text-sm">
        {t('reset-submit')}
      </button>
    </Form>
  )
}

function BackToLogin({ to }: { to: string }) {
  const { t } = useTranslation('auth')
  return (
    <Link to={to} className="inline-flex min-h-11 items-center text-sm text-link hover:text-link-hover">
      {t('back-to-login')}
    </Link>
  )
}
