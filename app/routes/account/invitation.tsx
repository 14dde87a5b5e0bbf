import { useEffect, useState } from 'react'
import { data, Form, Link, redirectDocument, useNavigation, useSubmit } from 'react-router'
import { isCommonPassword } from '#app/features/accounts/common-passwords.server.ts'
import { TextField } from '#app/features/accounts/components/field.tsx'
import { PasswordField } from '#app/features/accounts/components/password-field.tsx'
import { confirmPassword } from '#app/features/accounts/confirm-password.server.ts'
import {
  acceptWithAccount,
  acceptWithNewAccount,
  findInvitation,
  type OpenInvitation,
} from '#app/features/accounts/invitations.server.ts'
import { countAttempt } from '#app/features/accounts/limits.server.ts'
import type { StaffRole } from '#app/features/accounts/permissions.ts'
import { ADMIN_PASSWORD_MIN, checkReset, PASSWORD_MAX } from '#app/features/accounts/rules.ts'
import type { ResetProblem } from '#app/features/accounts/schema.ts'
import { getSession } from '#app/features/accounts/session.server.ts'
import { endSession, openSession } from '#app/features/accounts/sign-in.server.ts'
import { field, openVisit, readForm, secretField, type Visit } from '#app/features/accounts/visit.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { accountPath } from '#app/platform/paths.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Banner } from '#app/ui/banner.tsx'
import type { Route } from './+types/invitation'
import { AccountCard } from './card.tsx'

export async function loader(args: Route.LoaderArgs) {
  const { services, lang } = await openVisit(args)
  return { title: (await getResources(services, lang)).auth?.['invitation.title'] }
}

type Problem =
  | ResetProblem
  | 'invitation.invalid'
  | 'invitation.wrong-password'
  | 'too-many'
  | 'sign-in-failed'

interface Invited {
  token: string
  email: string
  role: StaffRole
  /** Whether the invited address has an account, and whether it is signed in. */
  account: 'none' | 'this' | 'signed-out'
  /** The address of another account that is signed in. */
  other: string | null
}

type Outcome = { invited: Invited | null; problem: Problem | null; cookies?: string[] }

export async function action(args: Route.ActionArgs) {
  const visit = await openVisit(args)
  const { cookies = [], ...outcome } = await act(visit, await readForm(visit))
  const status = outcome.problem === 'too-many' ? 429 : outcome.problem ? 400 : 200
  return data(outcome, { status, headers: [['Cache-Control', 'no-store'], ...setCookies(cookies)] })
}

/**
 * Shows an invitation, or accepts it; then redirects to the back office. Another account is signed out by an accepted
 * invitation that opens a new one, and on request where the invited one has to be signed in.
 */
async function act(visit: Visit, form: FormData): Promise<Outcome> {
  const { services, address } = visit
  // Without scripts the fragment stays in the browser: the visitor pastes the link.
  const token = field(form, 'token') || (field(form, 'link').split('#')[1] ?? '')
  if (!(await countAttempt(services.database, { 'confirm:address': address })))
    return { invited: null, problem: 'too-many' }
  const found = await findInvitation(services, token)
  if (!found) return { invited: null, problem: 'invitation.invalid' }
  const session = await getSession(services, visit.request)
  const isThis = session?.user.email === found.email
  const account = found.hasAccount ? (isThis ? 'this' : 'signed-out') : 'none'
  const other = session && !isThis ? session.user.email : null
  const invited: Invited = { token, email: found.email, role: found.role, account, other }
  const intent = field(form, 'intent')
  if (intent === 'sign-out' && other !== null) {
    const cookies = await endSession(visit)
    // A session that could not be ended is still there, and the page offers it again.
    return { invited: cookies ? { ...invited, other: null } : invited, problem: null, cookies: cookies ?? [] }
  }
  if (intent !== 'accept' || account === 'signed-out') return { invited, problem: null }
  const problem =
    account === 'this' && session
      ? await join(visit, token, session.sessionId, session.user, secretField(form, 'password'))
      : await create(visit, found, token, form, other !== null)
  return { invited, problem }
}

const setCookies = (cookies: readonly string[]) => cookies.map((it): [string, string] => ['Set-Cookie', it])

async function join(
  { services, request }: Visit,
  token: string,
  sessionId: string,
  { id, email }: { id: string; email: string },
  password: string,
): Promise<Problem> {
  const wrong = await confirmPassword(services, request, id, password)
  if (wrong) return wrong === 'too-many' ? 'too-many' : 'invitation.wrong-password'
  const user = { id, email, sessionId, passwordLength: password.length }
  if (!(await acceptWithAccount(services, token, user))) return 'invitation.invalid'
  throw redirectDocument('/admin')
}

async function create(
  visit: Visit,
  found: OpenInvitation,
  token: string,
  form: FormData,
  isOtherSignedIn: boolean,
): Promise<Problem> {
  const password = secretField(form, 'password')
  const problem = checkReset(password, secretField(form, 'confirmation'))
  if (problem && problem !== 'password-too-short') return problem
  if (password.length < ADMIN_PASSWORD_MIN) return 'password-too-short-admin'
  if (await isCommonPassword(password)) return 'common-password'
  const account = { token, password, language: visit.lang }
  if (!(await acceptWithNewAccount(visit.services, account))) return 'invitation.invalid'
  const opened = await openSession(visit, { email: found.email, password })
  if (!opened.ok) return 'sign-in-failed'
  // The cookie of the new session replaces the one of the other.
  if (isOtherSignedIn) await endSession(visit)
  throw redirectDocument('/admin', {
    headers: setCookies(opened.cookies),
  })
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function Invitation({ actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation('auth')
  const submit = useSubmit()
  const [hasLink, setHasLink] = useState<boolean>()
  useEffect(() => {
    const token = window.location.hash.slice(1)
    setHasLink(token !== '')
    if (token !== '') submit({ intent: 'look', token }, { method: 'post' })
  }, [submit])
  return (
    <AccountCard title={t('invitation.title')}>
      {actionData?.problem && <Banner tone="error">{t(actionData.problem)}</Banner>}
      {actionData?.invited && <Accept invited={actionData.invited} lang={params.lang} />}
      {!actionData && hasLink === false && <Banner tone="notice">{t('invitation.invalid')}</Banner>}
      {!actionData && hasLink === undefined && (
        <noscript>
          <Form method="post" className="flex flex-col gap-4">
            <TextField label={t('reset-link')} name="link" autoComplete="off" />
            <button type="submit" name="intent" value="look" className="button min-h-11 px-4 text-sm">
              {t('send')}
            </button>
          </Form>
        </noscript>
      )}
    </AccountCard>
  )
}

function Accept({ invited, lang }: { invited: Invited; lang: string }) {
  const { t } = useTranslation('auth')
  const busy = useNavigation().state === 'submitting'
  const { token, email, role, account, other } = invited
  return (
    <>
      <p className="text-sm text-body">
        {t('invitation.about', { email, role: t(`invitation.role.${role}`) })}
      </p>
      {other !== null && (
        <Banner tone="notice">
          {t(account === 'none' ? 'invitation.replaces' : 'invitation.sign-out-first', { email, other })}
        </Banner>
      )}
      {account === 'signed-out' && other !== null ? (
        <Form method="post">
          <input type="hidden" name="token" value={token} />
          <button
            type="submit"
            name="intent"
            value="sign-out"
            disabled={busy}
            className="button min-h-11 w-full px-4 text-sm"
          >
            {t('invitation.sign-out', { other })}
          </button>
        </Form>
      ) : account === 'signed-out' ? (
        <>
          <Banner tone="notice">{t('invitation.sign-in-first', { email })}</Banner>
          <Link
            to={accountPath(lang, 'login')}
            target="_blank"
            rel="noopener"
            className="button min-h-11 px-4 text-sm"
          >
            {t('sign-in')}
          </Link>
          <Form method="post">
            <input type="hidden" name="token" value={token} />
            <button
              type="submit"
              name="intent"
              value="look"
              disabled={busy}
              className="button-quiet min-h-11 w-full px-4 text-sm"
            >
              {t('invitation.signed-in-now')}
            </button>
          </Form>
        </>
      ) : (
        <Form method="post" noValidate className="flex flex-col gap-4">
          <input type="hidden" name="intent" value="accept" />
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <PasswordField
            label={t(account === 'none' ? 'new-password' : 'password')}
            name="password"
            autoComplete={account === 'none' ? 'new-password' : 'current-password'}
            maxLength={PASSWORD_MAX}
            warn={account === 'none'}
          />
          {account === 'none' && (
            <PasswordField
              label={t('confirm-password')}
              name="confirmation"
              autoComplete="new-password"
              maxLength={PASSWORD_MAX}
            />
          )}
          <button type="submit" disabled={busy} className="button min-h-11 px-4 text-sm">
            {t('invitation.accept')}
          </button>
        </Form>
      )}
    </>
  )
}
