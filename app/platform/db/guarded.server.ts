import { AsyncLocalStorage } from 'node:async_hooks'
import { type ConnectionBuilder, Kysely, type TransactionBuilder } from 'kysely'

/**
 * Set in a flow that holds the connection, so that a query of the same flow on the outer handle is detected. Work that
 * the flow started without awaiting it can continue afterwards, and is then free to query.
 */
const insideTransaction = new AsyncLocalStorage<{ open: boolean }>()

async function holdingConnection<T>(run: () => Promise<T>): Promise<T> {
  const flow = { open: true }
  try {
    return await insideTransaction.run(flow, run)
  } finally {
    flow.open = false
  }
}

/** Runs work that is not part of the transaction in whose flow it starts. */
export function outsideTransactions<T>(run: () => T): T {
  return insideTransaction.exit(run)
}

/** A query on the outer handle inside an open transaction: embedded, it would never resolve. */
export class OuterQueryError extends Error {
  override name = 'OuterQueryError'
  constructor() {
    super(
      'A query uses the outer database handle inside an open transaction. The embedded database has one connection, ' +
        "so it would wait for ever: pass the transaction's own handle (trx) down instead.",
    )
  }
}

/** @throws OuterQueryError when the flow that requests a connection already holds one */
export function refuseOuterQuery(): void {
  if (insideTransaction.getStore()?.open) throw new OuterQueryError()
}

/** Kysely that marks the flows of its transactions, so that a driver can reject their queries on the outer handle. */
export class GuardedKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return markTransaction(super.transaction())
  }

  override connection(): ConnectionBuilder<DB> {
    const builder = super.connection()
    const execute = builder.execute.bind(builder)
    builder.execute = (run) => execute((db) => holdingConnection(() => run(db)))
    return builder
  }

  /** Not supported: it would be unknown which of the flow's queries are inside. */
  override startTransaction(): never {
    throw new Error('Use transaction().execute(): a transaction without a callback cannot be guarded.')
  }
}

function markTransaction<DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  return new Proxy(builder, {
    get(target, name) {
      if (name === 'execute') {
        return <T>(run: Parameters<TransactionBuilder<DB>['execute']>[0]) =>
          target.execute((trx) => holdingConnection(() => run(trx))) as Promise<T>
      }
      const value = Reflect.get(target, name, target)
      return typeof value === 'function'
        ? (...args: unknown[]) => markTransaction(value.apply(target, args))
        : value
    },
  })
}
