import { createContext, data, Link, redirect, redirectDocument, useNavigation } from 'react-router'
import { ADMIN_PASSWORD_TOO_SHORT, ask, COMMON_PASSWORD } from '#app/features/accounts/auth.server.ts'
import {
  deleteAccount,
  passwordReplaced,
  removeFavouriteById,
  revokeSession,
  updateProfile,
} from '#app/features/accounts/commands.server.ts'
import { AccountTab } from '#app/features/accounts/components/account-tab.tsx'
import { FavoritesTab } from '#app/features/accounts/components/favorites-tab.tsx'
import { PasswordTab } from '#app/features/accounts/components/password-tab.tsx'
import { TwoFactorSection } from '#app/features/accounts/components/two-factor-section.tsx'
import { countryCodeOf, countryName, listPhoneCountries } from '#app/features/accounts/countries.server.ts'
import { clearAttempts, countAttempt } from '#app/features/accounts/limits.server.ts'
import { type AccountNotice, sendAccountMail, withMailOrigin } from '#app/features/accounts/mail.server.ts'
import { getProfile, listFavourites, listSessions } from '#app/features/accounts/queries.server.ts'
import { checkPasswordChange, postLoginPath, TEXT_MAX, USERNAME_MAX } from '#app/features/accounts/rules.ts'
import type { ProfileOutcome, Session } from '#app/features/accounts/schema.ts'
import { lacksTwoFactor, requireUser } from '#app/features/accounts/session.server.ts'
import { endSession } from '#app/features/accounts/sign-in.server.ts'
import { endOtherSessions, listSignIns } from '#app/features/accounts/sign-ins.server.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  cookieHeader,
  disableTwoFactor,
  renewRecoveryCodes,
} from '#app/features/accounts/two-factor.server.ts'
import { field, openVisit, readForm, secretField, type Visit } from '#app/features/accounts/visit.server.ts'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { readFormat } from '#app/features/odds/shown-price.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { isId } from '#app/platform/ids.ts'
import { accountPath } from '#app/platform/paths.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import type { Route } from './+types/profile'
import { OwnTabs } from './own-tabs.tsx'

/** The user's own last sign-ins; the back office has all of them. */
const SHOWN_SIGN_INS = 10

const TABS = ['account', 'password', 'favorites'] as const

/** The cookies of the session that this request has opened; the request itself has the old ones. */
const openedContext = createContext<string[]>([])

export async function loader(args: Route.LoaderArgs) {
  const visit = await openVisit(args)
  const { services, lang } = visit
  const opened = args.context.get(openedContext)
  const request = opened.length > 0 ? withCookies(visit.request, opened) : visit.request
  const { pathname, search, searchParams } = args.url
  const session = await requireUser(services, request, { lang, returnTo: pathname + search })
  const tab = TABS.find((it) => it === searchParams.get('tab')) ?? 'account'
  if (session.user.mustChangePassword && tab !== 'password') {
    throw redirect(`${accountPath(lang, 'profile')}?tab=password`)
  }
  const labels = (await getResources(services, lang)).profile ?? {}
  const [profile, sessions, favourites, signIns, lacking] = await Promise.all([
    tab === 'account' ? readProfile(visit, session) : null,
    tab === 'password' ? listSessions(services, session.user.id, session.sessionId) : [],
    tab === 'favorites' ? readFavourites(visit, session) : [],
    tab === 'password' ? listSignIns(services, { userId: session.user.id, limit: SHOWN_SIGN_INS }) : [],
    tab === 'password' ? lacksTwoFactor(services, session.user) : false,
  ])
  return {
    title: labels.title,
    tab,
    /** When the password was changed, if recently. */
    changed: newsOf(searchParams.get('changed')),
    /** When the second factor was turned off, if recently. */
    twoFactorOff: newsOf(searchParams.get('two-factor-off')),
    twoFactor: session.user.twoFactor,
    lacksTwoFactor: lacking,
    mustChange: session.user.mustChangePassword,
    next: session.user.mustChangePassword ? (searchParams.get('next') ?? '') : '',
    email: session.user.email,
    profile,
    countries: tab === 'account' ? listPhoneCountries(lang).map(({ code, name }) => ({ code, name })) : [],
    sessions,
    signIns,
    favourites,
  }
}

function withCookies({ url }: Request, cookies: string[]): Request {
  return new Request(url, { headers: { cookie: cookieHeader(cookies) } })
}

/** How long the result of an action is shown: its address may be loaded again later. */
const NEWS_MS = 15_000

/** An instant in an address, while it is recent. */
function newsOf(text: string | null): string | null {
  const instant = /^\d+$/.exec(text ?? '')?.[0] ?? null
  return instant !== null && Math.abs(Date.now() - Number(instant)) < NEWS_MS ? instant : null
}

/** The profile with its country as a code, or the reason why there is none. */
async function readProfile({ services }: Visit, { user }: Session) {
  try {
    const profile = await getProfile(services, user.id)
    if (!profile) return 'not-found' as const
    return { ...profile, country: countryCodeOf(profile.country) }
  } catch (error) {
    services.log.error({ err: error }, 'Failed to load profile')
    return 'load-failed' as const
  }
}

/** Null when they could not be loaded. */
async function readFavourites({ services, lang }: Visit, { user }: Session) {
  try {
    const [favourites, names] = await Promise.all([
      listFavourites(services, user.id),
      getLocalNames(services, lang),
    ])
    return favourites.map((it) => ({ ...it, country: names.country(it.country) }))
  } catch (error) {
    services.log.error({ err: error }, 'Failed to load favorite leagues')
    return null
  }
}

export async function action(args: Route.ActionArgs) {
  const visit = await openVisit(args)
  const form = await readForm(visit)
  const { pathname, search } = args.url
  const options = { lang: visit.lang, returnTo: pathname + search }
  const session = await requireUser(visit.services, visit.request, options)
  const keep = (cookies: string[]) => args.context.set(openedContext, cookies)
  const outcome = await act(visit, session, form, keep)
  const headers = args.context.get(openedContext).map((it): [string, string] => ['Set-Cookie', it])
  const status = outcome.kind === 'problem' ? 400 : 200
  return data({ ...outcome, at: Date.now() }, { status, headers })
}

/** Sets cookies without leaving the page. */
type Keep = (cookies: string[]) => void

const failed = (problem: Problem): ProfileOutcome => ({ kind: 'problem', problem })

function act(visit: Visit, session: Session, form: FormData, keep: Keep): Promise<ProfileOutcome> {
  const intent = field(form, 'intent')
  if (intent === 'change-password') return changePassword(visit, session, form)
  // A one-time password allows only its own replacement.
  if (session.user.mustChangePassword) return Promise.resolve(failed('must-change'))
  switch (intent) {
    case 'save':
      return saveProfile(visit, session, form)
    case 'revoke':
      return signOutDevice(visit, session, form)
    case 'revoke-others':
      return signOutOthers(visit, session)
    case 'remove-favorite':
      return removeFavorite(visit, session, form)
    case 'delete':
      return deleteOwnAccount(visit, session, form)
    case 'two-factor-begin':
    case 'two-factor-confirm':
    case 'two-factor-disable':
    case 'recovery-renew':
      return changeTwoFactor(visit, session, form, intent, keep)
    default:
      throw data(null, { status: 400 })
  }
}

async function saveProfile({ services }: Visit, { user }: Session, form: FormData): Promise<ProfileOutcome> {
  try {
    const languages = await getKnownLanguages(services)
    const language = field(form, 'language', 10)
    const country = field(form, 'country', 2)
    const typed = {
      username: field(form, 'username', USERNAME_MAX).trim(),
      fullName: field(form, 'fullName', TEXT_MAX).trim(),
      phone: field(form, 'phone', 40).trim(),
      preferredLanguage: languages.active.includes(language) ? language : '',
      priceFormat: readFormat(field(form, 'priceFormat', 20)) ?? '',
    }
    const fields = { ...typed, country: countryName(country) ?? '' }
    const outcome = await updateProfile(services, user.id, fields)
    if (outcome === 'saved') return { kind: 'done', text: 'saved' }
    if (outcome === 'gone') return failed('save-failed')
    return { kind: 'problem', problem: 'username-taken', typed: { ...typed, country } }
  } catch (error) {
    services.log.error({ err: error }, 'Failed to update profile')
    return failed('save-failed')
  }
}

async function changePassword(visit: Visit, { user }: Session, form: FormData): Promise<ProfileOutcome> {
  const { services, auth, headers } = visit
  const fields = {
    current: secretField(form, 'current'),
    password: secretField(form, 'password'),
    confirmation: secretField(form, 'confirmation'),
  }
  const problem = checkPasswordChange(fields)
  if (problem) return failed(problem)
  if (!(await countAttempt(services.database, { 'password:account': user.id }))) return failed('too-many')
  let changed: Response
  try {
    const body = { currentPassword: fields.current, newPassword: fields.password, revokeOtherSessions: true }
    const answer = await ask(auth.api.changePassword({ body, headers, returnHeaders: true }))
    if (!answer.ok) {
      if (answer.code === ADMIN_PASSWORD_TOO_SHORT) return failed('password-too-short-admin')
      if (answer.code === COMMON_PASSWORD) return failed('common-password')
      return failed(answer.code === 'INVALID_PASSWORD' ? 'current-incorrect' : 'password-failed')
    }
    await passwordReplaced(services, user.id)
    await clearAttempts(services.database, 'password:account', user.id)
    sendNotice(visit, 'password-changed', user.email)
    const next = user.mustChangePassword ? field(form, 'next') : ''
    const cookies = answer.headers.getSetCookie()
    // The script of this page does not know the back office: its address is loaded as a document.
    changed = next
      ? redirectDocument(postLoginPath(next, visit.lang), withSetCookies(cookies))
      : redirect(
          `${accountPath(visit.lang, 'profile')}?tab=password&changed=${Date.now()}`,
          withSetCookies(cookies),
        )
  } catch (error) {
    services.log.error({ err: error }, 'Failed to update password')
    return failed('password-failed')
  }
  throw changed
}

/** The session can be replaced. Recovery codes are only in the response to the form. */
async function changeTwoFactor(
  visit: Visit,
  { user }: Session,
  form: FormData,
  intent: string,
  keep: Keep,
): Promise<ProfileOutcome> {
  const tab = `${accountPath(visit.lang, 'profile')}?tab=password`
  const password = secretField(form, 'password')
  const code = field(form, 'code', 100)
  try {
    if (intent === 'two-factor-begin') {
      const begun = await beginEnrolment(visit, user, password)
      return begun.ok ? { kind: 'enrolling', enrolment: begun.value } : failed(begun.problem)
    }
    if (intent === 'two-factor-confirm') {
      const confirmed = await confirmEnrolment(visit, user, code)
      if (!confirmed.ok) return failed(confirmed.problem)
      keep(confirmed.value.cookies)
      return { kind: 'recovery-codes', codes: confirmed.value.recoveryCodes }
    }
    if (intent === 'recovery-renew') {
      const renewed = await renewRecoveryCodes(visit, user, { password, code })
      return renewed.ok ? { kind: 'recovery-codes', codes: renewed.value } : failed(renewed.problem)
    }
    const disabled = await disableTwoFactor(visit, user, { password, code })
    if (!disabled.ok) return failed(disabled.problem)
    sendNotice(visit, 'two-factor-off', user.email)
    throw redirect(`${tab}&two-factor-off=${Date.now()}`, withSetCookies(disabled.value))
  } catch (error) {
    if (error instanceof Response) throw error
    visit.services.log.error({ err: error }, 'Failed to change two-factor authentication')
    return failed('two-factor-failed')
  }
}

function withSetCookies(cookies: string[]): ResponseInit {
  return { headers: cookies.map((it) => ['Set-Cookie', it] as [string, string]) }
}

/** A mail that is sent in the background. */
function sendNotice(visit: Visit, kind: AccountNotice, email: string): void {
  const { services } = visit
  void withMailOrigin(visit, () => sendAccountMail(services, { kind, email })).catch((error: unknown) =>
    services.log.error({ err: error }, 'accounts: a mail could not be sent'),
  )
}

async function signOutDevice(
  { services }: Visit,
  { user }: Session,
  form: FormData,
): Promise<ProfileOutcome> {
  const id = field(form, 'id', 40)
  if (isId(id)) await revokeSession(services, user.id, id)
  return { kind: 'done', text: null }
}

async function signOutOthers({ services }: Visit, { user, sessionId }: Session): Promise<ProfileOutcome> {
  await endOtherSessions(services, user.id, sessionId)
  return { kind: 'done', text: null }
}

async function removeFavorite(
  { services }: Visit,
  { user }: Session,
  form: FormData,
): Promise<ProfileOutcome> {
  const id = field(form, 'id', 40)
  try {
    if (isId(id)) await removeFavouriteById(services, user.id, id)
    return { kind: 'done', text: null }
  } catch (error) {
    services.log.error({ err: error }, 'Failed to remove favorite')
    return failed('favorite-remove-failed')
  }
}

/** Deletes the account and ends its sessions. */
async function deleteOwnAccount(visit: Visit, { user }: Session, form: FormData): Promise<ProfileOutcome> {
  const { services, auth, headers, lang } = visit
  if (!(await countAttempt(services.database, { 'password:account': user.id }))) return failed('too-many')
  const password = secretField(form, 'password')
  if (password === '') return failed('current-required')
  const answer = await ask(auth.api.verifyPassword({ body: { password }, headers, returnHeaders: true }))
  if (!answer.ok) return failed('current-incorrect')
  if (!(await deleteAccount(services, user.id))) return failed('delete-last-admin')
  const cookies = (await endSession(visit)) ?? []
  sendNotice(visit, 'account-deleted', user.email)
  throw redirectDocument(`${accountPath(lang, 'login')}?deleted=1`, withSetCookies(cookies))
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function ProfilePage({ loaderData, actionData, matches: [root] }: Route.ComponentProps) {
  const { t } = useTranslation(['profile', 'auth'])
  const { tab, profile } = loaderData
  const navigation = useNavigation()
  const opening = navigation.state === 'loading' && navigation.location.search === '?tab=favorites'
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5">
      <h1 className="title">{t('title')}</h1>
      {!loaderData.mustChange && <OwnTabs current="profile" />}
      <nav aria-label={t('title')} className="flex flex-wrap gap-2">
        {TABS.map((name) => (
          <Link
            key={name}
            to={`?tab=${name}`}
            aria-current={name === tab ? 'page' : undefined}
            className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm text-body hover:text-heading aria-[current]:border-heading aria-[current]:bg-heading aria-[current]:font-semibold aria-[current]:text-ground"
          >
            {t(`tab-${name}`)}
          </Link>
        ))}
      </nav>
      {loaderData.mustChange && <Banner tone="notice">{t('must-change')}</Banner>}
      {loaderData.lacksTwoFactor && !loaderData.mustChange && (
        <Banner tone="notice">{t('two-factor-required')}</Banner>
      )}
      {actionData?.kind === 'problem' && (
        <Banner tone="error">
          <ProblemText problem={wholeProblem(actionData.problem)} />
        </Banner>
      )}
      {actionData?.kind === 'done' && actionData.text && (
        <PassingBanner key={actionData.at}>{t(actionData.text)}</PassingBanner>
      )}
      {typeof profile === 'string' && <Banner tone="error">{t(profile)}</Banner>}
      {profile && typeof profile === 'object' && (
        <AccountTab
          profile={{ ...profile, ...(actionData?.kind === 'problem' && actionData.typed) }}
          usernameTaken={actionData?.kind === 'problem' && actionData.problem === 'username-taken'}
          countries={loaderData.countries}
          languages={root.loaderData?.languages ?? []}
        />
      )}
      {tab === 'password' && loaderData.changed && !actionData && (
        <PassingBanner key={loaderData.changed}>{t('password-saved')}</PassingBanner>
      )}
      {tab === 'password' && loaderData.twoFactorOff && !actionData && (
        <PassingBanner key={loaderData.twoFactorOff}>{t('two-factor-disabled')}</PassingBanner>
      )}
      {tab === 'password' && (
        <PasswordTab
          email={loaderData.email}
          sessions={loaderData.sessions}
          signIns={loaderData.signIns}
          next={loaderData.next}
          saved={loaderData.changed ?? ''}
          unchanged={actionData?.kind === 'problem' && actionData.problem === 'password-unchanged'}
        >
          {!loaderData.mustChange && (
            <TwoFactorSection
              on={loaderData.twoFactor}
              email={loaderData.email}
              enrolment={actionData?.kind === 'enrolling' ? actionData.enrolment : null}
              codeRefused={actionData?.kind === 'problem' && actionData.problem === 'code-invalid'}
              recoveryCodes={actionData?.kind === 'recovery-codes' ? actionData.codes : null}
            />
          )}
        </PasswordTab>
      )}
      {opening && <p role="status">{t('favorites-loading')}</p>}
      {tab === 'favorites' && <FavoritesTab favourites={loaderData.favourites} />}
    </div>
  )
}

type Problem = Extract<ProfileOutcome, { kind: 'problem' }>['problem']
type ShownProblem = Exclude<Problem, 'username-taken' | 'password-unchanged'>

/** The problem for the whole form; a taken name and an unchanged password are reported at their fields. */
function wholeProblem(problem: Problem): ShownProblem {
  if (problem === 'username-taken') return 'save-failed'
  return problem === 'password-unchanged' ? 'password-failed' : problem
}

/** Texts that other account screens share. */
const SHARED = [
  'password-too-short',
  'password-too-short-admin',
  'password-too-long',
  'common-password',
  'passwords-differ',
  'too-many',
  'code-invalid',
] as const

function ProblemText({ problem }: { problem: ShownProblem }) {
  const profile = useTranslation('profile')
  const auth = useTranslation('auth')
  const shared = SHARED.find((it) => it === problem)
  return shared ? auth.t(shared) : profile.t(problem as Exclude<ShownProblem, (typeof SHARED)[number]>)
}
