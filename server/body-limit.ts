import type { Context, MiddlewareHandler } from 'hono'

/** What the rest of the server is told of a body that was left out. */
export interface BodyVariables {
  isBodyTooLarge?: true
}

export interface BodyLimits {
  /** For everybody. */
  maxBytes: number
  /** For whom the back office admits, on its addresses; asked once a body is longer than `maxBytes`. */
  backOffice: { maxBytes: number; isAdmitted(request: Request): Promise<boolean> }
  /** Whether a path is that of a page, which says in the visitor's language that a body is too long. */
  isPage(path: string): boolean
}

/**
 * Leaves out a body that is longer than its sender may send; nothing beyond the limit is kept in memory. Pages say so
 * themselves, the back office's guard answers whom it does not admit, anything else is answered with 413. Hono's own limit
 * makes a request from that of the Node server, which is none to Node.
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
      const isStranger = isBackOffice && !(await isAdmitted())
      if (!isStranger && !isPage(path)) return c.text('Payload Too Large', 413)
      if (!isStranger) c.set('isBodyTooLarge', true)
      replaceBody(c, null)
      return next()
    }
    const { headers } = c.req.raw
    if (!(await allows(Number(headers.get('content-length') ?? 0)))) return refuse()
    // Only what comes in chunks does not say how long it is.
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

/** Null once there is more than is allowed. */
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
