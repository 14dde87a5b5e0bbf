import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseRepresentation, makeCopy, withHeaders } from './copy.server.ts'

const text = 'Prices of many bookmakers, side by side. '.repeat(200)
const make = () =>
  makeCopy({ status: 200, headers: [['content-type', 'text/html']], body: Buffer.from(text) })

describe('a copy', () => {
  it('is compressed with Brotli when made, and with gzip once it is asked for', async () => {
    const copy = await make()
    expect(Object.keys(copy.representations)).toEqual(['identity', 'br'])
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

  it('counts what it will occupy with both', async () => {
    const copy = await make()
    const { identity, br } = copy.representations
    expect(copy.bytes).toBe(identity.body.length + 2 * (br?.body.length ?? Number.NaN))
  })

  it('keeps added headers in what is made later', async () => {
    const marked = withHeaders(await make(), ['warning', '110'])
    expect(chooseRepresentation(marked, 'gzip').headers).toEqual(expect.arrayContaining(['warning', '110']))
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
