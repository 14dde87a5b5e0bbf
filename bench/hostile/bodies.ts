/** Bodies of requests: forms, JSON, files, and what only looks like them. */
import { deflateSync, gzipSync } from 'node:zlib'
import type { Draws } from './draws.ts'
import { drawJson, drawParameters, drawText, type Material, pickWord, type Words } from './values.ts'
import { CONTENT_TYPES, HOSTILE_TEXTS } from './vocabulary.ts'

export interface Body {
  type: string
  bytes: Buffer
  /** The header that says how the bytes are compressed. */
  encoding?: string
}

export function drawBody(draws: Draws, route: Words, material: Material): Body {
  const body = drawPlainBody(draws, route, material)
  if (!draws.chance(0.02)) return body
  const encoding = draws.pick(['gzip', 'deflate', 'br', 'x', 'gzip, gzip', ''])
  const pack = draws.pick([gzipSync, deflateSync, (bytes: Buffer) => bytes])
  return { ...body, bytes: pack(body.bytes), encoding }
}

function drawPlainBody(draws: Draws, route: Words, material: Material): Body {
  const share = draws.share()
  if (share < 0.4) {
    const fields = drawParameters(draws, 8, route, material)
    return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(fields, 'latin1') }
  }
  if (share < 0.8) return { type: 'application/json', bytes: drawJsonBody(draws, route, material) }
  if (share < 0.95) return drawMultipart(draws, route, material)
  if (share < 0.98)
    return {
      type: draws.pick(CONTENT_TYPES),
      bytes: Buffer.from(draws.many(300, () => draws.below(256))),
    }
  const name = pickWord(draws, 'names', route, material)
  const long = `${name}=${'a'.repeat(60_000 + draws.below(40_000))}`
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(long) }
}

/** The first bytes of files of the kinds that the back office takes, with what follows missing or broken. */
const FILES: readonly (readonly [string, Buffer])[] = [
  ['image/png', Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ffe000104a46494600010101ffff', 'hex')],
  ['image/webp', Buffer.from('52494646ffffffff5745425056503858', 'hex')],
  ['image/gif', Buffer.from('474946383961ffffffff0000', 'hex')],
  [
    'image/svg+xml',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="a()"><use href="#a"/></svg>'),
  ],
  [
    'image/svg+xml',
    Buffer.from(`<!DOCTYPE s [<!ENTITY a "${'x'.repeat(50)}"><!ENTITY b "&a;&a;">]><svg>&b;</svg>`),
  ],
  ['text/csv', Buffer.from('\ufeffa,b\r\n"x\n,"",\0\r\n1,2,3\r\n')],
  ['text/csv', Buffer.from(`key,en,it\n${'a,"b""",c\n'.repeat(500)}"open`)],
  ['application/json', Buffer.from('{"en":{"__proto__":{"a":1}},"it":[null]}')],
  ['application/zip', Buffer.from('504b0304ffffffff', 'hex')],
]

function drawMultipart(draws: Draws, route: Words, material: Material): Body {
  const boundary = draws.chance(0.95)
    ? 'x'
    : draws.pick(['y'.repeat(70), 'z'.repeat(5_000), "'()+_,-./:=?", ' '])
  const most = draws.chance(0.01) ? 1_500 : 6
  const parts = draws.many(most, (): Buffer => {
    const [type, file] = draws.pick(FILES)
    const isFile = draws.chance(0.3)
    const name = draws.chance(0.95) ? pickWord(draws, 'names', route, material) : draws.pick(HOSTILE_TEXTS)
    const disposition = draws.chance(0.97)
      ? `content-disposition: form-data; name="${name.slice(0, 300)}"`
      : draws.pick([
          'content-disposition: form-data',
          'content-disposition: form-data; name',
          `content-disposition: form-data; name*=utf-8''%ff`,
          'content-disposition: attachment',
          'x',
          `x: ${'a'.repeat(20_000)}`,
        ])
    const fileName = draws.pick(HOSTILE_TEXTS).slice(0, 300)
    const given = draws.chance(0.8)
      ? type
      : draws.pick(['x', '', 'multipart/mixed; boundary=x', 'text/plain; charset=x'])
    const head = isFile ? `${disposition}; filename="${fileName}"\r\ncontent-type: ${given}` : disposition
    const body = isFile ? file : Buffer.from(drawText(draws, route, material))
    return Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), body, Buffer.from('\r\n')])
  })
  const end = draws.chance(0.9)
    ? `--${boundary}--\r\n`
    : draws.pick(['', `--${boundary}`, '--y--\r\n', '\x00'])
  const bytes = Buffer.concat([...parts, Buffer.from(end)])
  return { type: `multipart/form-data; boundary=${draws.chance(0.9) ? boundary : `"${boundary}"`}`, bytes }
}

function drawJsonBody(draws: Draws, route: Words, material: Material): Buffer {
  if (draws.chance(0.05))
    return Buffer.from(
      draws.pick(['', '{', '[', 'nul', '{"a":1,}', '\ufeff{}', '"\\ud800"', '1e999', '['.repeat(5_000)]),
    )
  if (draws.chance(0.02)) return Buffer.from(drawLargeJson(draws, route, material))
  const value = () => drawJson(draws, 2, route, material)
  const name = () => pickWord(draws, 'names', route, material)
  const word = () => pickWord(draws, 'words', route, material)
  const values = () => Object.fromEntries(draws.many(4, () => [name(), value()]))
  const id = () => (draws.chance(0.7) ? draws.pick(material.ids) : drawText(draws, route, material))
  const language = () => draws.pick(['en', 'it', 'xx'])
  const shapes: (() => unknown)[] = [
    () => ({
      create: draws.many(2, () => ({ id: id(), values: values() })),
      update: draws.many(3, () => ({ id: id(), before: values(), after: values() })),
      remove: draws.many(2, () => ({ id: id(), before: values() })),
    }),
    () => ({ ...values(), intent: word(), id: id() }),
    () => ({ ...values(), kind: word(), id: id(), language: language() }),
    () => ({ id: id(), language: language(), before: values(), after: values() }),
    () => ({
      email: drawText(draws, route, material),
      password: drawText(draws, route, material),
      code: value(),
      ...values(),
    }),
    value,
    values,
  ]
  return Buffer.from(JSON.stringify(draws.pick(shapes)()) ?? 'null')
}

/** Valid JSON that is deep, long, or has a key twice. */
function drawLargeJson(draws: Draws, route: Words, material: Material): string {
  const name = JSON.stringify(pickWord(draws, 'names', route, material))
  const depth = 1 + draws.below(6_000)
  const shapes: (() => string)[] = [
    () => `${'['.repeat(depth)}${']'.repeat(depth)}`,
    () => `${`{${name}:`.repeat(depth)}1${'}'.repeat(depth)}`,
    () => `{${name}:${'['.repeat(depth)}${']'.repeat(depth)}}`,
    () => `{${name}:1,${name}:{"a":2},"__proto__":{"admin":true},"constructor":{"prototype":null}}`,
    () => `{${name}:${'9'.repeat(4_000)}}`,
    () => `[${'{},'.repeat(depth)}null]`,
    () => `{${Array.from({ length: depth }, (_, n) => `"k${n}":${n}`).join()}}`,
    () =>
      `{"update":[${`{"id":"${draws.pick(material.ids)}","before":{},"after":{${name}:1}},`.repeat(depth % 300)}{}]}`,
    () => `{${name}:"${'\\u0000'.repeat(depth % 500)}"}`,
  ]
  return draws.pick(shapes)()
}

export function chunked(body: Buffer, draws: Draws): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const part = body.subarray(at, at + 1 + draws.below(20_000))
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
    at += part.length
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
