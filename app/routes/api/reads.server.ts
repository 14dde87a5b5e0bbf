import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { identify, type TokenUser } from '#app/features/accounts/tokens.server.ts'
import { admit, apiKeyOf, type Quota } from '#app/features/read-api/access.server.ts'
import type { Endpoint } from '#app/features/read-api/endpoints.ts'
import { readParameters } from '#app/features/read-api/parameters.ts'
import { refuse, SHARED_HEADERS } from '#app/features/read-api/refusal.ts'
import type { ErrorCode } from '#app/features/read-api/schemas.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.ts'
import { acceptedEncodings, matchesEtag } from '#app/platform/http/negotiation.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'

interface Args {
  request: Request
  url: URL
  params: Record<string, string | undefined>
  context: Readonly<RouterContextProvider>
}

export interface ApiCall<Of extends Endpoint> {
  services: Services
  params: Record<string, string | undefined>
  query: z.output<Of['query']>
}

/** The result of a read, or an error code of the API. */
export type ApiOutcome<Value> = { value: Value } | { error: ErrorCode; message?: string }

export const BAD_CURSOR = {
  error: 'bad-request',
  message: 'cursor: what the previous page has named as next',
} as const

type Read<Of extends Endpoint, Call> = (call: Call) => Promise<ApiOutcome<z.output<Of['answer']>>>

/** A read that is the same for everybody. */
export function publicRead<Of extends Endpoint>(endpoint: Of, read: Read<Of, ApiCall<Of>>) {
  return (args: Args) => answer(args, (services) => callOf(endpoint, args, services, read), 'public')
}

/** A read of data of the bearer token's user. */
export function personalRead<Of extends Endpoint>(
  endpoint: Of,
  read: Read<Of, ApiCall<Of> & { user: TokenUser }>,
) {
  return (args: Args) => {
    const identified = async (services: Services): Promise<ApiOutcome<unknown>> => {
      const token = /^bearer +(\S+)$/i.exec(args.request.headers.get('authorization') ?? '')?.[1]
      if (!token) return { error: 'no-token' }
      const found = await identify(services, token)
      if (!found.ok) return { error: 'invalid-token', message: found.error }
      return callOf(endpoint, args, services, (call) => read({ ...call, user: found.user }))
    }
    return answer(args, identified, 'personal')
  }
}

/** A stream of server-sent events for the owner of an API key. */
export function streamRead<Of extends Endpoint>(
  endpoint: Of,
  open: (call: ApiCall<Of> & { key: string }) => Promise<ApiOutcome<ReadableStream<Uint8Array>>>,
) {
  return async (args: Args): Promise<Response> => {
    const { request, url, params, context } = args
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: SHARED_HEADERS })
    const services = context.get(servicesContext)
    let limits: Record<string, string> = {}
    try {
      const admitted = await admit(services, request.headers)
      limits = admitted.quota ? limitHeaders(admitted.quota) : {}
      if (!admitted.ok) return refuse(url, admitted.error, { limits })
      if (admitted.key === null) return refuse(url, 'no-key', { limits })
      const asked = readParameters(endpoint.query, url.searchParams)
      if (!asked.ok) return refuse(url, 'bad-request', { limits, detail: asked.message })
      const headers = { ...SHARED_HEADERS, ...limits, ...EVENT_STREAM }
      if (request.method === 'HEAD') return new Response(null, { headers })
      const query = asked.values as z.output<Of['query']>
      const outcome = await open({ services, params, query, key: admitted.key })
      return 'error' in outcome
        ? refuse(url, outcome.error, { limits, detail: outcome.message })
        : new Response(outcome.value, { headers })
    } catch (error) {
      services.log.error({ err: error, url: url.pathname }, 'an API request failed')
      return refuse(url, isDatabaseUnavailable(error) ? 'unavailable' : 'internal', { limits })
    }
  }
}

/** A proxy that buffers until the end would never send any event. */
const EVENT_STREAM = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
}

/** Answers an address that does not exist. */
export function noRead(args: Args): Promise<Response> {
  return answer(args, async () => ({ error: 'not-found' }), 'public')
}

async function callOf<Of extends Endpoint>(
  { query }: Of,
  { url, params }: Args,
  services: Services,
  read: Read<Of, ApiCall<Of>>,
): Promise<ApiOutcome<unknown>> {
  const asked = readParameters(query, url.searchParams)
  if (!asked.ok) return { error: 'bad-request', message: asked.message }
  return read({ services, params, query: asked.values as z.output<Of['query']> })
}

async function answer(
  { request, url, context }: Args,
  read: (services: Services) => Promise<ApiOutcome<unknown>>,
  kind: 'public' | 'personal',
): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: SHARED_HEADERS })
  const services = context.get(servicesContext)
  let limits: Record<string, string> = {}
  try {
    const admitted = await admit(services, request.headers)
    limits = admitted.quota ? limitHeaders(admitted.quota) : {}
    if (!admitted.ok) return refuse(url, admitted.error, { limits })
    const outcome = await read(services)
    if ('error' in outcome) return refuse(url, outcome.error, { limits, detail: outcome.message })
    // A shared cache must not answer for a key, whose limit may be another one.
    const caching = apiKeyOf(request.headers) ? 'private, max-age=10' : 'public, max-age=10'
    return await tagged(request, JSON.stringify(outcome.value), {
      'Cache-Control': kind === 'personal' ? 'private, no-store' : caching,
      ...limits,
    })
  } catch (error) {
    services.log.error({ err: error, url: url.pathname }, 'an API request failed')
    return refuse(url, isDatabaseUnavailable(error) ? 'unavailable' : 'internal', { limits })
  }
}

/** The fields of the draft of the IETF, `draft-ietf-httpapi-ratelimit-headers-10`. */
function limitHeaders({ limit, left, resetSeconds }: Quota): Record<string, string> {
  return {
    'RateLimit-Policy': `"minute";q=${limit};w=60`,
    RateLimit: `"minute";r=${left};t=${resetSeconds}`,
    ...(left === 0 && { 'Retry-After': String(resetSeconds) }),
  }
}

/** Shorter answers fit into one packet. */
const LEAST_COMPRESSED = 1_400

/**
 * A response with its entity tag; 304 when the client has it. What is the same for everybody is compressed; the tag is that of the
 * content, in whichever coding it is sent (weak, RFC 9110, 8.8.1).
 */
export async function tagged(
  request: Request,
  body: string,
  fields: Record<string, string>,
  contentType = 'application/json',
): Promise<Response> {
  const { 'Retry-After': _, ...others } = fields
  const isShared = !others['Cache-Control']?.includes('private')
  const etag = `${isShared ? 'W/' : ''}"${createHash('sha1').update(body).digest('base64url')}"`
  const headers = { ...SHARED_HEADERS, ...others, ETag: etag, ...(isShared && { Vary: 'Accept-Encoding' }) }
  const known = request.headers.get('if-none-match')
  if (known !== null && matchesEtag(known, etag)) return new Response(null, { status: 304, headers })
  const accepted = acceptedEncodings(request.headers.get('accept-encoding') ?? undefined)
  const coding = isShared && body.length >= LEAST_COMPRESSED ? (accepted[0] ?? 'identity') : 'identity'
  if (coding === 'identity')
    return new Response(body, { headers: { ...headers, 'Content-Type': contentType } })
  return new Response(await compress(body, coding), {
    headers: { ...headers, 'Content-Type': contentType, 'Content-Encoding': coding },
  })
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** In a thread of its own, with what costs little time. */
function compress(body: string, coding: 'br' | 'gzip'): Promise<NonSharedBuffer> {
  return coding === 'gzip' ? zip(body) : brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}
