import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isSameOriginRequest } from './features/accounts/visit.server.ts'
import { isDatabaseUnavailable } from './platform/db/unavailable.ts'
import { foreignFormContext } from './platform/http/foreign-form.ts'
import { inlineScripts } from './platform/http/inline-scripts.ts'
import { contentSecurityPolicy } from './platform/http/security-headers.server.ts'
import { databaseUnavailableContext } from './platform/http/unavailable.ts'
import { servicesContext } from './platform/services.ts'
import { startAfterFirstFrame } from './ui/late-scripts.ts'
import { NonceContext } from './ui/nonce.ts'

const RENDER_TIMEOUT_MS = 10_000

/** Renders the whole document before answering: the page cache stores complete pages, and nothing is streamed later. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    // Distinguishes the scripts that are created here from any in the content of a page; it never leaves the server.
    const nonce = randomBytes(16).toString('base64url')
    const mark = ` nonce="${nonce}"`
    const sink = new PassThrough()
    sink.on('data', (chunk: Buffer) => chunks.push(chunk))
    sink.on('error', reject)
    sink.on('end', () => {
      headers.set('Content-Type', 'text/html; charset=utf-8')
      const rendered = Buffer.concat(chunks).toString('utf8')
      // React Router adds the nonce to its links, too, which do not need it.
      const marked = startAfterFirstFrame(
        rendered.replaceAll(/<link [^>]*>/g, (link) => link.replace(mark, '')),
      )
      headers.set('Content-Security-Policy', policyFor(inlineScripts(marked, nonce), context))
      resolve(new Response(marked.replaceAll(mark, ''), { status, headers }))
    })
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={withSiteManifest(routerContext)} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer)
          pipe(sink)
        },
        onShellError: reject,
        onError: reject,
      },
    )
    const timer = setTimeout(() => {
      abort(new Error(`Rendering took longer than ${RENDER_TIMEOUT_MS} ms`))
    }, RENDER_TIMEOUT_MS)
  })
}

/**
 * With the route manifest for visitors outside the back office (scripts/site-manifest.ts); in development only the
 * complete one exists.
 */
function withSiteManifest(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const isBackOffice = staticHandlerContext.matches.some(({ route }) => route.id.startsWith('routes/admin/'))
  if (import.meta.env.DEV || isBackOffice) return context
  return { ...context, manifest: { ...manifest, url: manifest.url.replace('/manifest-', '/site-manifest-') } }
}

/** Allows only the scripts that were created for the page: an operator's scripts run on the public pages only. */
function policyFor(scripts: readonly string[], context: RouterContextProvider): string {
  return contentSecurityPolicy(scripts, context.get(servicesContext).env.https)
}

/** One log for errors of loaders, actions and rendering; an aborted request is not a failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log } = context.get(servicesContext)
  const { url, method } = request
  if (isRouteErrorResponse(error) && error.status < 500) {
    log.info({ url, method, status: error.status }, 'a request was refused')
  } else if (isForeignForm(request)) {
    context.set(foreignFormContext, true)
    log.info({ url, method, origin: request.headers.get('origin') }, 'a form of another site was refused')
  } else {
    if (isDatabaseUnavailable(error)) context.set(databaseUnavailableContext, true)
    log.error({ err: error, url }, 'a page failed')
  }
}

/** Whether it is a form of another site, which the framework refuses before anything else runs. */
function isForeignForm({ url, method, headers }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && headers.has('origin') && !isSameOriginRequest(headers, url)
}
