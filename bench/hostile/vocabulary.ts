/** The material of hostile requests: the addresses and names in the site's code, and values that break programs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'

export interface RouteFile {
  /** The address, with `:name`, `:name?` and `*` as placeholders. */
  pattern: string
  /** The module that answers. */
  file: string
}

/** Every address of the map of routes, with its file in the folder of the application. */
export function routeFilesOf(routes: readonly RouteConfigEntry[], parent = ''): RouteFile[] {
  return routes.flatMap(({ path: own, file, children = [] }) => {
    const pattern = own === undefined ? parent : `${parent}/${own}`
    return [{ pattern: pattern || '/', file }, ...routeFilesOf(children, pattern)]
  })
}

/** A module and the ones that it imports, up to this many steps away. */
const STEPS = 2

/** The names and words in a module of the folder, and in those that it imports. */
export function vocabularyOf(folder: string, file: string): { names: string[]; words: string[] } {
  const found = new Set<string>()
  const follow = (path: string, steps: number) => {
    if (found.has(path) || !existsSync(path)) return
    found.add(path)
    if (steps === 0) return
    for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(/from '([^']+\.tsx?)'/g)) {
      if (from.startsWith('#app/')) follow(join(folder, from.slice('#app/'.length)), steps - 1)
      else if (from.startsWith('.')) follow(resolve(dirname(path), from), steps - 1)
    }
  }
  follow(join(folder, file), STEPS)
  const texts = [...found].map((path) => readFileSync(path, 'utf8'))
  return { names: namesOf(texts), words: wordsOf(texts) }
}

/** The texts of all modules of a folder. */
export function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

const READS = [
  /\.(?:get|getAll|has)\('([\w.-]{1,40})'\)/g,
  /\b(?:field|secretField)\(form, '(\w{1,40})'/g,
  /\bname="([\w.-]{1,40})"/g,
]
/** Properties of the schemas of JSON bodies. */
const PROPERTY = /^\s+(\w{1,40}): (?:z\.|value|text\(|colour|image|[a-zA-Z]+Schema\b)/gm

/** Names of parameters, fields and properties that the code reads. */
export function namesOf(texts: readonly string[]): string[] {
  const patterns = [...READS, PROPERTY]
  const found = texts.flatMap((text) => patterns.flatMap((pattern) => [...text.matchAll(pattern)]))
  return [...new Set(found.map(([, name = '']) => name))].sort()
}

/** Literals that the code compares with: intents, kinds, options. */
export function wordsOf(texts: readonly string[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    for (const [, list = ''] of text.matchAll(/z\s*\.(?:enum|literal)\(([^)]{1,400})\)/g)) {
      for (const [, word = ''] of list.matchAll(/'([^']{1,40})'/g)) words.add(word)
    }
    for (const [, word = ''] of text.matchAll(/(?:===|case) '([\w-]{1,40})'/g)) words.add(word)
  }
  return [...words].sort()
}

export const HOSTILE_TEXTS: readonly string[] = [
  ...['', ' ', '0', '-1', '1e309', 'NaN', 'Infinity', '9007199254740993', '2147483648', '-2147483649'],
  ...['9223372036854775808', '0x10', '1_000', '00', '1.5', ',5', '٣', '１２', '1'.repeat(400)],
  ...['9999-12-31', '0000-00-00', '+275760-09-13', '-271821-04-20', '2026-02-30', '2026-13-01T99:99:99Z'],
  ...['1970-01-01T00:00:00.000Z', '10000-01-01', 'infinity', '-infinity', 'now', 'epoch', '24:00'],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'null', 'undefined'],
  ...['true', 'false', '[]', '{}', '[object Object]', '__proto__', 'constructor', 'prototype', 'toString'],
  ...[
    'hasOwnProperty',
    'valueOf',
    'then',
    'length',
    "' or 1=1--",
    "'; drop table matches; --",
    '%',
    '%%',
    '_',
  ],
  ...[
    '\\',
    '\\\\',
    '\\x00',
    "o'",
    '"',
    '`',
    '#{7*7}',
    '{{site_name}}',
    '{{',
    '$1',
    '$&',
    '(',
    '[',
    '*',
    '?',
    '+',
  ],
  ...['<script>alert(1)</script>', '"><img src=x onerror=a()>', '<!--', ']]>', '&lt;', '&#0;', '<%= 1 %>'],
  ...[
    '../../etc/passwd',
    '..%2f..',
    '//evil.invalid',
    'http://evil.invalid/',
    'https:evil.invalid',
    '\\\\evil',
  ],
  ...['javascript:alert(1)', 'data:text/html,a', 'file:///etc/passwd', 'http://[::1', 'http://127.0.0.1:0/'],
  ...['a\r\nset-cookie: b=c', 'a\nb', '\t', '\v', '\u0000', 'a\u0000b', '\u001b[31m', '\u007f', '\u0085'],
  ...[
    '\ud800',
    '\udc00x',
    '\ufffe',
    '\uffff',
    '\ufeff',
    '\u202e',
    '\u2068',
    '\u200b',
    '\u0301\u0301',
    'e\u0301',
  ],
  ...[
    'ﬃ',
    'ß',
    'İ',
    'ı',
    'ς',
    'Å',
    '𝔘𝔫𝔦',
    '👩‍👩‍👧‍👦',
    'مرحبا',
    '你好',
    'Z̴̡̛a̷l̵g̶o̸',
    '🇮🇹',
    'a'.repeat(300),
    'é'.repeat(3_000),
  ],
  ...['a@b.c', 'a@b@c', '"a b"@c.d', `${'a'.repeat(64)}@${'b.'.repeat(120)}c`, 'a@xn--', 'a@[127.0.0.1]'],
  ...['en', 'it', 'ar', 'xx', 'EN', 'en-GB', 'e', 'soccer', 'italy', 'serie-a', 'all', 'live', 'upcoming'],
  ...['password', 'a long enough password', 'IT', 'ZZ', '+39061234', '+', '++1', '06 1234'],
]

/** Bytes of a path or a query that no correct program writes. */
export const ODD_BYTES: readonly string[] = [
  ...[
    '%00',
    '%',
    '%%',
    '%2',
    '%zz',
    '%ff',
    '%c0%af',
    '%ed%a0%80',
    '%f4%90%80%80',
    '%e2%82',
    '%2f',
    '%5c',
    '%2e%2e',
  ],
  ...['%0d%0a', '%09', '%20', '+', '%u0041', '\\', '|', '^', '"', '<', '>', '{', '}', '`', ' ', '\t', '\x00'],
  ...[
    '\x01',
    '\x7f',
    '\x80',
    '\xff',
    '\xc3\xa9',
    '\xe2\x80\xae',
    '#',
    '#a?b',
    ';',
    ';a=b',
    '//',
    '/./',
    '/../',
  ],
  ...[
    '/.',
    '/..',
    '/%2e/',
    '.data',
    '/_.data',
    '.php',
    '~',
    '@',
    ':',
    '!',
    "'",
    '(',
    ')',
    '*',
    ',',
    '=',
    '&',
  ],
]

export const METHODS: readonly string[] = [
  ...['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'MKCOL', 'LOCK', 'QUERY'],
  ...['get', 'Post', 'FOO', 'M-SEARCH', 'PURGE', 'SOURCE', 'G E T', 'GET\x00', '', 'X'.repeat(500)],
]

/** Headers that the server or a part of it can read, with meaningful values. */
export const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: ['text/html', '*/*;q=x', 'application/json', 'text/event-stream', ','.repeat(500)],
  'accept-encoding': ['br', 'gzip, br;q=0', 'identity;q=0, *;q=0', ';q=', 'zstd', 'br;q=1e999', 'gzip;;;'],
  'accept-language': [
    'it',
    'en-GB,en;q=0.9',
    '*',
    'x-y-z;q=2',
    '-',
    'a'.repeat(2_000),
    'tr-TR-u-ca-buddhist',
  ],
  authorization: [
    ...['Bearer', 'Bearer a.b.c', 'Basic YTpi', 'bearer ', `Bearer ${'a'.repeat(3_000)}`, 'Negotiate'],
    `Bearer ${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.AAAA`,
    `Bearer ${Buffer.from('{"alg":"EdDSA","kid":"x"}').toString('base64url')}.${Buffer.from('{"exp":1e99}').toString('base64url')}.AA`,
    `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('null').toString('base64url')}.`,
    `Bearer ${Buffer.from('[]').toString('base64url')}.${Buffer.from('"\\ud800"').toString('base64url')}.!`,
  ],
  'cache-control': ['no-cache', 'max-age=-1', 'only-if-cached'],
  connection: ['keep-alive', 'close, te', 'upgrade', 'x'],
  cookie: [
    ...[
      'a',
      '=',
      ';;;',
      'a=b; a=c',
      '__Host-a=%',
      'overround_language=%ff',
      'look=',
      '\xff=\x80',
      'x=y;'.repeat(800),
    ],
    ...['overround.session_token=a.b', 'better-auth.session_token=%00', '__Secure-overround.session_token=;'],
  ],
  'content-encoding': ['gzip', 'br', 'x'],
  expect: ['100-continue', '100-continue', '100-continue', '200-ok'],
  forwarded: ['for=1.2.3.4;host=evil.invalid;proto=https'],
  'if-match': ['*', '"a"'],
  'if-modified-since': ['Sat, 01 Jan 2000 00:00:00 GMT', 'x', '-1'],
  'if-none-match': ['*', 'W/"a"', '"', '"a", "b"', ',,,', `"${'a'.repeat(3_000)}"`],
  'if-range': ['"a"', 'Sat, 01 Jan 2000 00:00:00 GMT'],
  'last-event-id': ['0', '-1', '9223372036854775808', 'x', '1:2', '\xff', '1e9'],
  origin: ['null', 'http://evil.invalid', 'https://', '://', 'http://localhost:1'],
  purpose: ['prefetch'],
  range: [
    'bytes=0-0',
    'bytes=-1',
    'bytes=9999999-',
    'bytes=5-1',
    `bytes=${'0-1,'.repeat(300)}`,
    'x=1',
    'bytes=-',
  ],
  referer: ['http://evil.invalid/', 'x', '\xff'],
  'sec-fetch-site': ['cross-site', 'none', 'x'],
  te: ['trailers', 'deflate'],
  trailer: ['content-length'],
  upgrade: ['websocket', 'h2c'],
  'user-agent': ['Googlebot/2.1', '', '\x80\xff', 'a'.repeat(3_000)],
  'x-forwarded-for': [
    '',
    '::1',
    '1.2.3.4, x',
    '1.2.3.4:80',
    '[::ffff:1.2.3.4]',
    'unknown',
    ','.repeat(300),
    '\xff',
  ],
  'x-forwarded-host': ['evil.invalid', 'a b', ''],
  'x-forwarded-proto': ['https', 'javascript', 'https, http', ''],
  'x-http-method-override': ['DELETE'],
  'x-original-url': ['/admin'],
  'x-signature': ['', 'sha256=', `sha256=${'0'.repeat(64)}`, 'é', 'sha256=zz', '0'.repeat(5_000)],
}

/** Names of the cookies that the site and its scripts read. */
export const COOKIES: readonly string[] = [
  ...[
    'language',
    'country',
    'age',
    'overround.back-office-look',
    'overround.two_factor',
    'overround.trust_device',
  ],
  ...['overround.session_token', 'overround.session_data', '__Host-overround.session_token', '__proto__'],
]

export const CONTENT_TYPES: readonly string[] = [
  ...[
    'application/x-www-form-urlencoded',
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
  ],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    'x',
    '',
    '/',
  ],
  ...['application/json; charset=utf-16', 'application/x-www-form-urlencoded; charset=x', 'text/x-script'],
]

export const HOSTS: readonly string[] = [
  ...[
    '',
    'localhost',
    'evil.invalid',
    '1.2.3.4.5',
    'localhost:99999',
    '[::1]:3000',
    '[',
    'a b',
    'localhost/x',
  ],
  ...['localhost\xa0', 'LOCALHOST', 'localhost.', '@localhost', 'a'.repeat(300), '%00', 'xn--', '-'],
]
