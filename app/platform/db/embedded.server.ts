import { type DatabaseConnection, type Driver, type Kysely, PGliteDialect, PostgresAdapter } from 'kysely'
import type { Embedded } from './embedded-types.ts'
import { GuardedKysely, refuseOuterQuery } from './guarded.server.ts'

/**
 * Kysely on the embedded database. Its one connection belongs to one flow at a time, from the first statement of a
 * transaction to its end. A flow that would wait for itself fails immediately (architecture, section 2).
 */
export function createEmbeddedKysely<DB>(pglite: Embedded): Kysely<DB> {
  return new GuardedKysely<DB>({ dialect: new ExclusiveDialect(pglite) })
}

class ExclusiveDialect extends PGliteDialect {
  readonly #pglite: Embedded

  constructor(pglite: Embedded) {
    super({ pglite })
    this.#pglite = pglite
  }

  // The driver excludes other flows itself (below): Kysely's mutex would wait before the driver could check.
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
    refuseOuterQuery()
    // Inside a transaction this would never resolve.
    if (this.#pglite.closed) throw new Error('The embedded database is closed.')
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    return this.#driver.acquireConnection()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await this.#driver.releaseConnection(connection)
    const next = this.#waiting.shift()
    // Passed on directly to the next flow, so that the order is kept.
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
