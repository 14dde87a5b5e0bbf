import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Copy, chooseRepresentation, makeCopy, withHeaders } from './copy.server.ts'

const text = Array.from({ length: 2_000 }, (_, n) => `price ${(n * 7919) % 1009} of ${(n * 31) % 97}`).join(
  ', ',
)
const make = () =>
  makeCopy({ status: 200, headers: [['content-type', 'text/html']], body: Buffer.from(text) })

describe('a copy', () => {
  it('is compressed with Brotli when made, and with gzip once it is asked for', async () => {
    const copy = await make()
    expect(Object.keys(copy.representations)).toEqual(['br'])
    const brotli = chooseRepresentation(copy, 'gzip, br')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
    const gzip = chooseRepresentation(copy, 'gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(text)
    expect(gzip.headers).toEqual(
      expect.arrayContaining(['content-encoding', 'gzip', 'vary', 'Accept-Encoding']),
    )
    expect(gzip.etag).not.toBe(brotli.etag)
    expect(chooseRepresentation(copy, 'gzip')).toBe(gzip)
  })

  it('is kept without the plain body, which is ten times as large and made for who asks for it', async () => {
    const copy = await make()
    const plain = chooseRepresentation(copy, undefined)
    expect([plain.body.toString(), plain.etag]).toEqual([text, expect.stringMatching(/^"[\w-]{22}"$/)])
    expect(plain.headers).toEqual(expect.arrayContaining(['content-length', String(Buffer.byteLength(text))]))
    expect(Object.keys(copy.representations)).toEqual(['br'])
    const marked = withHeaders(copy, ['warning', '110'])
    expect(chooseRepresentation(marked, undefined).headers).toEqual(
      expect.arrayContaining(['warning', '110']),
    )
    expect(chooseRepresentation(marked, undefined).body.toString()).toBe(text)
  })

  it('counts what it will occupy with both', async () => {
    const copy = await make()
    chooseRepresentation(copy, 'gzip')
    const occupied = Object.values(copy.representations).reduce((sum, { body }) => sum + body.length, 0)
    expect(copy.bytes / occupied).toBeGreaterThan(0.7)
    expect(copy.bytes / occupied).toBeLessThan(1.1)
  })

  it('is compressed once for all that are made of it with other headers', async () => {
    const copy = await make()
    const [first, second] = [1, 2].map((n) => withHeaders(copy, ['warning', `11${n}`]))
    const gzip = chooseRepresentation(first as Copy, 'gzip')
    expect(gzip.headers).toEqual(expect.arrayContaining(['warning', '111']))
    expect(chooseRepresentation(second as Copy, 'gzip').body).toBe(gzip.body)
    expect(copy.representations.gzip?.body).toBe(gzip.body)
    expect(copy.representations.gzip?.headers).not.toContain('warning')
  })

  it('is not compressed when it is small, or no text', async () => {
    const small = await makeCopy({
      status: 200,
      headers: [['content-type', 'text/html']],
      body: Buffer.from('x'),
    })
    const image = await makeCopy({
      status: 200,
      headers: [['content-type', 'image/png']],
      body: Buffer.from(text),
    })
    for (const copy of [small, image])
      expect(chooseRepresentation(copy, 'br, gzip')).toBe(copy.representations.identity)
  })
})
