import type { MiddlewareHandler } from 'hono'

/**
 * Answers 413 to a request with a longer body than that. Hono's own limit makes a request from that of the Node server,
 * which is none to Node.
 */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const { headers } = c.req.raw
    if (Number(headers.get('content-length') ?? 0) > maxBytes) return c.text('Payload Too Large', 413)
    // Only what comes in chunks does not say how long it is.
    if (headers.has('transfer-encoding')) {
      const body = await readUpTo(maxBytes, c.req.raw.body)
      if (!body) return c.text('Payload Too Large', 413)
      const { url, method, signal } = c.req.raw
      c.req.raw = new Request(url, { method, headers, signal, body: body.size > 0 ? body : null })
    }
    return next()
  }
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
