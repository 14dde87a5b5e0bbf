import path from 'node:path'
import * as build from 'virtual:react-router/server-build'
import { Hono } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { answerAuth, getAuth, OPEN_AUTH_PATHS } from '#app/features/accounts/auth.server.ts'
import { CLIENT_ADDRESS_HEADER, clientAddress } from '#app/features/accounts/client-address.ts'
import { may } from '#app/features/accounts/permissions.ts'
import { admitAdmin, getSession } from '#app/features/accounts/session.server.ts'
import { hasSuppliedToken, NO_ACCESS_WITH_SUPPLIED_TOKEN } from '#app/features/accounts/supplied-token.ts'
import { writeClicks } from '#app/features/affiliates/clicks.server.ts'
import { createAudienceDirectory } from '#app/features/audiences/directory.server.ts'
import { writeVisitors } from '#app/features/experiments/visitors.server.ts'
import { refusedTarget, refuseRequest } from '#app/features/read-api/refusal.ts'
import { changeStreamsContext, createChangeStreams } from '#app/features/read-api/stream.server.ts'
import { SIGNED_OUT } from '#app/features/visitor/schema.ts'
import { createMemo } from '#app/platform/cache/memo.server.ts'
import { findDatabaseProblem } from '#app/platform/db/ready.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.ts'
import { ROOT } from '#app/platform/files/root.ts'
import { type Allowance, createAllowance } from '#app/platform/http/allowance.server.ts'
import { serveAudience, servedAudience, UNLIMITED } from '#app/platform/http/audience.server.ts'
import { bodyTooLargeContext } from '#app/platform/http/body.ts'
import { makeCachedResponse } from '#app/platform/http/cached-response.server.ts'
import { foreignFormContext } from '#app/platform/http/foreign-form.ts'
import { createLiveUpdates } from '#app/platform/http/live.server.ts'
import { network } from '#app/platform/http/network.server.ts'
import { createPageCache } from '#app/platform/http/page-cache.server.ts'
import { withPublicUrl } from '#app/platform/http/public-url.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import type { PageHandler } from '#app/platform/http/render-page.server.ts'
import { createRequestListener } from '#app/platform/http/request-listener.server.ts'
import { parseTarget } from '#app/platform/http/request-target.ts'
import {
  createResponseLookup,
  type ResponseLookupOptions,
} from '#app/platform/http/response-lookup.server.ts'
import { responseHeaders } from '#app/platform/http/security-headers.server.ts'
import { queryOfTarget, sentQueryContext } from '#app/platform/http/sent-query.ts'
import { openStaticFiles } from '#app/platform/http/static.server.ts'
import { asUnavailable, databaseUnavailableContext } from '#app/platform/http/unavailable.ts'
import { createJobSender } from '#app/platform/jobs.server.ts'
import { isPage, isPublicPage, isShareImage } from '#app/platform/paths.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'
import { answerPage } from '#app/site/answer.server.tsx'
import { busyPage } from '#app/site/busy-page.server.ts'
import { normaliseQuery, pageParameters } from '#app/site/parameters.server.ts'
import { refusedPage } from '#app/site/refused-page.server.ts'
import { findPage } from '#app/site/routes.ts'
import { createMethodNote } from './allowed-methods.ts'
import { type BodyVariables, limitBody } from './body-limit.ts'
import { type Cost, costOf } from './costly-paths.ts'
import type { App, AppServices } from './load-app.ts'
import { createRouteFinder } from './route-finder.ts'

/** More than any form of the site sends. */
const BODY_BYTES = 64 * 1024
/** Searches and own input of one network: a visitor who types asks a few times a second. */
const SEARCHES = { burst: 60, perSecond: 10 }
/** Calendars, feeds and files of one network. */
const FILES = { burst: 60, perSecond: 10 }
/** Widgets of one network: behind that of a carrier are the readers of many sites, whose frames load again by themselves. */
const WIDGETS = { burst: 600, perSecond: 60 }
/** For event streams: a proxy that buffers until the end would never send any event. */
const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}
/** A file of 20,000 translations in eight languages, or an image. */
const BACK_OFFICE_BODY_BYTES = 24 * 1024 * 1024
/** Some two thousand pages: a site with the embedded database is small, and so is its machine. */
const EMBEDDED_CACHE_BYTES = 24 * 1024 * 1024

/** React Router prepares all its routes for each handler, so a process that opens several sites has one of them. */
const pageHandlers = new Map<string, ReturnType<typeof createRequestHandler>>()

function pageHandlerOf(mode: 'development' | 'production') {
  const handler = pageHandlers.get(mode) ?? createRequestHandler(build, mode)
  pageHandlers.set(mode, handler)
  return handler
}

/**
 * The site as a request handler: page cache and static files first, then Hono, then React Router.
 * @param mode in production an unexpected error is not shown to visitors
 */
export async function createApp(given: AppServices, mode: 'development' | 'production'): Promise<App> {
  const { env, log, database, replica = database, readiness } = given
  const services: Services = { database, env, log, memo: createMemo(), jobs: createJobSender(database, log) }
  const ofPages: Services = { ...services, database: replica }
  const security = { https: env.https }
  const onError = (error: unknown, url: string) => log.error({ err: error, url }, 'a request failed')
  const findRoutes = createRouteFinder(build.routes)
  const live = createLiveUpdates()
  const streams = createChangeStreams(services)
  const audiences = createAudienceDirectory(services)
  const countryHeader = env.trustedProxies > 0 ? env.countryHeader : undefined
  const audienceOf: NonNullable<ResponseLookupOptions['audienceOf']> = (visitor) =>
    audiences.audienceOf(visitor)
  let isStopping = false
  const cache = createPageCache({
    isPublicPage,
    parametersOf: (page) => pageParameters(services, findPage(page)?.name),
    normaliseQuery: (page, query) => normaliseQuery(services, page, query),
    origin: env.appUrl,
    security,
    onError,
    mustShare: () => database.precedence.isWorking,
    busyPage,
    audiences: () => audiences.all(),
    ...(database.kind === 'embedded' ? { maxBytes: EMBEDDED_CACHE_BYTES } : {}),
    onCached: (key, wasServedStale) => live.rendered(key, wasServedStale),
    mayBypass: forgetForAdministrator,
  })
  database.precedence.watch(() => cache.waiting)
  const stopListening = await replica.listen(
    'overround_changes',
    (payload) => drop(payload.split('\n')),
    () => drop(['*']),
  )

  /** `?clearCache=1` of an administrator also clears the memo that pages are rendered from. */
  async function forgetForAdministrator(cookie: string): Promise<boolean> {
    const asked = new Request('http://localhost/', { headers: { cookie } })
    const role = (await getSession(services, asked))?.user.staffRole
    const isAdministrator = role != null && may(role, 'settings.change')
    if (isAdministrator) services.memo.drop(['*'])
    return isAdministrator
  }

  /** The memo is invalidated first: a page that is rendered a moment later must not use its old values. */
  function drop(tags: string[]): void {
    services.memo.drop(tags)
    audiences.drop(tags)
    if (tags.includes('*') || tags.includes('audiences')) cache.forgetAhead()
    cache.invalidateTags(tags)
    live.publish(tags)
    streams.publish(tags)
  }

  const handlePage = pageHandlerOf(mode)
  const withMethods = createMethodNote(build.routes, findRoutes)
  const hono = new Hono<{ Bindings: { sentQuery: string }; Variables: BodyVariables }>()
  hono.get('/resources/live', async (c) => {
    const target = parseTarget(c.req.query('page') ?? '')
    const host = c.req.header('host') ?? ''
    const address =
      target.kind === 'target' ? await cache.addressOf(host, target, servedAudience()) : undefined
    if (!address) return c.text('Not Found', 404)
    const { key } = address
    const from = c.req.header(CLIENT_ADDRESS_HEADER) ?? ''
    const stream = live.open(from, { key, readTags: () => cache.tagsOf(key) })
    if (!stream) return c.text('Too Many Requests', 429)
    const state = cache.compare(key, Number(c.req.query('made')) || 0)
    if (state === 'outdated') stream.notify()
    // The cache has no tags of the page: it changed meanwhile, or another process rendered the browser's page.
    if (state === 'unknown')
      cache.get(address, handle, { network: network(from) }).then(stream.notify, () => {})
    return c.body(stream.body, 200, EVENT_STREAM)
  })
  const allowances: Record<Cost, Allowance> = {
    search: createAllowance(SEARCHES),
    file: createAllowance(FILES),
    widget: createAllowance(WIDGETS),
  }
  hono.use('*', (c, next) => {
    const client = c.req.header(CLIENT_ADDRESS_HEADER)
    const cost = costOf(c.req.path, client !== undefined)
    if (!cost) return next()
    const from = network(client ?? '')
    if (allowances[cost].has(from)) {
      allowances[cost].take(from)
      return next()
    }
    const headers = { 'retry-after': '1', 'cache-control': 'no-store' }
    return Promise.resolve(
      isPage(c.req.path)
        ? c.html(busyPage(c.req.path), 429, headers)
        : c.text('Too Many Requests', 429, headers),
    )
  })
  hono.get('/healthz', (c) => c.text('ok'))
  hono.get('/readyz', async (c) => {
    const problem = isStopping ? 'stopping' : (readiness?.problem ?? (await findDatabaseProblem(database)))
    return c.text(problem ?? 'ready', problem ? 503 : 200, { 'cache-control': 'no-store' })
  })
  // What other programs read has no address for the screens of the site.
  for (const path of ['/feeds/*', '/widgets/*', '/share/*', '/api/postbacks/*'])
    hono.use(path, (c, next) => (c.req.path.endsWith('.data') ? Promise.resolve(c.notFound()) : next()))
  hono.use('*', (c, next) => {
    const refusal = refuseRequest(c.req.path, c.req.raw)
    return refusal ? Promise.resolve(refusal) : next()
  })
  const isAdmitted = (request: Request) => isAdministrator(services, request)
  hono.use(
    '*',
    limitBody({
      maxBytes: BODY_BYTES,
      backOffice: { maxBytes: BACK_OFFICE_BODY_BYTES, isAdmitted },
      isPage,
    }),
  )
  hono.all('/api/auth/*', async (c) => {
    const path = c.req.path.slice('/api/auth'.length)
    if (!OPEN_AUTH_PATHS.has(`${c.req.method} ${path}`)) return c.text('Not Found', 404)
    if (hasSuppliedToken(c.req.header('authorization')))
      return c.json({ error: NO_ACCESS_WITH_SUPPLIED_TOKEN }, 401, { 'cache-control': 'no-store' })
    try {
      const response = await answerAuth(await getAuth(services), c.req.raw)
      response.headers.set('cache-control', 'no-store')
      return response
    } catch (error) {
      onError(error, c.req.path)
      const failed = c.json({ error: 'server_error' }, 500, { 'cache-control': 'no-store' })
      return isDatabaseUnavailable(error) ? asUnavailable(failed) : failed
    }
  })
  hono.all('*', async (c) => {
    const page = await answerPage(ofPages, c.req.raw)
    if (page) return page
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(changeStreamsContext, streams)
    context.set(sentQueryContext, c.env.sentQuery)
    context.set(bodyTooLargeContext, c.get('isBodyTooLarge') ?? false)
    const response = await handlePage(c.req.raw, context)
    if (response.status === 400 && context.get(foreignFormContext))
      return c.text('Forbidden', 403, { 'cache-control': 'no-store' })
    const isUnavailable = response.status === 500 && context.get(databaseUnavailableContext)
    return isUnavailable || response.status === 503
      ? asUnavailable(response)
      : withMethods(c.req.raw, response)
  })
  const networkOf: ResponseLookupOptions['networkOf'] = ({ peer, forwardedFor }) =>
    network(clientAddress(peer, forwardedFor ?? null, env.trustedProxies))
  const handle: PageHandler = async (request, sent) => {
    const publicRequest = () =>
      withPublicUrl(request, { origin: env.appUrl, trustedProxies: env.trustedProxies })
    // Requests of the page cache itself have no client, and run for the audience of their page.
    if (!sent) return hono.fetch(publicRequest(), { sentQuery: '' })
    const { headers } = request
    const forwarded = headers.get('x-forwarded-for')
    headers.set(CLIENT_ADDRESS_HEADER, clientAddress(sent.peer, forwarded, env.trustedProxies))
    const asked = publicRequest()
    const answer = () => hono.fetch(asked, { sentQuery: queryOfTarget(sent.target) })
    const { pathname } = new URL(asked.url)
    // Social sites fetch an image once and show it everywhere: it is for the strictest audience.
    if (isShareImage(pathname))
      return serveAudience(await audiences.audienceOf({ country: undefined, cookie: undefined }), answer)
    // Checks must answer in any case, and audiences are read from the database.
    const audience =
      isOfBackOffice(pathname) || isCheck(pathname)
        ? UNLIMITED
        : await audiences.audienceOf({
            country: (countryHeader && headers.get(countryHeader)) || undefined,
            cookie: headers.get('cookie') ?? undefined,
          })
    const { value: response, isOfAudience } = await serveAudience(audience, () => collectReads(answer))
    return isOfAudience && audience.key !== '' ? withPrivateCaching(response) : response
  }
  const files = await openStaticFiles({ directory: path.join(ROOT, 'build/client'), https: security.https })
  const signedOut = await makeCachedResponse({
    status: 200,
    headers: [
      ['cache-control', 'no-store'],
      ['content-type', 'application/json'],
      ...responseHeaders(security.https),
    ],
    body: Buffer.from(JSON.stringify(SIGNED_OUT)),
  })
  const anonymous = new Map([['/resources/me', signedOut]])
  const lookup = createResponseLookup({ cache, files, anonymous, handle, networkOf, audienceOf })
  return {
    listener: createRequestListener({
      ...{ lookup, files, security, countryHeader, handle, onError },
      refusal: (target) => refusedTarget(target) ?? refusedPage(target),
    }),
    lookup,
    countryHeader,
    statistics: () => ({ pageCache: cache }),
    endStreams: () => {
      isStopping = true
      cache.forgetAhead()
      live.close()
      streams.close()
    },
    close: async () => {
      await writeClicks(services)
      await writeVisitors(services)
      await services.jobs.close()
      await stopListening()
    },
  }
}

/** Whether the back office admits the sender of a request. When that cannot be determined, its guard reports it. */
async function isAdministrator(services: Services, request: Request): Promise<boolean> {
  try {
    return (await admitAdmin(services, request, new URL(request.url))).kind === 'admitted'
  } catch (error) {
    services.log.warn({ err: error }, 'the sender of a large body could not be determined')
    return false
  }
}

function isCheck(pathname: string): boolean {
  return pathname === '/healthz' || pathname === '/readyz'
}

/** Its screens show everything, wherever the operator is. */
function isOfBackOffice(pathname: string): boolean {
  return /^\/admin(?:[/.]|$)/.test(pathname)
}

/** A shared cache knows only the address, and would give the response to other audiences. */
function withPrivateCaching(response: Response): Response {
  const caching = response.headers.get('cache-control')
  if (caching?.startsWith('public'))
    response.headers.set('cache-control', caching.replace('public', 'private'))
  return response
}
