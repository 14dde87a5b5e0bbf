import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  raw: string
  subject: string
  text: string
  html: string
  /** The first URL in the text. */
  link: string
}

export interface Mailbox {
  /** For SMTP_URL. */
  url: string
  /** All received mails, in order. */
  mails: ReceivedMail[]
  /** How many of the next mails it takes without saying so: their sender is told to try again. */
  unconfirmed: number
  /** The mail to one address with this number, from 1, when it has come. Fails after a minute, with what has come. */
  waitFor(to: string, count?: number): Promise<ReceivedMail>
  close(): Promise<void>
}

/** As long as `expect.poll` waits. */
const LONGEST_WAIT_MS = 60_000

/** A mail server that accepts everything and records it, on a free port or a given one. */
export async function openMailbox(at = 0): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const listeners = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((it) => it.address).join(',')
        mails.push(parseMail(to, Buffer.concat(chunks).toString('latin1')))
        mailbox.unconfirmed -= 1
        done(mailbox.unconfirmed >= 0 ? Object.assign(new Error('Later'), { responseCode: 451 }) : null)
        for (const tell of listeners) tell()
      })
    },
  })
  server.listen(at, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailbox: Mailbox = {
    unconfirmed: 0,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    waitFor: (to, count = 1) =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          listeners.delete(look)
        }
        const look = () => {
          const mail = mails.filter((it) => it.to === to)[count - 1]
          if (!mail) return
          end()
          resolve(mail)
        }
        const timer = setTimeout(() => {
          end()
          const received = mails.map((it) => `${it.to}: ${it.subject}`).join('\n')
          reject(new Error(`No mail number ${count} to ${to} in a minute. Received:\n${received}`))
        }, LONGEST_WAIT_MS)
        listeners.add(look)
        look()
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailbox
}

function parseMail(to: string, raw: string): ReceivedMail {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  const parts = raw.split(`--${boundary}`)
  const text = bodyOf(parts.find((part) => part.includes('text/plain')) ?? '')
  const html = bodyOf(parts.find((part) => part.includes('text/html')) ?? '')
  const header = /^Subject: ((?:.*\r\n[ \t])*.*)\r\n/m.exec(raw)?.[1] ?? ''
  return { to, raw, subject: decodeWords(header), text, html, link: /https?:\S+/.exec(text)?.[0] ?? '' }
}

function bodyOf(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  return /quoted-printable/i.test(head) ? fromQuoted(body) : body
}

function fromQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function decodeWords(header: string): string {
  return header
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuoted(word.replaceAll('_', ' ')),
    )
}
