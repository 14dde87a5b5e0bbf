import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { remakeImage } from './image.server.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 255, b: 149, alpha: 0.5 } } })

const refused = (problem: string) => ({ kind: 'refused', problem: `problem.image-${problem}` })

/** A PNG of a few bytes that claims these dimensions. */
function pngThatClaims(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const crc = Buffer.alloc(4)
    const content = Buffer.concat([Buffer.from(type), data])
    crc.writeUInt32BE(crcOf(content))
    return Buffer.concat([length, content, crc])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

describe('remakeImage', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'accepts %s, reduced to the size of its purpose',
    async (format) => {
      const outcome = await remakeImage(await picture(1_300, 400).toFormat(format).toBuffer(), 'logo')
      expect(outcome).toMatchObject({ kind: 'image', image: { type: 'image/webp', width: 640, height: 197 } })
    },
  )

  it('never enlarges, and gives the same content the same name', async () => {
    const file = await picture(40, 30).png().toBuffer()
    const [one, two] = await Promise.all([remakeImage(file, 'favicon'), remakeImage(file, 'favicon')])
    expect(one).toMatchObject({
      image: { width: 40, height: 30, name: expect.stringMatching(/^[0-9a-f]{40}\.png$/) },
    })
    expect(one).toEqual(two)
  })

  it('removes everything but the pixels', async () => {
    const gif = await picture(8, 8).gif().toBuffer()
    const polyglot = Buffer.concat([gif, Buffer.from('/*<script>alert(1)</script>*/')])
    const outcome = await remakeImage(polyglot, 'picture')
    if (outcome.kind !== 'image') throw new Error('it was refused')
    expect(outcome.image.body.toString('latin1')).not.toContain('script')
    expect((await sharp(outcome.image.body).metadata()).format).toBe('webp')
  })

  it.each([
    [
      'a drawing with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'svg',
    ],
    ['a drawing behind a declaration', '<?xml version="1.0"?><!-- --><svg onload="a()"/>', 'svg'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'type'],
    ['a document', '%PDF-1.7', 'type'],
    ['an archive', 'PK\x03\x04', 'type'],
    ['a script that begins like a picture', 'GIF89a=1;alert(1)//', 'broken'],
    ['half a picture', '\x89PNG\r\n\x1a\n', 'broken'],
  ])('refuses %s', async (_name, content, problem) => {
    expect(await remakeImage(Buffer.from(content, 'latin1'), 'logo')).toEqual(refused(problem))
  })

  it('refuses a small file that would fill the memory, before it is read', async () => {
    const bomb = pngThatClaims(60_000, 60_000)
    expect(bomb.length).toBeLessThan(10_000)
    expect(await remakeImage(bomb, 'logo')).toEqual(refused('pixels'))
  })
})
