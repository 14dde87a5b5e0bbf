import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { FetchError, type FetchErrorCode, fetchGuarded } from '#app/platform/http/fetch-guarded.server.ts'
import { waitForTurn } from '../pace.server.ts'
import sportsDb from './index.ts'
import { ENDPOINTS, type Endpoint, ItemError } from './schema.ts'

/** Requests that long runs leave free for an administrator who waits for one score. */
const KEPT_FOR_SCREENS = 5
const { key: PACE_NAME, pace: PACE } = sportsDb
/** The wait after a 429 that does not state one. */
const PAUSE_AFTER_429_S = 10
const LONGEST_PAUSE_AFTER_429_S = 300
const MAX_BYTES = 32 * 1024 * 1024
const TRIES = 4
const RETRY_MS = 1_000

/** The address and key of TheSportsDB; the key never leaves the server. */
export interface SportsDbAccess {
  /** Without the key, such as `https://www.thesportsdb.com/api/v1/json`. */
  url: string
  key: string
  allowPrivateAddresses: boolean
}

export interface SportsDbOptions {
  /** Whether it is a long run, which leaves requests free for others. */
  inBulk?: boolean
  signal?: AbortSignal
  /** Called before a wait for the rate limit, with its length. */
  onWait?: (ms: number) => void
  /** For tests. */
  pace?: { requests: number; seconds: number }
  retryMs?: number
  headersTimeoutMs?: number
  idleTimeoutMs?: number
}

/** Why an answer could not be used. */
export type SportsDbErrorCode = FetchErrorCode | 'not_json' | 'error_answer' | 'unexpected_body'

export interface SportsDbFailure {
  kind: 'failed'
  code: SportsDbErrorCode
  /** The HTTP status, if there was an answer. */
  status: number | undefined
  /** For the log, without the key. */
  message: string
}

export interface RejectedSportsDbItem {
  reason: ItemError['reason']
  detail: string
}

export type SportsDbAnswer<Item> =
  | { kind: 'items'; items: Item[]; rejected: RejectedSportsDbItem[] }
  | SportsDbFailure

/** Codes after which the next request would fail in the same way. */
const HOPELESS_STATUS = new Set([400, 401, 402, 403])

export function isHopeless({ code, status }: SportsDbFailure): boolean {
  return code === 'address_refused' || (code === 'http_status' && HOPELESS_STATUS.has(status ?? 0))
}

/** Sends requests to TheSportsDB, within its rate limit over all processes of the site. */
export class SportsDb {
  readonly #db: Kysely<DB>
  readonly #access: SportsDbAccess
  readonly #options: SportsDbOptions

  constructor(db: Kysely<DB>, access: SportsDbAccess, options: SportsDbOptions = {}) {
    this.#db = db
    this.#access = access
    this.#options = options
  }

  /**
   * The items of an endpoint's answer; an empty list when the answer is null or empty. An unreadable item is rejected
   * with its reason. Throws the signal's reason when it aborts the request.
   */
  async ask<Item>(
    endpoint: Endpoint,
    params: Record<string, string>,
    read: (value: unknown) => Item,
  ): Promise<SportsDbAnswer<Item>> {
    const answer = await this.askRaw(endpoint, params)
    if (answer.kind === 'failed') return answer
    const list = findList(endpoint, answer.value)
    if (!Array.isArray(list)) return list
    const items: Item[] = []
    const rejected: RejectedSportsDbItem[] = []
    for (const value of list) {
      try {
        items.push(read(value))
      } catch (error) {
        if (!(error instanceof ItemError)) throw error
        rejected.push({ reason: error.reason, detail: `${endpoint}: ${error.message}` })
      }
    }
    return { kind: 'items', items, rejected }
  }

  /** The unchanged answer, for the administrators' proxy. */
  async askRaw(
    endpoint: Endpoint,
    params: Record<string, string>,
  ): Promise<{ kind: 'answer'; value: unknown } | SportsDbFailure> {
    const { signal, retryMs = RETRY_MS } = this.#options
    for (let attempt = 1; ; attempt += 1) {
      await this.#takeSlot()
      const answer = await this.#request(endpoint, params)
      if (answer.kind === 'answer' || attempt === TRIES || !isPassing(answer)) return answer
      if (answer.status === 429) await this.#pause(answer.retryAfter ?? PAUSE_AFTER_429_S)
      else await delay(retryMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2), undefined, { signal })
    }
  }

  /** Waits until the requests of the last minute are below the limit. */
  #takeSlot(): Promise<void> {
    const { signal, onWait, inBulk, pace = PACE } = this.#options
    const requests = inBulk ? Math.max(1, pace.requests - KEPT_FOR_SCREENS) : pace.requests
    return waitForTurn(this.#db, { ...pace, name: PACE_NAME, requests }, { signal, onWait })
  }

  /** Blocks the requests of every process for a period. */
  async #pause(seconds: number): Promise<void> {
    const pause = Math.min(seconds, LONGEST_PAUSE_AFTER_429_S)
    await sql`update request_paces
      set paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => ${pause}::float8))
      where name = ${PACE_NAME}`.execute(this.#db)
  }

  async #request(endpoint: Endpoint, params: Record<string, string>): Promise<Answer> {
    const { url, key, allowPrivateAddresses } = this.#access
    const { signal, headersTimeoutMs = 30_000, idleTimeoutMs = 15_000 } = this.#options
    const query = new URLSearchParams(params).toString()
    const address = `${url.replace(/\/+$/, '')}/${encodeURIComponent(key)}/${endpoint}${query && `?${query}`}`
    try {
      const { body } = await fetchGuarded(address, {
        allowPrivateAddresses,
        maxBytes: MAX_BYTES,
        attempts: 1,
        headersTimeoutMs,
        idleTimeoutMs,
        totalTimeoutMs: 120_000,
        ...(signal ? { signal } : {}),
      })
      return parseBody(await readAll(body))
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof FetchError)) throw error
      const { code, status, retryAfter } = error
      // A server can repeat the address in its error.
      return { kind: 'failed', code, status, message: error.message.replaceAll(key, '***'), retryAfter }
    }
  }
}

type Answer = { kind: 'answer'; value: unknown } | (SportsDbFailure & { retryAfter?: number | undefined })

function isPassing({ code, status }: SportsDbFailure): boolean {
  if (code === 'http_status') return status === 429 || (status ?? 0) >= 500
  return ['unreachable', 'timed_out', 'cut_short', 'not_json'].includes(code)
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim()
}

function parseBody(text: string): Answer {
  if (text === '') return { kind: 'answer', value: null }
  try {
    return { kind: 'answer', value: JSON.parse(text) as unknown }
  } catch {
    return failure('not_json', `The answer is not JSON: ${excerpt(text)}`)
  }
}

/** The list in an answer. Anything else in its place is an error that came with HTTP 200. */
function findList(endpoint: Endpoint, value: unknown): unknown[] | SportsDbFailure {
  if (value === null) return []
  if (typeof value === 'string') return failure('error_answer', excerpt(value))
  if (typeof value !== 'object' || Array.isArray(value)) {
    return failure('unexpected_body', excerpt(JSON.stringify(value)))
  }
  const answer = value as Record<string, unknown>
  for (const name of ENDPOINTS[endpoint]) {
    const list = answer[name]
    if (Array.isArray(list)) return list
    if (list === null || list === '') return []
    if (typeof list === 'string') return failure('error_answer', excerpt(list))
    if (list !== undefined) return failure('unexpected_body', excerpt(JSON.stringify(list)))
  }
  const message = answer.Message ?? answer.message ?? answer.error
  if (typeof message === 'string') return failure('error_answer', excerpt(message))
  return failure('unexpected_body', excerpt(JSON.stringify(value)))
}

function failure(code: SportsDbErrorCode, message: string): SportsDbFailure {
  return { kind: 'failed', code, status: undefined, message }
}

const excerpt = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)
