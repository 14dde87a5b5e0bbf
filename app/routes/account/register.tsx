import { useEffect, useRef, useState } from 'react'
import { data, Form, Link, redirectDocument, useNavigation } from 'react-router'
import { ask } from '#app/features/accounts/auth.server.ts'
import { releaseUsername, reserveUsername } from '#app/features/accounts/commands.server.ts'
import { isCommonPassword } from '#app/features/accounts/common-passwords.server.ts'
import { ConsentField } from '#app/features/accounts/components/consent-field.tsx'
import { TextField } from '#app/features/accounts/components/field.tsx'
import { PasswordField } from '#app/features/accounts/components/password-field.tsx'
import { PhoneFields } from '#app/features/accounts/components/phone-fields.tsx'
import { UsernameField } from '#app/features/accounts/components/username-field.tsx'
import { readConsentText, storeConsentText } from '#app/features/accounts/consent.server.ts'
import {
  callingCodeOf,
  countryName,
  guessCountry,
  isPhoneNumber,
  listPhoneCountries,
} from '#app/features/accounts/countries.server.ts'
import { countAttempt } from '#app/features/accounts/limits.server.ts'
import { ensureMailing, withMailOrigin } from '#app/features/accounts/mail.server.ts'
import { isUsernameTaken } from '#app/features/accounts/queries.server.ts'
import {
  checkSignUp,
  completePhone,
  emailProblem,
  normalizeEmail,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type SignUpField,
  type SignUpProblem,
  signUpProblems,
  USERNAME_MAX,
} from '#app/features/accounts/rules.ts'
import { getSession } from '#app/features/accounts/session.server.ts'
import type { UsernameState } from '#app/features/accounts/username-check.ts'
import { field, openVisit, readForm, secretField, type Visit } from '#app/features/accounts/visit.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { accountPath, homePath } from '#app/platform/paths.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Banner } from '#app/ui/banner.tsx'
import type { Route } from './+types/register'
import { AccountCard } from './card.tsx'

export async function loader(args: Route.LoaderArgs) {
  const { services, request, lang } = await openVisit(args)
  if (await getSession(services, request)) throw redirectDocument(homePath(lang))
  const countries = listPhoneCountries(lang)
  const country = guessCountry(request.headers.get('accept-language'), lang) ?? countries[0]?.code ?? ''
  const { auth } = await getResources(services, lang)
  return { title: auth?.['sign-up'], countries, country, consent: await readConsentText(services, lang) }
}

type Problem = SignUpProblem | 'sign-up-failed' | 'sign-up-no-user' | 'too-many'

/** The typed values except the password: without scripts the page is rendered again. */
interface Typed {
  username: string
  email: string
  country: string
  phone: string
  hasConsented: boolean
}
type Outcome =
  | { kind: 'sent'; email: string; again: boolean }
  | {
      kind: 'problem'
      problem: Problem
      /** The problem of each field. */
      fields: Partial<Record<SignUpField, SignUpProblem>>
      typed: Typed
    }

export async function action(args: Route.ActionArgs) {
  const visit = await openVisit(args)
  const form = await readForm(visit)
  const cookies: string[] = []
  const outcome = await (field(form, 'intent') === 'resend'
    ? resend(visit, form)
    : signUp(visit, form, cookies))
  return data(outcome, {
    status: outcome.kind === 'sent' ? 200 : outcome.problem === 'too-many' ? 429 : 400,
    headers: cookies.map((it): [string, string] => ['Set-Cookie', it]),
  })
}

/** Adds to `cookies` the mark of the browser that signed up. */
async function signUp(visit: Visit, form: FormData, cookies: string[]): Promise<Outcome> {
  const { auth, services, headers, lang } = visit
  const country = field(form, 'country', 2)
  const callingCode = callingCodeOf(country)
  const username = field(form, 'username', USERNAME_MAX).trim()
  const email = normalizeEmail(field(form, 'email'))
  const password = secretField(form, 'password')
  const phone = field(form, 'phone', 40)
  const hasConsented = field(form, 'consent', 10) !== ''
  const refuse = (
    problem: Problem,
    fields: Extract<Outcome, { kind: 'problem' }>['fields'] = {},
  ): Outcome => ({
    kind: 'problem',
    problem,
    fields,
    typed: { username, email, country, phone, hasConsented },
  })
  try {
    if (username !== '' && !(await countAttempt(services.database, { 'username:address': visit.address })))
      return refuse('too-many')
    const kept = completePhone(phone, callingCode)
    const typed = { username, email, password, phone, callingCode, hasConsented }
    const findings = {
      usernameTaken: username !== '' && (await isUsernameTaken(services, username)),
      isPhone: isPhoneNumber(kept),
      isCommonPassword: await isCommonPassword(password),
    }
    if (findings.usernameTaken && !checkSignUp(typed, { ...findings, usernameTaken: false })) {
      const taken = await checkForAddress(visit, username, email)
      if (taken === 'too-many') return refuse(taken)
      findings.usernameTaken = taken
    }
    const problem = checkSignUp(typed, findings)
    if (problem) return refuse(problem, signUpProblems(typed, findings))
    await ensureMailing(services, visit)
    await releaseUsername(services, username)
    const body = {
      name: '',
      email,
      password,
      username,
      phone: kept,
      country: countryName(country) ?? '',
      preferredLanguage: lang,
      consentedAt: new Date(),
      consentVersion: await storeConsentText(services, await readConsentText(services, lang)),
    }
    const answer = await withMailOrigin(visit, () =>
      ask(auth.api.signUpEmail({ body, headers, returnHeaders: true })),
    )
    if (answer.ok) {
      cookies.push(...answer.headers.getSetCookie())
      await reserveUsername(services, username, email)
      return { kind: 'sent', email, again: false }
    }
    if (answer.status === 429) return refuse('too-many')
    // Somebody else has taken the name meanwhile.
    if (await isUsernameTaken(services, username, email))
      return refuse('username-taken', { username: 'username-taken' })
    return refuse(answer.code === 'FAILED_TO_CREATE_USER' ? 'sign-up-no-user' : 'sign-up-failed')
  } catch (error) {
    services.log.error({ err: error }, 'signing up failed')
    return refuse('sign-up-failed')
  }
}

/**
 * Whether a username is taken for an address other than that of the sign-up that reserves it. The answer tells something about the address, so it
 * counts as a sign-up of it.
 */
async function checkForAddress(
  { services, address }: Visit,
  username: string,
  email: string,
): Promise<boolean | 'too-many'> {
  if (!(await isUsernameTaken(services, username, email))) return false
  const attempts = { 'sign-up:address': address, 'sign-up:account': email }
  return (await countAttempt(services.database, attempts)) || 'too-many'
}

/** Answers the same whether or not there is such a sign-up. */
async function resend(visit: Visit, form: FormData): Promise<Outcome> {
  const { auth, services, headers } = visit
  const email = normalizeEmail(field(form, 'email'))
  const typed = { username: '', email, country: '', phone: '', hasConsented: false }
  const refuse = (problem: Problem): Outcome => ({ kind: 'problem', problem, fields: {}, typed })
  const problem = emailProblem(email)
  if (problem) return refuse(problem)
  try {
    await ensureMailing(services, visit)
    const answer = await withMailOrigin(visit, () =>
      ask(auth.api.sendVerificationEmail({ body: { email }, headers, returnHeaders: true })),
    )
    if (answer.ok) return { kind: 'sent', email, again: true }
    return refuse(answer.status === 429 ? 'too-many' : 'sign-up-failed')
  } catch (error) {
    services.log.error({ err: error }, 'a confirmation link could not be sent again')
    return refuse('sign-up-failed')
  }
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function Register({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation('auth')
  const busy = useNavigation().state === 'submitting'
  const [username, setUsername] = useState<UsernameState>('idle')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (actionData?.kind !== 'problem') return
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [actionData])
  if (actionData?.kind === 'sent') {
    return (
      <AccountCard title={t('sign-up-done-title')}>
        {actionData.again && <Banner tone="success">{t('resent')}</Banner>}
        <div role="status" className="text-sm text-body">
          {t('sign-up-done', { email: actionData.email })}
        </div>
        <Form method="post">
          <input type="hidden" name="intent" value="resend" />
          <input type="hidden" name="email" value={actionData.email} />
          <button type="submit" disabled={busy} className="button-quiet min-h-11 w-full px-4 text-sm">
            {t('resend')}
          </button>
        </Form>
        <Link to={accountPath(params.lang, 'login')} className="button min-h-11 px-4 text-sm">
          {t('back-to-login')}
        </Link>
      </AccountCard>
    )
  }
  const typed = actionData?.typed
  const problemOf = (name: SignUpField) => {
    const problem = actionData?.fields[name]
    return problem && t(problem)
  }
  return (
    <AccountCard title={t('sign-up')}>
      {actionData && <Banner tone="error">{t(actionData.problem)}</Banner>}
      <Form ref={form} method="post" noValidate className="flex flex-col gap-4">
        <UsernameField
          initial={typed?.username ?? ''}
          state={username}
          problem={problemOf('username')}
          onState={setUsername}
        />
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typed?.email ?? ''}
          problem={problemOf('email')}
        />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          hint={t('password-hint', { count: PASSWORD_MIN })}
          problem={problemOf('password')}
          warn
        />
        <PhoneFields
          countries={loaderData.countries}
          initial={typed?.country || loaderData.country}
          initialNumber={typed?.phone ?? ''}
          hint={t('phone-hint')}
          problem={problemOf('phone')}
        />
        <ConsentField
          links={loaderData.consent.links}
          initial={typed?.hasConsented ?? false}
          problem={problemOf('consent')}
        />
        <button
          type="submit"
          disabled={busy || username === 'taken' || username === 'checking'}
          className="button min-h-11 px-4 text-sm disabled:opacity-60"
        >
          {t('sign-up')}
        </button>
      </Form>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {t('have-account')}
        <Link
          to={accountPath(params.lang, 'login')}
          className="inline-flex min-h-11 items-center text-link hover:text-link-hover"
        >
          {t('sign-in')}
        </Link>
      </p>
    </AccountCard>
  )
}
