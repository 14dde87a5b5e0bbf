import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isOwnRequest } from './features/accounts/visit.server.ts'
import { HEAD_SCRIPTS_MARK } from './platform/head-scripts-mark.ts'
import { contentSecurityPolicy } from './platform/http/security-headers.server.ts'
import { servicesContext } from './platform/services.ts'
import { headScriptsContext } from './routes/document.ts'
import { createPartWriter } from './ui/kept.server.tsx'
import { WritePartContext } from './ui/kept.tsx'
import { startAfterFirstFrame } from './ui/late-scripts.ts'

const RENDER_TIMEOUT_MS = 10_000

const writePart = createPartWriter()

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
    const sink = new PassThrough()
    sink.on('data', (chunk: Buffer) => chunks.push(chunk))
    sink.on('error', reject)
    sink.on('end', () => {
      headers.set('Content-Type', 'text/html; charset=utf-8')
      const html = startAfterFirstFrame(Buffer.concat(chunks).toString('utf8'))
      resolve(new Response(addHeadScripts(html, headers, context), { status, headers }))
    })
    const { pipe, abort } = renderToPipeableStream(
      <WritePartContext value={writePart}>
        <ServerRouter context={withSiteManifest(routerContext)} url={request.url} />
      </WritePartContext>,
      {
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

/** Puts the operator's scripts at the end of the head, and what they need into the document's policy. */
function addHeadScripts(page: string, headers: Headers, context: RouterContextProvider): string {
  const scripts = context.get(headScriptsContext)
  if (!scripts) return page
  // The first one is the head's own: everything before it that is not markup is escaped.
  const end = page.indexOf('</head>')
  const mark = `<meta name="${HEAD_SCRIPTS_MARK}">`
  const html = page.slice(0, end) + mark + scripts.html + page.slice(end)
  const { appUrl } = context.get(servicesContext).env
  const https = appUrl?.startsWith('https:') ?? false
  headers.set('Content-Security-Policy', contentSecurityPolicy(html, https, scripts.origins))
  return html
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
  return method !== 'GET' && method !== 'HEAD' && headers.has('origin') && !isOwnRequest(headers, url)
}
