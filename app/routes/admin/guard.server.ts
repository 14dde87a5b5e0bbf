import { setTimeout as sleep } from 'node:timers/promises'
import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router'
import { may, type Permission, type StaffRole } from '#app/features/accounts/permissions.ts'
import { admitAdmin } from '#app/features/accounts/session.server.ts'
import { refuseCrossSite } from '#app/features/accounts/visit.server.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'
import { documentContext } from '../document.ts'
import { Unstorable } from './changes.server.ts'
import { backOfficeTheme, readLook } from './look.ts'
import { FORBIDDEN, type LoadProblem, UNVERIFIED } from './problems.ts'

/** The pauses between the attempts. */
const RETRIES = 3
const RETRY_AFTER_MS = 1_000

/** Whoever is signed in to the back office. */
export interface Staff extends Actor {
  id: string
  language: string
  role: StaffRole
  sessionId: string
}

/** A refusal: nobody is signed in (401), or the user may not enter the back office (403). */
interface NotAdmitted {
  status: 401 | 403
  /** The redirect of a page. */
  to: string
}

/** The user could not be determined. */
interface Undetermined {
  status: 500 | 503
  error: Error
}

const administratorContext = createContext<Staff | NotAdmitted | Undetermined>()

const METHODS = ['GET', 'HEAD', 'POST']

/**
 * Runs before every loader, action and stream of the back office. A refused change is passed on to its action, which
 * refuses it: a redirect or an error would discard the form with its typed values. A refused read of JSON gets the
 * status: a redirect does not say whether the session has ended or the user may not enter. When the user of a page request
 * cannot be determined, its loaders refuse it: an error thrown here would be shown outside the back office.
 */
export const guardBackOffice: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const services = context.get(servicesContext)
  // The database cannot store NUL; for a method that no route has, the server reports the allowed ones.
  if (url.href.includes('%00')) throw data(null, { status: 400 })
  if (!METHODS.includes(request.method)) throw data(null, { status: 405 })
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (!reads) refuseCrossSite(services, request, services.env.appUrl ?? url.origin)
  const found = await verify(services, request, url)
  if ('to' in found && reads) {
    const headers = { 'Cache-Control': 'no-store' }
    if (request.headers.get('accept') === 'application/json')
      return new Response(null, { status: found.status, headers })
    throw redirect(found.to, { headers })
  }
  context.set(administratorContext, found)
  if ('id' in found) {
    context.set(documentContext, {
      language: found.language,
      theme: backOfficeTheme(readLook(request.headers.get('cookie'))),
    })
  }
  const response = await next()
  if (!response.headers.get('Cache-Control')?.startsWith('private,'))
    response.headers.set('Cache-Control', 'no-store')
  return response
}

async function verify(
  services: Services,
  request: Request,
  url: URL,
): Promise<Staff | NotAdmitted | Undetermined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const admission = await admitAdmin(services, request, url)
      if (admission.kind === 'refused') return admission
      const { role, session } = admission
      const { user, sessionId } = session
      const languages = await getKnownLanguages(services)
      const preferred = user.preferredLanguage ?? ''
      const language = languages.active.includes(preferred) ? preferred : languages.default
      return { id: user.id, email: user.email, language, role, sessionId }
    } catch (error) {
      if (attempt === RETRIES) return refusal(services, error)
      services.log.warn({ err: error }, 'Failed to verify admin status')
      await sleep(RETRY_AFTER_MS)
    }
  }
}

/**
 * The outcome when the user cannot be determined; an error of the authentication library redirects to the sign-in
 * screen.
 */
function refusal(services: Services, error: unknown): NotAdmitted | Undetermined {
  services.log.error({ err: error }, 'Failed to verify admin status')
  const message = error instanceof Error ? error.message : ''
  if (/auth/i.test(message)) return { status: 401, to: '/login' }
  return { status: statusOf(error), error: new Error('Failed to verify admin status', { cause: error }) }
}

/**
 * The context of loaders of the back office. When the user could not be determined, each loader throws, so that the
 * frame's error boundary reports it.
 * @throws a 401, 403 or 500 response when nobody was admitted, and a 403 response without the permission
 */
export function backOffice(
  context: Readonly<RouterContextProvider>,
  permission: Permission,
): {
  services: Services
  actor: Staff
} {
  const actor = context.get(administratorContext)
  if ('error' in actor) throw data(UNVERIFIED, { status: actor.status })
  if ('status' in actor) throw data(null, { status: actor.status })
  if (!may(actor.role, permission)) throw data(FORBIDDEN, { status: 403 })
  return { services: context.get(servicesContext), actor }
}

interface ActionArgs {
  request: Request
  url: URL
  params: Record<string, string | undefined>
  context: Readonly<RouterContextProvider>
}

export interface AdminCall {
  services: Services
  actor: Staff
  request: Request
  url: URL
  params: Record<string, string | undefined>
}

/** The outcomes that any change can have, besides its own. */
export type Refused =
  /** Signed out meanwhile, or not permitted. The form stays as it is, so no input is lost. */
  | { kind: 'signed-out' | 'forbidden' }
  /** Texts that cannot be stored, with their fields; or a request that no form of the site sends. */
  | Unstorable['outcome']
  /** `message` is the error's own, if there is one. */
  | { kind: 'failed'; message: string | null }

/**
 * An action of the back office: refuses users without the permission, and turns an error into an outcome, so that the
 * form keeps its typed values. A response that the handler throws is passed on, but not a 400: it is of a form that another
 * version of the site has sent, and its error would replace the screen.
 * @param permission which one is needed; of a screen with several lists, by its address
 */
export function adminAction<Outcome extends { kind: string }>(
  permission: Permission | ((url: URL) => Permission),
  handle: (call: AdminCall) => Promise<Outcome>,
) {
  return async ({ request, url, params, context }: ActionArgs) => {
    const services = context.get(servicesContext)
    const actor = context.get(administratorContext)
    if ('status' in actor) {
      const outcome: Refused =
        'error' in actor
          ? { kind: 'failed', message: actor.error.message }
          : { kind: actor.status === 401 ? 'signed-out' : 'forbidden' }
      return data<Outcome | Refused>(outcome, { status: actor.status })
    }
    const needed = typeof permission === 'function' ? permission(url) : permission
    if (!may(actor.role, needed)) return data<Outcome | Refused>({ kind: 'forbidden' }, { status: 403 })
    try {
      const outcome = await handle({ services, actor, request, url, params })
      return data<Outcome | Refused>(outcome, { status: STATUS[outcome.kind] ?? 200 })
    } catch (error) {
      if (isData(error) && error.init?.status === 400)
        return data<Outcome | Refused>({ kind: 'refused', problem: 'problem.malformed' }, { status: 400 })
      if (error instanceof Response || isData(error)) throw error
      if (error instanceof Unstorable) return data<Outcome | Refused>(error.outcome, { status: 422 })
      services.log.error({ err: error, url: url.pathname }, 'Failed to save changes')
      const message = error instanceof Error ? error.message : null
      return data<Outcome | Refused>({ kind: 'failed', message }, { status: statusOf(error) })
    }
  }
}

/** Outcomes without a change have an error status, so that the page is not loaded again. */
const STATUS: Record<string, number> = {
  conflict: 409,
  invalid: 422,
  refused: 422,
  'put-back-refused': 422,
}

/** The value of the framework's `data()` when it is thrown. */
function isData(error: unknown): error is ReturnType<typeof data> {
  return (
    typeof error === 'object' && error !== null && 'type' in error && error.type === 'DataWithResponseInit'
  )
}

/** The data of a screen; when a query fails, the screen reports what could not be read, and the log has the reason. */
export async function reading<T>(services: Services, problem: LoadProblem, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Response || isData(error)) throw error
    services.log.error({ err: error }, `the back office failed to load: ${problem}`)
    throw data({ load: problem }, { status: statusOf(error) })
  }
}

function statusOf(error: unknown): 500 | 503 {
  return isDatabaseUnavailable(error) ? 503 : 500
}
