import type { Context, MiddlewareHandler } from 'hono'

/** The mark of a request whose body was dropped. */
export interface BodyVariables {
  isBodyTooLarge?: true
}

export interface BodyLimits {
  /** For everybody. */
  maxBytes: number
  /** For users that the back office admits, at its addresses; called once a body is longer than `maxBytes`. */
  backOffice: { maxBytes: number; isAdmitted(request: Request): Promise<boolean> }
  /** Whether a path is that of a page, which reports in the visitor's language that a body is too long. */
  isPage(path: string): boolean
}

/**
 * Drops a body that is longer than its sender's limit; nothing beyond the limit is kept in memory. Pages report it
 * themselves, the back office's guard answers users that it does not admit, and everything else is answered with 413.
 * Hono's own limit wraps the Node server's request, which Node then does not recognise.
 */
export function limitBody({
  maxBytes,
  backOffice,
  isPage,
}: BodyLimits): MiddlewareHandler<{ Variables: BodyVariables }> {
  return async (c, next) => {
    const { path } = c.req
    const isBackOffice = path.startsWith('/admin/')
    let admission: Promise<boolean> | undefined
    const isAdmitted = () => {
      admission ??= backOffice.isAdmitted(c.req.raw)
      return admission
    }
    const allows = async (bytes: number) =>
      bytes <= maxBytes || (isBackOffice && bytes <= backOffice.maxBytes && (await isAdmitted()))
    const refuse = async () => {
      const isRefused = isBackOffice && !(await isAdmitted())
      if (!isRefused && !isPage(path)) return c.text('Payload Too Large', 413)
      if (!isRefused) c.set('isBodyTooLarge', true)
      replaceBody(c, null)
      return next()
    }
    const { headers } = c.req.raw
    if (!(await allows(Number(headers.get('content-length') ?? 0)))) return refuse()
    // Only a chunked body has no declared length.
    if (headers.has('transfer-encoding')) {
      const body = await readWhile(allows, c.req.raw.body)
      if (!body) return refuse()
      replaceBody(c, body)
    }
    return next()
  }
}

function replaceBody(c: Context, body: Blob | null): void {
  const { url, method, headers, signal } = c.req.raw
  c.req.raw = new Request(url, { method, headers, signal, body: body && body.size > 0 ? body : null })
}

/** Null once the body exceeds the limit. */
async function readWhile(
  allows: (bytes: number) => Promise<boolean>,
  body: ReadableStream<Uint8Array> | null,
): Promise<Blob | null> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (!(await allows(size))) return null
    parts.push(new Uint8Array(part))
  }
  return new Blob(parts)
}
