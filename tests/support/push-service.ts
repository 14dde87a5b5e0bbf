import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, type JWTPayload, jwtVerify } from 'jose'

export interface PushedMessage {
  path: string
  /** Decrypted with the keys of the browser. */
  text: Record<string, string>
  ttl: number
  topic: string
  /** The audience and the contact of the verified token. */
  aud: unknown
  sub: unknown
}

export interface PushService {
  origin: string
  /** A browser's subscription at the service, as the browser writes it. */
  subscribe(path: string): { endpoint: string; keys: { p256dh: string; auth: string } }
  messages: PushedMessage[]
  /** The next messages are answered with these statuses and headers; afterwards each is with 201. */
  answers: { status: number; headers?: Record<string, string> }[]
  /** Why messages were refused, whatever `answers` says: not as RFC 8030, 8188, 8291 and 8292 ask. */
  refused: string[]
  /** The key by which the subscriptions know the site, base64url; messages that another one has signed are refused. */
  applicationServerKey: string | null
  close(): Promise<void>
}

/** A push service that verifies the token of each message (RFC 8292) and decrypts it as a browser does (RFC 8291). */
export async function startPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const messages: PushedMessage[] = []
  const answers: PushService['answers'] = []
  const refused: string[] = []
  const service = { applicationServerKey: null as string | null }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    try {
      const { aud, sub } = await verify(request, { origin, key: service.applicationServerKey })
      const text = JSON.parse(decrypt(body, browser, auth))
      const { status, headers } = answers.shift() ?? { status: 201 }
      const { ttl, topic } = request.headers
      if (status === 201)
        messages.push({ path: request.url ?? '', text, ttl: Number(ttl), topic: String(topic), aud, sub })
      response.writeHead(status, status === 201 ? { location: `${origin}/message` } : headers).end()
    } catch (error) {
      refused.push(error instanceof Error ? error.message : String(error))
      response.writeHead(400).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscribe: (path) => ({
      endpoint: origin + path,
      keys: {
        p256dh: browser.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      },
    }),
    messages,
    answers,
    refused,
    get applicationServerKey() {
      return service.applicationServerKey
    },
    set applicationServerKey(key) {
      service.applicationServerKey = key
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The claims of the token of a message. @throws Error if the message is not one that a push service takes */
async function verify(
  { method, headers }: IncomingMessage,
  { origin, key }: { origin: string; key: string | null },
): Promise<JWTPayload> {
  const { authorization = '', topic, urgency = 'normal' } = headers
  check(method === 'POST', 'A message is posted.')
  check(/^\d+$/.test(String(headers.ttl)), 'TTL is a number of seconds.')
  check(headers['content-encoding'] === 'aes128gcm', 'The content encoding is aes128gcm.')
  check(/^\d+$/.test(headers['content-length'] ?? ''), 'The length of the body is stated.')
  check(topic === undefined || /^[\w-]{1,32}$/.test(String(topic)), 'A topic has at most 32 letters.')
  check(['very-low', 'low', 'normal', 'high'].includes(String(urgency)), 'The urgency is one of four.')
  const [, token = '', signer = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  check(key === null || signer === key, 'The message is signed by another site.')
  const point = Buffer.from(signer, 'base64url')
  check(point.length === 65 && point[0] === 4, 'The key is an uncompressed point.')
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    audience: origin,
    algorithms: ['ES256'],
    requiredClaims: ['exp', 'sub'],
  })
  check((payload.exp ?? 0) <= Date.now() / 1_000 + 86_400, 'A token is valid for a day at most.')
  check(/^(mailto|https):/.test(payload.sub ?? ''), 'The contact is a mail address or a site.')
  return payload
}

function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  check(body.length <= 4_096, 'A push service need not take more than 4096 bytes.')
  const salt = body.subarray(0, 16)
  check(body.readUInt32BE(16) >= body.length - 86, 'The message is one record.')
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length)
  const derive = (key: Uint8Array, by: Uint8Array, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, by, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const key = derive(browser.computeSecret(sender), auth, info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}
