import { z } from 'zod'

/** The largest file of a report. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024

/** What a bookmaker reports of a player: what happened, and what the site earns with it. */
export const KINDS = ['registration', 'deposit', 'revenue', 'chargeback'] as const
export type Kind = (typeof KINDS)[number]

/** One transaction of a sender. */
export interface Transaction {
  /** The sender's id of it. */
  transaction: string
  kind: Kind
  /** The site's commission in the currency, with two decimals; negative for a chargeback. */
  amount: string
  /** ISO 4217. */
  currency: string
  happenedAt: Date
  clickId: string | null
  /** The id of the bookmaker that a row of a report names; undefined if it names none. */
  bookmakerId?: string | null
}

/** The currency of a transaction without an amount (ISO 4217: no currency). */
export const NO_CURRENCY = 'XXX'

/** At most 12 digits before the decimal point, as the column has. */
export const AMOUNT = /^[+-]?\d{1,12}(\.\d{1,2})?$/
const FUTURE_MS = 24 * 3_600_000
const EARLIEST = new Date('2000-01-01T00:00:00Z')

const optional = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default(null)

/** Without control characters and halves of characters, which the database cannot store or nobody can type. */
function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}

/** ISO 8601 with a zone, a day (UTC), or seconds since 1970; null for another text. */
export function instantOf(text: string): Date | null {
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1_000)
  return z.union([z.iso.datetime({ offset: true }), z.iso.date()]).safeParse(text).success
    ? new Date(text)
    : null
}

const instant = z
  .string()
  .trim()
  .transform((text, context) => {
    const at = instantOf(text)
    if (at && at >= EARLIEST && at.getTime() <= Date.now() + FUTURE_MS) return at
    context.addIssue({ code: 'custom', message: 'time' })
    return z.NEVER
  })

/**
 * The fields of a postback, or of a row of a report. The messages are codes. A registration or deposit without an amount earns
 * nothing; a chargeback takes its amount away, whichever sign it has.
 */
export const transactionFields = z
  .object({
    transaction: z
      .string('required')
      .trim()
      .min(1, 'required')
      .max(200, 'too-long')
      .refine(isPlain, 'characters'),
    kind: z.enum(KINDS, 'kind'),
    amount: optional.refine((text) => text === null || AMOUNT.test(text), 'amount'),
    currency: optional
      .transform((text) => text?.toUpperCase() ?? null)
      .refine((text) => text === null || /^[A-Z]{3}$/.test(text), 'currency'),
    time: instant.optional(),
    click_id: optional
      .refine((text) => text === null || text.length <= 100, 'too-long')
      .refine((text) => text === null || isPlain(text), 'characters'),
  })
  .superRefine(({ kind, amount, currency }, context) => {
    const earns = kind === 'revenue' || kind === 'chargeback'
    if (amount === null && earns) context.addIssue({ code: 'custom', path: ['amount'], message: 'required' })
    if (amount !== null && currency === NO_CURRENCY)
      context.addIssue({ code: 'custom', path: ['currency'], message: 'currency' })
    if (amount !== null && currency === null)
      context.addIssue({ code: 'custom', path: ['currency'], message: 'required' })
  })
  .transform(
    ({ transaction, kind, amount, currency, time, click_id }): Transaction => ({
      transaction,
      kind,
      amount: signed(kind, amount ?? '0'),
      currency: currency ?? NO_CURRENCY,
      happenedAt: time ?? new Date(),
      clickId: click_id,
    }),
  )

function signed(kind: Kind, amount: string): string {
  const bare = amount.replace(/^[+-]/, '')
  return kind === 'chargeback' || amount.startsWith('-') ? `-${bare}` : bare
}
