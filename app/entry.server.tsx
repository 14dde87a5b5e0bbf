import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router'
import { servicesContext } from './platform/services.ts'

const RENDER_TIMEOUT_MS = 10_000

/** Renders the whole document before answering: the page cache keeps complete copies, and nothing streams in late. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new PassThrough()
    sink.on('data', (chunk: Buffer) => chunks.push(chunk))
    sink.on('error', reject)
    sink.on('end', () => {
      headers.set('Content-Type', 'text/html; charset=utf-8')
      resolve(new Response(Buffer.concat(chunks), { status, headers }))
    })
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} />,
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

/** One log for what loaders, actions and rendering throw; a request that was given up is no failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  context.get(servicesContext).log.error({ err: error, url: request.url }, 'a page failed')
}
