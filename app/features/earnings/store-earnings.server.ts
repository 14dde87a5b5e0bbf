import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { NO_CURRENCY, type Transaction } from './schema.ts'

/** `different`: the sender has reported a transaction of this id with other values. The first report stays. */
export type Stored = 'stored' | 'duplicate' | 'different'

/** The largest number of rows of a statement. */
const ROWS = 1_000

/**
 * Stores transactions of a sender, each once. Reports of one transaction that arrive at the same time wait for each other.
 * @param only `preview` stores nothing; `importId` is the batch of an imported report
 * @returns the outcome of each, in order
 */
export async function storeEarnings(
  db: Kysely<DB>,
  senderId: string,
  transactions: readonly Transaction[],
  only: 'preview' | { importId: string | null } = { importId: null },
): Promise<Stored[]> {
  const outcomes: Stored[] = []
  // Also of earlier batches: a preview stores none of them.
  const reported = new Map<string, Known>()
  for (let from = 0; from < transactions.length; from += ROWS) {
    const batch = transactions.slice(from, from + ROWS)
    const inserted =
      only === 'preview' ? new Set<string>() : await insertNew(db, { senderId, ...only }, batch)
    const known = await readKnown(db, senderId, batch)
    for (const transaction of batch) {
      const stored = known.get(transaction.transaction) ?? reported.get(transaction.transaction)
      if (!stored || inserted.delete(transaction.transaction)) outcomes.push('stored')
      else outcomes.push(isSame(stored, transaction) ? 'duplicate' : 'different')
      reported.set(transaction.transaction, stored ?? transaction)
    }
  }
  return outcomes
}

/** @returns the ids of the transactions that were new */
async function insertNew(
  db: Kysely<DB>,
  { senderId, importId }: { senderId: string; importId: string | null },
  batch: readonly Transaction[],
): Promise<Set<string>> {
  const first = new Map<string, Transaction>()
  for (const one of batch) if (!first.has(one.transaction)) first.set(one.transaction, one)
  const rows = [...first.values()].map((one) => ({
    sender_id: senderId,
    transaction: one.transaction,
    kind: one.kind,
    amount: sql<number>`${one.amount}::numeric`,
    currency: one.currency,
    happened_at: one.happenedAt,
    click_id: one.clickId,
    import_id: importId,
    bookmaker_id: one.bookmakerId ?? null,
  }))
  const inserted = await db
    .insertInto('earnings')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['sender_id', 'transaction']).doNothing())
    .returning('transaction')
    .execute()
  return new Set(inserted.map(({ transaction }) => transaction))
}

type Known = Pick<Transaction, 'kind' | 'amount' | 'currency' | 'clickId'>

async function readKnown(
  db: Kysely<DB>,
  senderId: string,
  batch: readonly Transaction[],
): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('earnings')
    .select(['transaction', 'kind', 'currency', 'click_id', sql<string>`amount::text`.as('amount')])
    .where('sender_id', '=', senderId)
    .where(
      'transaction',
      'in',
      batch.map(({ transaction }) => transaction),
    )
    .execute()
  return new Map(
    rows.map((row) => [
      row.transaction,
      {
        kind: row.kind as Transaction['kind'],
        amount: row.amount,
        currency: row.currency,
        clickId: row.click_id,
      },
    ]),
  )
}

/** What transactions earn in each currency, the names of the currencies in order. */
export function sumsOf(transactions: readonly Transaction[]): { currency: string; amount: string }[] {
  const cents = new Map<string, bigint>()
  for (const { currency, amount } of transactions)
    if (currency !== NO_CURRENCY) cents.set(currency, (cents.get(currency) ?? 0n) + toCents(amount))
  return [...cents]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, sum]) => ({ currency, amount: fromCents(sum) }))
}

/** Times are not compared: a sender that names none reports the same transaction at another time. */
function isSame(stored: Known, reported: Known): boolean {
  return (
    stored.kind === reported.kind &&
    toCents(stored.amount) === toCents(reported.amount) &&
    stored.currency === reported.currency &&
    stored.clickId === reported.clickId
  )
}

/** Hundredths as a whole number: '-12.5' is -1250n. */
function toCents(amount: string): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.')
  const cents = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
  return amount.startsWith('-') ? -cents : cents
}

function fromCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
