import { type ReactNode, useEffect, useRef, useState } from 'react'
import { data, Form, Link, redirectDocument, useNavigation } from 'react-router'
import { ask, confirmAddress } from '#app/features/accounts/auth.server.ts'
import { TextField } from '#app/features/accounts/components/field.tsx'
import { PasswordField } from '#app/features/accounts/components/password-field.tsx'
import { SecondStep } from '#app/features/accounts/components/second-step.tsx'
import { ensureMailing, withMailOrigin } from '#app/features/accounts/mail.server.ts'
import {
  isEmail,
  normalizeEmail,
  PASSWORD_MAX,
  postLoginPath,
  replacePasswordPath,
  resetPath,
} from '#app/features/accounts/rules.ts'
import { getSession } from '#app/features/accounts/session.server.ts'
import { openSession, type SignedIn, takeSecondStep } from '#app/features/accounts/sign-in.server.ts'
import { field, openVisit, readForm, secretField, type Visit } from '#app/features/accounts/visit.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import {
  rememberEmail,
  rememberedEmail,
  storedPostLoginPath,
  storePostLoginPath,
} from '#app/features/visitor/browser.ts'
import { WELCOME } from '#app/features/visitor/me.ts'
import { isSentAhead } from '#app/platform/http/sent-ahead.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { accountPath, homePath } from '#app/platform/paths.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Banner } from '#app/ui/banner.tsx'
import type { Route } from './+types/login'
import { AccountCard } from './card.tsx'

export async function loader(args: Route.LoaderArgs) {
  const { url, params } = args
  const visit = await openVisit(args)
  const token = url.searchParams.get('confirm')
  // Link scanners of mail programs send HEAD requests, which must not use up a link. Nor does a request whose answer nobody sees.
  const { method, headers } = visit.request
  if (token && method !== 'HEAD' && !isSentAhead(headers)) return followConfirmation(visit, token)
  const next = url.searchParams.get('next') ?? ''
  const session = await getSession(visit.services, visit.request)
  if (session) throw redirectDocument(postLoginPath(next, params.lang))
  return {
    title: await titleOf(visit),
    next,
    forgot: url.searchParams.get('forgot') === '1',
    step: oneOf(url.searchParams.get('step'), ['app', 'recovery']),
    confirmation: oneOf(url.searchParams.get('confirmation'), ['done', 'invalid']),
    isDeleted: url.searchParams.get('deleted') === '1',
  }
}

async function titleOf({ services, lang }: Visit): Promise<string | undefined> {
  return (await getResources(services, lang)).auth?.['sign-in']
}

function oneOf<T extends string>(value: string | null, allowed: readonly T[]): T | null {
  return allowed.find((it) => it === value) ?? null
}

/**
 * The link of a confirmation mail: activates the account and, the first time, opens a session. In a browser other than
 * the one that signed up it leads to the choice of a password, which activates the account.
 */
async function followConfirmation({ auth, headers, lang }: Visit, token: string): Promise<never> {
  const confirmed = await confirmAddress(auth, { token, headers })
  const login = accountPath(lang, 'login')
  if (confirmed.kind === 'invalid') throw redirectDocument(`${login}?confirmation=invalid`)
  if (confirmed.kind === 'choose-password') {
    throw redirectDocument(resetPath(lang, confirmed.token, '?confirming=1'))
  }
  if (confirmed.cookies.length === 0) throw redirectDocument(`${login}?confirmation=done`)
  throw redirectWithCookies(homePath(lang) + WELCOME, confirmed.cookies)
}

type Problem =
  | 'invalid-credentials'
  | 'not-verified'
  | 'blocked'
  | 'sign-in-failed'
  | 'status-unknown'
  | 'enter-email'
  | 'reset-mail-failed'
  | 'too-many'
  | 'code-invalid'
  | 'challenge-expired'

type Outcome = { kind: 'problem'; problem: Problem; email: string } | { kind: 'sent' }

export async function action(args: Route.ActionArgs) {
  const visit = await openVisit(args)
  const form = await readForm(visit)
  const intent = field(form, 'intent')
  const outcome = await act(visit, form, intent)
  return data(outcome, { status: outcome.kind === 'sent' ? 200 : outcome.problem === 'too-many' ? 429 : 400 })
}

function act(visit: Visit, form: FormData, intent: string): Promise<Outcome> {
  if (intent === 'sign-in') return signIn(visit, form)
  return intent === 'second-step' ? finishSignIn(visit, form) : sendLink(visit, form, intent)
}

/** Redirects to the requested page; returns only when something prevents that. */
async function signIn(visit: Visit, form: FormData): Promise<Outcome> {
  const email = normalizeEmail(field(form, 'email'))
  const refuse = (problem: Problem): Outcome => ({ kind: 'problem', problem, email })
  const password = secretField(form, 'password')
  if (!isEmail(email) || password === '' || password.length > PASSWORD_MAX)
    return refuse('invalid-credentials')
  try {
    const opened = await openSession(visit, { email, password })
    if (!opened.ok) return refuse(opened.problem)
    if (opened.value === 'second-step') {
      const query = new URLSearchParams({ step: 'app', next: field(form, 'next') })
      throw redirectWithCookies(`${accountPath(visit.lang, 'login')}?${query}`, opened.cookies)
    }
    throw enter(visit, form, opened.value, opened.cookies)
  } catch (error) {
    if (error instanceof Response) throw error
    visit.services.log.error({ err: error }, 'signing in failed')
    return refuse('sign-in-failed')
  }
}

/** The code of the app or a recovery code, if the account has a second factor. */
async function finishSignIn(visit: Visit, form: FormData): Promise<Outcome> {
  const refuse = (problem: Problem): Outcome => ({ kind: 'problem', problem, email: '' })
  try {
    const opened = await takeSecondStep(visit, field(form, 'code', 100))
    if (!opened.ok) return refuse(opened.problem)
    throw enter(visit, form, opened.value, opened.cookies)
  } catch (error) {
    if (error instanceof Response) throw error
    visit.services.log.error({ err: error }, 'the second step of a sign-in failed')
    return refuse('sign-in-failed')
  }
}

function enter({ lang }: Visit, form: FormData, user: SignedIn, cookies: string[]): Response {
  const target = user.mustChangePassword
    ? replacePasswordPath(lang, field(form, 'next'))
    : postLoginPath(field(form, 'next'), lang)
  return redirectWithCookies(target, cookies)
}

function redirectWithCookies(target: string, cookies: string[]): Response {
  return redirectDocument(target, { headers: cookies.map((it) => ['Set-Cookie', it] as [string, string]) })
}

/** Sends a reset link, or the confirmation link again. Answers the same whether or not the address has an account. */
async function sendLink(visit: Visit, form: FormData, intent: string): Promise<Outcome> {
  const { auth, services, headers } = visit
  const email = normalizeEmail(field(form, 'email'))
  if (!isEmail(email)) return { kind: 'problem', problem: 'enter-email', email }
  const body = { email }
  try {
    await ensureMailing(services, visit)
    const answer = await withMailOrigin(visit, async () =>
      intent === 'resend'
        ? ask(auth.api.sendVerificationEmail({ body, headers, returnHeaders: true }))
        : ask(auth.api.requestPasswordReset({ body, headers, returnHeaders: true })),
    )
    if (answer.ok) return { kind: 'sent' }
    return { kind: 'problem', problem: answer.status === 429 ? 'too-many' : 'reset-mail-failed', email }
  } catch (error) {
    services.log.error({ err: error }, 'a link could not be sent')
    return { kind: 'problem', problem: 'reset-mail-failed', email }
  }
}

/** Signing in leaves this page; the stored path is then no longer needed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status < 400) storePostLoginPath(null)
    throw thrown
  }
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function Login({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation('auth')
  const busy = useNavigation().state === 'submitting'
  const problem = actionData?.kind === 'problem' ? actionData : null
  if (loaderData.forgot) {
    return (
      <ForgotPassword
        lang={params.lang}
        busy={busy}
        sent={actionData?.kind === 'sent'}
        problem={problem?.problem}
      />
    )
  }
  if (loaderData.step && problem?.problem !== 'challenge-expired') {
    return (
      <AccountCard title={t('two-factor')}>
        {problem && <Banner tone="error">{t(problem.problem)}</Banner>}
        <SecondStep kind={loaderData.step} next={loaderData.next} busy={busy} />
        <BackToLogin lang={params.lang} />
      </AccountCard>
    )
  }
  return (
    <AccountCard title={t('sign-in')}>
      {loaderData.isDeleted && <Banner tone="success">{t('account-deleted')}</Banner>}
      {loaderData.confirmation === 'done' && <Banner tone="success">{t('confirmed')}</Banner>}
      {loaderData.confirmation === 'invalid' && <Banner tone="notice">{t('confirmation-invalid')}</Banner>}
      {problem && <Banner tone="error">{t(problem.problem)}</Banner>}
      {actionData?.kind === 'sent' && <Banner tone="success">{t('sign-up-done-title')}</Banner>}
      {problem?.problem === 'not-verified' && (
        <Form method="post">
          <input type="hidden" name="email" value={problem.email} />
          <button
            type="submit"
            name="intent"
            value="resend"
            className="button-quiet min-h-11 w-full px-4 text-sm"
          >
            {t('resend')}
          </button>
        </Form>
      )}
      <SignInForm lang={params.lang} next={loaderData.next} email={problem?.email ?? ''} busy={busy} />
    </AccountCard>
  )
}

function SignInForm({
  lang,
  next,
  email,
  busy,
}: {
  lang: string
  next: string
  email: string
  busy: boolean
}) {
  const { t } = useTranslation('auth')
  const form = useRef<HTMLFormElement>(null)
  const [path, setPath] = useState(next)
  useEffect(() => {
    if (next) storePostLoginPath(next)
    else setPath(storedPostLoginPath())
  }, [next])
  useEffect(() => {
    const remembered = rememberedEmail()
    const address = form.current?.elements.namedItem('email')
    const box = form.current?.elements.namedItem('remember')
    if (!remembered || !(address instanceof HTMLInputElement) || !(box instanceof HTMLInputElement)) return
    if (address.value === '') address.value = remembered
    box.checked = true
  }, [])
  return (
    <Form
      ref={form}
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const fields = new FormData(event.currentTarget)
        rememberEmail(fields.has('remember') ? String(fields.get('email')) : null)
      }}
    >
      <input type="hidden" name="intent" value="sign-in" />
      <input type="hidden" name="next" value={path} />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        required
        maxLength={PASSWORD_MAX}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label className="flex min-h-11 items-center gap-2 text-sm text-body">
          <input type="checkbox" name="remember" className="size-5 accent-(--button-background)" />
          {t('remember-me')}
        </label>
        <Link
          to="?forgot=1"
          className="inline-flex min-h-11 items-center text-sm text-link hover:text-link-hover"
        >
          {t('forgot-password')}
        </Link>
      </div>
      <button type="submit" disabled={busy} className="button min-h-11 px-4 text-sm">
        {t('sign-in')}
      </button>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {t('no-account')}
        <Link
          to={accountPath(lang, 'register')}
          className="inline-flex min-h-11 items-center text-link hover:text-link-hover"
        >
          {t('sign-up')}
        </Link>
      </p>
    </Form>
  )
}

function ForgotPassword(props: { lang: string; busy: boolean; sent: boolean; problem: Problem | undefined }) {
  const { t } = useTranslation('auth')
  let content: ReactNode = <Banner tone="success">{t('reset-mail-sent')}</Banner>
  if (!props.sent) {
    content = (
      <Form method="post" noValidate className="flex flex-col gap-4">
        {props.problem && <Banner tone="error">{t(props.problem)}</Banner>}
        <input type="hidden" name="intent" value="forgot" />
        <TextField label={t('email')} name="email" type="email" autoComplete="username" />
        <button type="submit" disabled={props.busy} className="button min-h-11 px-4 text-sm">
          {t('send')}
        </button>
      </Form>
    )
  }
  return (
    <AccountCard title={t('reset-submit')}>
      {content}
      <BackToLogin lang={props.lang} />
    </AccountCard>
  )
}

function BackToLogin({ lang }: { lang: string }) {
  const { t } = useTranslation('auth')
  return (
    <Link
      to={accountPath(lang, 'login')}
      className="inline-flex min-h-11 items-center text-sm text-link hover:text-link-hover"
    >
      {t('back-to-login')}
    </Link>
  )
}
