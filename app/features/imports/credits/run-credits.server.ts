import type { Kysely } from 'kysely'
import type { RunRecord } from '#app/features/runs/runs.server.ts'
import { RunError } from '#app/features/runs/schema.ts'
import type { Quota, Source, SourceRequest } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import { FetchError } from '#app/platform/http/fetch-guarded.server.ts'
import type { ImportCounts } from '../schema.ts'
import {
  type Account,
  creditsForLists,
  findAccount,
  type Reserved,
  reserveCredits,
  settleCredits,
  spentOn,
} from './credits.server.ts'

/** The credits that the requests of one run cost: nothing where its source sells none. */
export class RunCredits {
  readonly #db: Kysely<DB>
  readonly #source: Source
  readonly #run: RunRecord<ImportCounts>
  #account: Promise<Account | null> | undefined
  /** The remaining credits that the source reported. */
  #left: number | null = null
  /** Credits that this attempt of the run has spent. */
  spent = 0

  constructor(db: Kysely<DB>, source: Source, run: RunRecord<ImportCounts>) {
    this.#db = db
    this.#source = source
    this.#run = run
  }

  /**
   * Reserves what a request costs at most.
   * @param kept credits of the day that remain for other requests
   * @throws RunError credits_used_up
   */
  async reserve(request: SourceRequest, kept: number): Promise<Reserved | null> {
    const cost = this.#source.cost?.(request) ?? 0
    const account = await this.#find()
    if (!account || cost === 0) return null
    if (this.#left !== null && this.#left < cost) {
      throw new RunError(
        'credits_used_up',
        `The source has ${this.#left} left; a request costs up to ${cost}.`,
      )
    }
    const now = new Date()
    const reserved = await reserveCredits(this.#db, account, { cost, kept, now })
    if (reserved) return reserved
    const spent = await spentOn(this.#db, account, now)
    const forLists = kept > 0 ? `, ${kept} are for lists` : ''
    throw new RunError(
      'credits_used_up',
      `${spent} of ${account.limit} a day are spent${forLists}; a request costs up to ${cost}.`,
    )
  }

  /** Settles a request that was answered. Without a cost in the answer, it cost what was reserved. */
  async settle(reserved: Reserved | null, told: Quota | null): Promise<void> {
    this.#left = told?.remaining ?? this.#left
    if (reserved) await this.#settle(reserved, told?.cost ?? reserved.cost)
  }

  /** A rejected request costs nothing. The cost of a request without an answer is unknown, so it stays reserved. */
  async settleFailed(reserved: Reserved | null, error: unknown): Promise<void> {
    const cause = error instanceof RunError ? error.cause : undefined
    const isRejected = cause instanceof FetchError && cause.code === 'http_status'
    if (reserved && isRejected) await this.#settle(reserved, 0)
  }

  /** Credits of the day that the lists of a schedule still need, each of which costs as much as this one. */
  async forLists(list: SourceRequest, now: Date): Promise<number> {
    const account = await this.#find()
    return account ? creditsForLists(account, this.#source.cost?.(list) ?? 0, now) : 0
  }

  #find(): Promise<Account | null> {
    this.#account ??= findAccount(this.#db, this.#source, this.#run.id)
    return this.#account
  }

  async #settle(reserved: Reserved, cost: number): Promise<void> {
    const account = await this.#find()
    if (account) await settleCredits(this.#db, account, reserved, cost)
    this.#run.counts.credits += cost
    this.spent += cost
  }
}
