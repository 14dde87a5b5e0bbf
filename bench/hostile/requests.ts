import type { Draws } from './draws.ts'
import { CONTENT_TYPES, HEADERS, HOSTILE_TEXTS, HOSTS, METHODS, ODD_BYTES } from './vocabulary.ts'

/** The data that requests are drawn from. */
export interface Material {
  host: string
  patterns: readonly string[]
  names: readonly string[]
  words: readonly string[]
  /** Addresses of existing pages. */
  addresses: readonly string[]
  /** Existing ids and cursors. */
  ids: readonly string[]
  /** Session cookies: none, a member's, an administrator's. Read again for each request. */
  cookies(): readonly string[]
}

export interface HostileRequest {
  bytes: Buffer
  method: string
  /** The pattern of the route that it targets. */
  aim: string
  /** Its sender ends the connection before the request is complete. */
  isCutOff: boolean
  /** The connection cannot be reused. */
  isLast: boolean
}

const WEIRD = 0.12
const NETWORKS = 4_000

export function drawRequest(draws: Draws, material: Material): HostileRequest {
  const aim = draws.pick(material.patterns)
  if (draws.chance(0.01)) {
    const bytes = Buffer.from(['x'.charCodeAt(0), ...draws.many(200, () => draws.below(256))])
    return {
      bytes: Buffer.concat([bytes, Buffer.from('\r\n\r\n')]),
      method: '',
      aim: 'noise',
      isCutOff: true,
      isLast: true,
    }
  }
  const method = draws.chance(0.55)
    ? 'GET'
    : draws.chance(0.6)
      ? 'POST'
      : draws.chance(0.3)
        ? 'HEAD'
        : draws.pick(METHODS)
  const isProper = ['GET', 'HEAD', 'POST'].includes(method)
  const headers = drawHeaders(draws, material)
  const hasBody = method === 'POST' ? draws.chance(0.95) : draws.chance(0.05)
  let body: Buffer = Buffer.alloc(0)
  let isLast = !isProper || draws.chance(0.05)
  let isCutOff = false
  if (hasBody) {
    const [type, content] = drawBody(draws, material)
    body = content
    headers.push(['content-type', draws.chance(0.06) ? draws.pick(CONTENT_TYPES) : type])
    if (draws.chance(0.1)) {
      headers.push([
        'transfer-encoding',
        draws.chance(0.9) ? 'chunked' : draws.pick(['x', 'gzip', 'chunked, chunked']),
      ])
      body = draws.chance(0.9)
        ? chunked(body, draws)
        : Buffer.from(draws.pick(['zz\r\n', '-1\r\n\r\n', '0\r\n', 'ffffffffffffffffff\r\n']))
      isLast = true
      isCutOff = !body.toString('latin1').endsWith('0\r\n\r\n')
    } else if (draws.chance(0.02)) {
      headers.push([
        'content-length',
        draws.pick(['-1', 'x', '1e3', '99999999999999999999', '100000000', ' ', '+5', '5, 5']),
      ])
      isLast = true
      isCutOff = true
    } else {
      const missing = draws.chance(0.01) ? 1 + draws.below(500) : 0
      headers.push(['content-length', String(body.length + missing)])
      isCutOff = missing > 0
      isLast ||= isCutOff
    }
  }
  if (isLast) headers.push(['connection', 'close'])
  const version = draws.chance(0.99)
    ? 'HTTP/1.1'
    : draws.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'HTTP/1.', ''])
  if (
    version !== 'HTTP/1.1' ||
    headers.some(([name]) => /^(?:upgrade|connection|expect|te|trailer)$/.test(name))
  )
    isLast = true
  const target = drawTarget(draws, material, aim)
  const lines = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  const end = draws.chance(0.995) ? '\r\n' : draws.pick(['\n', '\r', '\r\n '])
  if (end !== '\r\n') isLast = isCutOff = true
  const head = Buffer.from(`${lines.join(end)}${end}${end}`, 'latin1')
  return { bytes: Buffer.concat([head, body]), method, aim, isCutOff, isLast }
}

function drawTarget(draws: Draws, material: Material, pattern: string): string {
  let path = draws.chance(0.15)
    ? draws.pick(material.addresses)
    : pattern.replace(/\/(?::(\w+)\??|\*)/g, (_, name) => `/${drawSegment(draws, material, name ?? '')}`)
  if (draws.chance(0.15)) path += '.data'
  if (draws.chance(WEIRD)) {
    const at = draws.below(path.length + 1)
    path = path.slice(0, at) + draws.pick(ODD_BYTES) + path.slice(at + draws.below(2))
  }
  if (draws.chance(0.02)) path = path.replace(/[a-z]/g, (it) => (draws.chance(0.3) ? it.toUpperCase() : it))
  if (draws.chance(0.02))
    path = path.replace(/[a-z]/g, (it) => (draws.chance(0.2) ? `%${it.charCodeAt(0).toString(16)}` : it))
  if (draws.chance(0.005)) path += `/${draws.pick(['a', '%61', '/', '../'])}`.repeat(draws.below(3_000))
  if (draws.chance(0.005))
    path = draws.pick([
      '*',
      `http://${material.host}${path}`,
      'http://evil.invalid/',
      'localhost:80',
      path.slice(1),
    ])
  const query = draws.many(draws.chance(0.5) ? 0 : 4, () => drawParameter(draws, material)).join('&')
  return query === '' ? path : `${path}?${query}`
}

function drawSegment(draws: Draws, material: Material, name: string): string {
  if (name === 'lang')
    return draws.chance(0.85)
      ? draws.pick(['en', 'it', 'ar', 'de', 'tr'])
      : escapeText(draws, drawText(draws, material))
  if (draws.chance(0.35)) return draws.pick(material.ids)
  if (draws.chance(0.5)) return draws.pick(draws.pick(material.addresses).split('/').slice(1)) || 'x'
  return escapeText(draws, drawText(draws, material)) || '%20'
}

function drawParameter(draws: Draws, material: Material): string {
  const name = draws.chance(0.95) ? draws.pick(material.names) : escapeText(draws, drawText(draws, material))
  const suffix = draws.chance(0.03) ? draws.pick(['[]', '[0]', '.x', '%00']) : ''
  const odd = draws.chance(0.06) ? withoutControls(draws.pick(ODD_BYTES)) : ''
  return `${name}${suffix}=${escapeText(draws, drawText(draws, material)).slice(0, 3_000)}${odd}`
}

function drawText(draws: Draws, { words, ids, addresses }: Material): string {
  const share = draws.share()
  if (share < 0.55) return draws.pick(HOSTILE_TEXTS)
  if (share < 0.75) return draws.pick(words)
  if (share < 0.88) return draws.pick(ids)
  if (share < 0.95) return draws.pick(addresses)
  return String.fromCharCode(...draws.many(12, () => draws.below(draws.chance(0.5) ? 0x100 : 0x10000)))
}

/** Escaped byte by byte, so that lone surrogates are sent as well. */
function escapeText(draws: Draws, text: string): string {
  if (draws.chance(0.7)) return encodeURIComponent(text.toWellFormed())
  const utf8 = Buffer.from(text, draws.chance(0.3) ? 'latin1' : 'utf8')
  return [...utf8].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

function withoutControls(text: string): string {
  return [...text].filter((it) => it >= ' ' && it !== '\x7f').join('')
}

function drawHeaders(draws: Draws, material: Material): [string, string][] {
  const own = `http://${material.host}`
  const network = draws.below(NETWORKS)
  const headers: [string, string][] = [
    ['host', draws.chance(0.97) ? material.host : draws.pick(HOSTS)],
    ['x-forwarded-for', `203.0.${network >> 8}.${network & 255}`],
  ]
  if (draws.chance(0.9)) headers.push(['origin', own], ['sec-fetch-site', 'same-origin'])
  const cookie = draws.pick(material.cookies())
  if (cookie) headers.push(['cookie', cookie])
  for (const name of draws.many(3, () => draws.pick(Object.keys(HEADERS)))) {
    const value = draws.chance(0.85) ? draws.pick(HEADERS[name] ?? ['']) : draws.pick(HOSTILE_TEXTS)
    // Bytes that are invalid in any header are sent rarely: the parser rejects them for every address alike.
    const fit = draws.chance(0.97) ? withoutControls(Buffer.from(value, 'utf8').toString('latin1')) : value
    const before = draws.chance(0.5) ? headers.findIndex(([it]) => it === name) : -1
    if (before >= 0) headers.splice(before, 1)
    headers.push([draws.chance(0.95) ? name : name.toUpperCase(), fit.slice(0, 4_000)])
  }
  if (draws.chance(0.01))
    headers.push([draws.pick(['', 'a b', 'é', 'host', 'content-length', ':path', 'x'.repeat(5_000)]), 'x'])
  if (draws.chance(0.003))
    headers.push(...Array.from({ length: 2_100 }, (_, n): [string, string] => [`x-${n}`, 'y']))
  return headers
}

function drawBody(draws: Draws, material: Material): [type: string, body: Buffer] {
  const share = draws.share()
  if (share < 0.4) {
    const fields = draws.many(8, () => drawParameter(draws, material)).join('&')
    return ['application/x-www-form-urlencoded', Buffer.from(fields, 'latin1')]
  }
  if (share < 0.8) return ['application/json', drawJsonBody(draws, material)]
  if (share < 0.95) return ['multipart/form-data; boundary=x', drawMultipart(draws, material)]
  if (share < 0.98) return [draws.pick(CONTENT_TYPES), Buffer.from(draws.many(300, () => draws.below(256)))]
  return [
    'application/x-www-form-urlencoded',
    Buffer.from(`${draws.pick(material.names)}=${'a'.repeat(60_000 + draws.below(40_000))}`),
  ]
}

function drawMultipart(draws: Draws, material: Material): Buffer {
  const parts = draws.many(5, () => {
    const file = draws.chance(0.3) ? `; filename="${draws.pick(HOSTILE_TEXTS).slice(0, 300)}"` : ''
    const type = file
      ? `\r\ncontent-type: ${draws.pick(['image/png', 'image/svg+xml', 'text/csv', 'x', ''])}`
      : ''
    return `--x\r\ncontent-disposition: form-data; name="${draws.pick(material.names)}"${file}${type}\r\n\r\n${drawText(draws, material)}\r\n`
  })
  const end = draws.chance(0.9) ? '--x--\r\n' : draws.pick(['', '--x', '--y--\r\n', '\x00'])
  return Buffer.from(parts.join('') + end, 'utf8')
}

function drawJsonBody(draws: Draws, material: Material): Buffer {
  if (draws.chance(0.05))
    return Buffer.from(
      draws.pick(['', '{', '[', 'nul', '{"a":1,}', '\ufeff{}', '"\\ud800"', '1e999', '['.repeat(5_000)]),
    )
  const value = () => drawJson(draws, material, 2)
  const values = () => Object.fromEntries(draws.many(4, () => [draws.pick(material.names), value()]))
  const id = () => (draws.chance(0.7) ? draws.pick(material.ids) : drawText(draws, material))
  const shapes: (() => unknown)[] = [
    () => ({
      create: draws.many(2, () => ({ id: id(), values: values() })),
      update: draws.many(3, () => ({ id: id(), before: values(), after: values() })),
      remove: draws.many(2, () => ({ id: id(), before: values() })),
    }),
    () => ({ ...values(), intent: draws.pick(material.words), id: id() }),
    () => ({
      ...values(),
      kind: draws.pick(material.words),
      id: id(),
      language: draws.pick(['en', 'it', 'xx']),
    }),
    () => ({ id: id(), language: draws.pick(['en', 'it', 'xx']), before: values(), after: values() }),
    () => ({
      email: drawText(draws, material),
      password: drawText(draws, material),
      code: value(),
      ...values(),
    }),
    value,
    values,
  ]
  return Buffer.from(JSON.stringify(draws.pick(shapes)()) ?? 'null')
}

function drawJson(draws: Draws, material: Material, depth: number): unknown {
  const share = draws.share()
  if (share < 0.55 || depth === 0) return drawText(draws, material)
  if (share < 0.7)
    return draws.pick([0, -0, -1, 1, 1.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 5e-324, 0.1 + 0.2])
  if (share < 0.8) return draws.pick([null, true, false])
  if (share < 0.9) return draws.many(4, () => drawJson(draws, material, depth - 1))
  return Object.fromEntries(
    draws.many(4, () => [draws.pick(material.names), drawJson(draws, material, depth - 1)]),
  )
}

function chunked(body: Buffer, draws: Draws): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const part = body.subarray(at, at + 1 + draws.below(20_000))
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
    at += part.length
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
