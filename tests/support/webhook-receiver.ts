import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedHook {
  id: string
  /** Whether the signature is that of the secret, over id, time and body. */
  isSigned: boolean
  body: { type: string; data: Record<string, unknown> }
}

export interface WebhookReceiver {
  url: string
  /** All that came, in order, with those that were answered with an error. */
  hooks: ReceivedHook[]
  /** The secret by which signatures are checked. */
  secret: string
  /** The next messages are answered with these statuses; afterwards each is with 204. */
  answers: number[]
  /** Sent with these errors as `Retry-After`, unless it is empty. */
  retryAfter: string
  /** Called for each message; it is answered once this has ended. */
  onHook: (hook: ReceivedHook) => void | Promise<void>
  close(): Promise<void>
}

/** A receiver of webhooks that checks them as the Standard Webhooks specification says. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver = {
    hooks: [] as ReceivedHook[],
    secret: '',
    answers: [] as number[],
    retryAfter: '',
    onHook: (_: ReceivedHook): void | Promise<void> => {},
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const id = String(request.headers['webhook-id'])
      const key = Buffer.from(receiver.secret.replace('whsec_', ''), 'base64')
      const signature = createHmac('sha256', key)
        .update(`${id}.${request.headers['webhook-timestamp']}.${text}`)
        .digest('base64')
      const isSigned = request.headers['webhook-signature'] === `v1,${signature}`
      const hook = { id, isSigned, body: JSON.parse(text) }
      receiver.hooks.push(hook)
      await receiver.onHook(hook)
      const status = receiver.answers.shift() ?? 204
      const asksToWait = status > 299 && receiver.retryAfter !== ''
      const switching = status === 101 && { connection: 'Upgrade', upgrade: 'other' }
      response
        .writeHead(status, { ...switching, ...(asksToWait && { 'retry-after': receiver.retryAfter }) })
        .end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hook`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
