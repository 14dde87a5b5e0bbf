import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'

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
  /** The next messages are answered with these statuses; afterwards each is with 201. */
  answers: number[]
  close(): Promise<void>
}

/** A push service that verifies the token of each message (RFC 8292) and decrypts it as a browser does (RFC 8291). */
export async function startPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const messages: PushedMessage[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = answers.shift() ?? 201
    try {
      const [, token = '', key = ''] =
        /^vapid t=([^,]+), k=(.+)$/.exec(request.headers.authorization ?? '') ?? []
      const point = Buffer.from(key, 'base64url')
      const jwk = {
        ...{ kty: 'EC', crv: 'P-256' },
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      }
      const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: origin })
      const { aud, sub } = payload
      const text = JSON.parse(decrypt(Buffer.concat(chunks), browser, auth))
      const { ttl, topic } = request.headers
      if (answer === 201)
        messages.push({ path: request.url ?? '', text, ttl: Number(ttl), topic: String(topic), aud, sub })
      response.writeHead(answer).end()
    } catch {
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
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
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
