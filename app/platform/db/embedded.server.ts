import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type ConnectionBuilder,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PGliteDialect,
  PostgresAdapter,
  type TransactionBuilder,
} from 'kysely'
import type { Embedded } from './embedded-types.ts'

/**
 * Set in a flow that holds the connection, so that a query of the same flow on the outer handle is noticed. What the
 * flow began and did not wait for may go on after it: that has nothing to wait for any more.
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

/** Runs something that is no part of the transaction in whose flow it happens to start. */
export function outsideTransactions<T>(run: () => T): T {
  return insideTransaction.exit(run)
}

/** A query on the outer handle inside an open transaction: embedded, it would wait for itself for ever. */
export class OuterQueryError extends Error {
  override name = 'OuterQueryError'
  constructor() {
    super(
      'A query uses the outer database handle inside an open transaction. The embedded database has one connection, ' +
        "so it would wait for ever: pass the transaction's own handle (trx) down instead.",
    )
  }
}

/**
 * Kysely on the embedded database. Its one connection belongs to one flow at a time, from the first statement of a
 * transaction to its end, and a flow that would wait for itself fails at once instead (architecture, section 2).
 */
export function createEmbeddedKysely<DB>(pglite: Embedded): Kysely<DB> {
  return new EmbeddedKysely<DB>({ dialect: new ExclusiveDialect(pglite) })
}

class EmbeddedKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return markTransaction(super.transaction())
  }

  override connection(): ConnectionBuilder<DB> {
    const builder = super.connection()
    const execute = builder.execute.bind(builder)
    builder.execute = (run) => execute((db) => holdingConnection(() => run(db)))
    return builder
  }

  /** Not to be had: nothing would tell which of the flow's queries come inside. */
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

class ExclusiveDialect extends PGliteDialect {
  readonly #pglite: Embedded

  constructor(pglite: Embedded) {
    super({ pglite })
    this.#pglite = pglite
  }

  // Exclusion is the driver's own (below): Kysely's mutex would be waited for before the driver could look.
  override createAdapter() {
    return new PostgresAdapter()
  }

  override createDriver(): Driver {
    return new ExclusiveDriver(super.createDriver(), this.#pglite)
  }
}

class ExclusiveDriver implements Driver {
  readonly #driver: Driver
  readonly #pglite: Embedded
  readonly #waiting: (() => void)[] = []
  #taken = false

  constructor(driver: Driver, pglite: Embedded) {
    this.#driver = driver
    this.#pglite = pglite
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (insideTransaction.getStore()?.open) throw new OuterQueryError()
    // A transaction would wait for its beginning for ever.
    if (this.#pglite.closed) throw new Error('The embedded database is closed.')
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    return this.#driver.acquireConnection()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await this.#driver.releaseConnection(connection)
    const next = this.#waiting.shift()
    // Handed over without being free in between, so that nobody overtakes.
    if (next) next()
    else this.#taken = false
  }

  init: Driver['init'] = (...args) => this.#driver.init(...args)
  destroy: Driver['destroy'] = (...args) => this.#driver.destroy(...args)
  beginTransaction: Driver['beginTransaction'] = (...args) => this.#driver.beginTransaction(...args)
  commitTransaction: Driver['commitTransaction'] = (...args) => this.#driver.commitTransaction(...args)
  rollbackTransaction: Driver['rollbackTransaction'] = (...args) => this.#driver.rollbackTransaction(...args)
  savepoint: Driver['savepoint'] = (...args) => this.#driver.savepoint?.(...args) ?? Promise.resolve()
  rollbackToSavepoint: Driver['rollbackToSavepoint'] = (...args) =>
    this.#driver.rollbackToSavepoint?.(...args) ?? Promise.resolve()
  releaseSavepoint: Driver['releaseSavepoint'] = (...args) =>
    this.#driver.releaseSavepoint?.(...args) ?? Promise.resolve()
}
