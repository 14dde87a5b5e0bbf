import { createHmac } from 'node:crypto'

/** A generator of numbers from 0 to 1 with a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffled<T>(random: () => number, items: readonly T[]): T[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const kept = mixed[at] as T
    mixed[at] = mixed[other] as T
    mixed[other] = kept
  }
  return mixed
}

interface Sender {
  key: string
  secret: string
}

/** A drawn transaction, with its amount in hundredths, negative for a chargeback; null without an amount. */
export interface Drawn {
  sender: Sender
  transaction: string
  kind: 'registration' | 'deposit' | 'revenue' | 'chargeback'
  cents: number | null
  currency: string | null
}

export type Form = 'query' | 'form' | 'json'

/** A request, and what its answer has to be. */
export interface Sent {
  what: string
  /** Of an honest request: the transaction, of whose requests one is stored. Null for others. */
  drawn: Drawn | null
  key: string
  form: Form
  /** The text that is signed, or pretends to be. */
  text: string
  signature: string | null
  right: readonly string[]
}

const FORMS: readonly Form[] = ['query', 'form', 'json']
const CURRENCIES = ['EUR', 'USD', 'GBP', 'TRY']

interface Size {
  count: number
  senders: readonly Sender[]
  clicks: readonly string[]
}

/**
 * Requests of transactions, two to four each, and forged ones between them; later those that report a stored transaction with other
 * values.
 */
export function drawPostbacks(random: () => number, { count, senders, clicks }: Size) {
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const first: Sent[] = []
  const later: Sent[] = []
  for (let n = 0; n < count; n += 1) {
    const sender = oneOf(senders)
    const kind = oneOf(['registration', 'deposit', 'revenue', 'revenue', 'chargeback'] as const)
    const hasAmount = kind === 'revenue' || kind === 'chargeback' || random() < 0.5
    const size = Math.floor(10 ** (random() * 7))
    const cents = hasAmount ? (kind === 'chargeback' ? -size : size) : null
    const currency = hasAmount ? oneOf(CURRENCIES) : null
    // Two senders may have the same id for different transactions.
    const drawn: Drawn = { sender, transaction: `t${n >> 1}-${n % 2}`, kind, cents, currency }
    const chance = random()
    const fields: Record<string, string> = {
      ...{ transaction: drawn.transaction, kind },
      ...(currency && { amount: written(random, size), currency }),
      ...(chance < 0.8 && { click_id: chance < 0.7 ? oneOf(clicks) : `unknown-${n}` }),
      time: new Date(Date.UTC(2026, Math.floor(random() * 6), 1 + Math.floor(random() * 28))).toISOString(),
    }
    const honest = (what: string, changed: Record<string, string> = {}): Sent => {
      const form = oneOf(FORMS)
      const text = textOf(form, shuffled(random, Object.entries({ ...fields, ...changed })))
      const signature = sign(sender.secret, text)
      return { what, drawn, key: sender.key, form, text, signature, right: ['200 stored', '200 duplicate'] }
    }
    for (let copy = 0; copy < 2 + Math.floor(random() * 3); copy += 1)
      first.push(
        honest(
          'a copy',
          currency ? { amount: written(random, size), currency: cased(random, currency) } : {},
        ),
      )
    if (n % 2 === 0) first.push(forged(n, honest('x')))
    if (n % 10 === 0) {
      const changed = honest('another amount', {
        amount: written(random, size + 1),
        currency: currency ?? 'EUR',
      })
      later.push({ ...changed, drawn: null, right: ['409 different'] })
    }
  }
  return { first, later }

  function forged(n: number, real: Sent): Sent {
    const other = oneOf(senders.filter(({ key }) => key !== real.key))
    const made = { ...real, drawn: null, right: ['403 signature'] }
    switch (n % 16) {
      case 0:
        return { ...made, what: 'no signature', signature: null }
      case 2:
        return { ...made, what: 'the secret of another', signature: sign(other.secret, real.text) }
      case 4:
        return { ...made, what: 'a changed text', text: real.text.replace(/t(\d)/, 't9$1') }
      case 6:
        return {
          ...made,
          what: 'an added field',
          form: 'form',
          text: `${real.text}&amount=9999&currency=EUR`,
        }
      case 8:
        return { ...made, what: 'a shortened signature', signature: real.signature?.slice(0, -2) ?? '' }
      case 10:
        return { ...made, what: 'the address of another', key: other.key }
      case 12:
        return { ...made, what: 'no such address', key: `${real.key}x`, right: ['404 unknown-sender'] }
      default: {
        const text = textOf('form', [
          ['transaction', `f${n}`],
          ['kind', 'revenue'],
          ['amount', oneOf(['1,5', '1.234', '1e5', '', 'NaN', '0x10', '9999999999999', '٣'])],
          ['currency', 'EUR'],
        ])
        const signature = sign(real.drawn?.sender.secret ?? '', text)
        return { ...made, what: 'a wrong amount', form: 'form', text, signature, right: ['400 fields'] }
      }
    }
  }
}

/** Hundredths in one of the ways in which senders write them: 1250 is '12.5', '12.50' or '+12.50'. */
function written(random: () => number, cents: number): string {
  const [whole, part] = [Math.floor(cents / 100), String(cents % 100).padStart(2, '0')]
  const short = part === '00' ? String(whole) : `${whole}.${part.replace(/0$/, '')}`
  return random() < 0.5 ? short : `${random() < 0.2 ? '+' : ''}${whole}.${part}`
}

const cased = (random: () => number, text: string) => (random() < 0.2 ? text.toLowerCase() : text)

function textOf(form: Form, fields: readonly [string, string][]): string {
  return form === 'json'
    ? JSON.stringify(Object.fromEntries(fields))
    : String(new URLSearchParams([...fields]))
}

const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
