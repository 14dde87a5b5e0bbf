import type { RouterContextProvider } from 'react-router'
import { data } from 'react-router'
import { bodyTooLargeContext } from '#app/platform/http/body.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'
import { type Auth, getAuth } from './auth.server.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'

/** A request of the account screens, with the data that the authentication library needs. */
export interface Visit {
  services: Services
  auth: Auth
  request: Request
  lang: string
  origin: string
  /** Only what identifies the client: the cookie, the browser and the address. */
  headers: Headers
  /** The address that it came from. */
  address: string
  isBodyTooLarge: boolean
}

interface Args {
  request: Request
  url: URL
  params: { lang?: string | undefined }
  context: Readonly<RouterContextProvider>
}

export async function openVisit({ request, url, params, context }: Args): Promise<Visit> {
  const services = context.get(servicesContext)
  const headers = new Headers()
  for (const name of ['cookie', 'user-agent', CLIENT_ADDRESS_HEADER]) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return {
    services,
    auth: await getAuth(services),
    request,
    lang: params.lang ?? 'en',
    origin: services.env.appUrl ?? url.origin,
    headers,
    address: headers.get(CLIENT_ADDRESS_HEADER) ?? '',
    isBodyTooLarge: context.get(bodyTooLargeContext),
  }
}

/**
 * The form that a page of this site has sent.
 * @throws a response of 403 for a form of another site, 413 for one that is too long, 400 for a body that is not a form
 */
export async function readForm({ services, request, origin, isBodyTooLarge }: Visit): Promise<FormData> {
  refuseCrossSite(services, request, origin)
  if (isBodyTooLarge) throw data(null, { status: 413 })
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

/** @throws a 403 response unless a page of this site sent the request; SameSite cookies are the second protection */
export function refuseCrossSite({ log }: Pick<Services, 'log'>, request: Request, origin: string): void {
  if (isSameOriginRequest(request.headers, origin)) return
  const { url, method, headers } = request
  log.info({ url, method, origin: headers.get('origin') }, 'a form of another site was refused')
  throw data(null, { status: 403 })
}

/**
 * Browsers send their origin with every POST; a request without one is not from a browser whose cookie could be abused.
 */
export function isSameOriginRequest(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return false
  const from = headers.get('origin')
  if (from === null) return site === 'same-origin'
  try {
    // Only the host: a proxy may have ended https.
    return new URL(from).host === new URL(origin).host
  } catch {
    return false
  }
}

/**
 * A field of a form as a line of text; a file or a missing field is the empty text. Control characters are never typed,
 * and PostgreSQL cannot store NUL.
 */
export function field(form: FormData, name: string, max = 2_000): string {
  return secretField(form, name)
    .replace(/\p{Cc}/gu, '')
    .slice(0, max)
}

/** A password of a form, in which every character counts; only its hash is stored. */
export function secretField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.slice(0, 2_000) : ''
}
