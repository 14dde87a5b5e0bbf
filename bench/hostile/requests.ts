import { chunked, drawBody } from './bodies.ts'
import type { Draws } from './draws.ts'
import {
  breakText,
  drawParameters,
  drawText,
  escapeText,
  type Material,
  type Words,
  withoutControls,
} from './values.ts'
import { CONTENT_TYPES, COOKIES, HEADERS, HOSTILE_TEXTS, HOSTS, METHODS, ODD_BYTES } from './vocabulary.ts'

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
  const route = draws.pick(material.routes)
  const aim = route.pattern
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
    const { type, bytes, encoding } = drawBody(draws, route, material)
    body = bytes
    if (encoding !== undefined) headers.push(['content-encoding', encoding])
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
  const target = drawTarget(draws, route, material)
  const lines = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  const end = draws.chance(0.995) ? '\r\n' : draws.pick(['\n', '\r', '\r\n '])
  if (end !== '\r\n') isLast = isCutOff = true
  const head = Buffer.from(`${lines.join(end)}${end}${end}`, 'latin1')
  return { bytes: Buffer.concat([head, body]), method, aim, isCutOff, isLast }
}

function drawTarget(draws: Draws, route: Material['routes'][number], material: Material): string {
  let path = draws.chance(0.15)
    ? draws.pick(material.addresses)
    : route.pattern.replace(
        /\/(?::(\w+)\??|\*)/g,
        (_, name) => `/${drawSegment(draws, name ?? '', route, material)}`,
      )
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
  const query = drawParameters(draws, draws.chance(0.5) ? 0 : 4, route, material)
  return query === '' ? path : `${path}?${query}`
}

function drawSegment(draws: Draws, name: string, route: Words, material: Material): string {
  if (name === 'lang')
    return draws.chance(0.85)
      ? draws.pick(['en', 'it', 'ar', 'de', 'tr'])
      : escapeText(draws, drawText(draws, route, material))
  if (draws.chance(0.3)) return draws.pick(material.ids)
  if (draws.chance(0.15)) return escapeText(draws, breakText(draws, draws.pick(material.ids))) || '%20'
  if (draws.chance(0.3) && route.words.length > 0) return escapeText(draws, draws.pick(route.words))
  if (draws.chance(0.5)) return draws.pick(draws.pick(material.addresses).split('/').slice(1)) || 'x'
  return escapeText(draws, drawText(draws, route, material)) || '%20'
}

function drawHeaders(draws: Draws, material: Material): [string, string][] {
  const own = `http://${material.host}`
  const network = draws.below(NETWORKS)
  const headers: [string, string][] = [
    ['host', draws.chance(0.97) ? material.host : draws.pick(HOSTS)],
    ['x-forwarded-for', `203.0.${network >> 8}.${network & 255}`],
  ]
  if (draws.chance(0.9)) headers.push(['origin', own], ['sec-fetch-site', 'same-origin'])
  const cookie = drawCookie(draws, material)
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

/** A session's cookie, rarely with a fault, and the other cookies that the site reads. */
function drawCookie(draws: Draws, material: Material): string {
  const session = draws.pick(material.cookies())
  const own = session && draws.chance(0.06) ? withoutControls(breakText(draws, session)) : session
  const others = draws.chance(0.15)
    ? draws.many(3, () => {
        const text = draws.chance(0.5) ? draws.pick(material.ids) : draws.pick(HOSTILE_TEXTS)
        return `${draws.pick(COOKIES)}=${draws.chance(0.5) ? escapeText(draws, text) : withoutControls(text)}`
      })
    : []
  return Buffer.from([own, ...others].filter(Boolean).join('; '), 'utf8')
    .toString('latin1')
    .slice(0, 12_000)
}
