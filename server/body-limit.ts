import type { Context, MiddlewareHandler } from 'hono'

/** What the rest of the server is told of a body that was left out. */
export interface BodyVariables {
  isBodyTooLarge?: true
}

/**
 * Answers 413 to a request with a longer body than that; a page is asked to, in the visitor's language, and gets none of
 * the body. Hono's own limit makes a request from that of the Node server, which is none to Node.
 */
export function limitBody(
  maxBytes: number,
  isPage: (path: string) => boolean = () => false,
): MiddlewareHandler<{ Variables: BodyVariables }> {
  return async (c, next) => {
    const refuse = () => {
      if (!isPage(c.req.path)) return c.text('Payload Too Large', 413)
      c.set('isBodyTooLarge', true)
      replaceBody(c, null)
      return next()
    }
    const { headers } = c.req.raw
    if (Number(headers.get('content-length') ?? 0) > maxBytes) return refuse()
    // Only what comes in chunks does not say how long it is.
    if (headers.has('transfer-encoding')) {
      const body = await readUpTo(maxBytes, c.req.raw.body)
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

/** Null when there is more. */
async function readUpTo(maxBytes: number, body: ReadableStream<Uint8Array> | null): Promise<Blob | null> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > maxBytes) return null
    parts.push(new Uint8Array(part))
  }
  return new Blob(parts)
}
