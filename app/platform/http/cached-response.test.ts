import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  type CachedResponse,
  chooseRepresentation,
  makeCachedResponse,
  wireBytes,
  withHeaders,
} from './cached-response.server.ts'

const text = Array.from({ length: 2_000 }, (_, n) => `price ${(n * 7919) % 1009} of ${(n * 31) % 97}`).join(
  ', ',
)
const make = () =>
  makeCachedResponse({ status: 200, headers: [['content-type', 'text/html']], body: Buffer.from(text) })

describe('a cached response', () => {
  it('is compressed with Brotli when it is created, and with gzip on the first request for it', async () => {
    const cached = await make()
    expect(Object.keys(cached.representations)).toEqual(['br'])
    const brotli = chooseRepresentation(cached, 'gzip, br')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
    const gzip = chooseRepresentation(cached, 'gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(text)
    expect(gzip.headers).toEqual(
      expect.arrayContaining(['content-encoding', 'gzip', 'vary', 'Accept-Encoding']),
    )
    expect(gzip.etag).not.toBe(brotli.etag)
    expect(chooseRepresentation(cached, 'gzip')).toBe(gzip)
  })

  it('is stored without the plain body, which is decompressed on request', async () => {
    const cached = await make()
    const plain = chooseRepresentation(cached, undefined)
    expect([plain.body.toString(), plain.etag]).toEqual([text, expect.stringMatching(/^"[\w-]{22}"$/)])
    expect(plain.headers).toEqual(expect.arrayContaining(['content-length', String(Buffer.byteLength(text))]))
    expect(Object.keys(cached.representations)).toEqual(['br'])
    const marked = withHeaders(cached, ['warning', '110'])
    expect(chooseRepresentation(marked, undefined).headers).toEqual(
      expect.arrayContaining(['warning', '110']),
    )
    expect(chooseRepresentation(marked, undefined).body.toString()).toBe(text)
  })

  it('counts its size with both encodings, and occupies no more', async () => {
    const cached = await make()
    chooseRepresentation(cached, 'gzip')
    const occupied = () =>
      Object.values(cached.representations).reduce((sum, { body }) => sum + body.buffer.byteLength, 0)
    expect(cached.bytes / occupied()).toBeGreaterThan(0.7)
    expect(cached.bytes / occupied()).toBeLessThan(1.1)
    // As it was sent, with its headers.
    for (const acceptEncoding of ['br', 'gzip'])
      wireBytes(cached, { acceptEncoding, ifNoneMatch: undefined }, Date.now(), '')
    expect(cached.bytes / occupied()).toBeGreaterThan(0.6)
  })

  it('is compressed once for all variants with other headers', async () => {
    const cached = await make()
    const [first, second] = [1, 2].map((n) => withHeaders(cached, ['warning', `11${n}`]))
    const gzip = chooseRepresentation(first as CachedResponse, 'gzip')
    expect(gzip.headers).toEqual(expect.arrayContaining(['warning', '111']))
    expect(chooseRepresentation(second as CachedResponse, 'gzip').body).toBe(gzip.body)
    expect(cached.representations.gzip?.body).toBe(gzip.body)
    expect(cached.representations.gzip?.headers).not.toContain('warning')
  })

  it('is not compressed when it is small, or not text', async () => {
    const small = await makeCachedResponse({
      status: 200,
      headers: [['content-type', 'text/html']],
      body: Buffer.from('x'),
    })
    const image = await makeCachedResponse({
      status: 200,
      headers: [['content-type', 'image/png']],
      body: Buffer.from(text),
    })
    for (const cached of [small, image])
      expect(chooseRepresentation(cached, 'br, gzip')).toBe(cached.representations.identity)
  })
})
