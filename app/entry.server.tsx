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
import { inlineScripts } from './platform/http/inline-scripts.ts'
import { contentSecurityPolicy } from './platform/http/security-headers.server.ts'
import { servicesContext } from './platform/services.ts'
import { startAfterFirstFrame } from './ui/late-scripts.ts'
import { NonceContext } from './ui/nonce.ts'

const RENDER_TIMEOUT_MS = 10_000

/** Renders the whole document before answering: the page cache keeps complete copies, and nothing streams in late. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    // Tells the scripts that are made here from what may stand in the content of a page; it never leaves the server.
    const nonce = randomBytes(16).toString('base64url')
    const mark = ` nonce="${nonce}"`
    const sink = new PassThrough()
    sink.on('data', (chunk: Buffer) => chunks.push(chunk))
    sink.on('error', reject)
    sink.on('end', () => {
      headers.set('Content-Type', 'text/html; charset=utf-8')
      const rendered = Buffer.concat(chunks).toString('utf8')
      // React Router marks its links, too, which need no mark.
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

/** With the map of a visitor's routes, outside the back office (scripts/site-manifest.ts); while developing there is the whole one only. */
function withSiteManifest(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const isBackOffice = staticHandlerContext.matches.some(({ route }) => route.id.startsWith('routes/admin/'))
  if (import.meta.env.DEV || isBackOffice) return context
  return { ...context, manifest: { ...manifest, url: manifest.url.replace('/manifest-', '/site-manifest-') } }
}

/** Allows the scripts that were made for the page, and no others: an operator's stand on the public pages only. */
function policyFor(scripts: readonly string[], context: RouterContextProvider): string {
  return contentSecurityPolicy(scripts, context.get(servicesContext).env.https)
}

/** One log for what loaders, actions and rendering throw; a request that was given up is no failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log } = context.get(servicesContext)
  const { url, method } = request
  if (isRouteErrorResponse(error) && error.status < 500) {
    log.info({ url, method, status: error.status }, 'a request was refused')
  } else if (isForeignForm(request)) {
    log.info({ url, method, origin: request.headers.get('origin') }, 'a form of another site was refused')
  } else {
    log.error({ err: error, url }, 'a page failed')
  }
}

/** The framework refuses it before anything else happens. */
function isForeignForm({ url, method, headers }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && headers.has('origin') && !isSameOriginRequest(headers, url)
}
