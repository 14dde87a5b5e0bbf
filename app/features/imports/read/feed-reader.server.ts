import type { Kysely } from 'kysely'
import type { FeedItem, Source, SourceContext, SourceRequest } from '#app/features/sources/contract.ts'
import { waitForTurn } from '#app/features/sources/pace.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { saveQuota } from '../credits/quota.server.ts'
import type { RunCredits } from '../credits/run-credits.server.ts'
import { type BodyOptions, isWebAddress, type OpenBody, openBody } from './open-body.server.ts'
import type { Patience } from './patience.ts'

/** Pages of one response; no source has nearly as many. */
const MOST_PAGES = 100

interface FeedReaderOptions {
  source: Source
  /** A file's path or an http(s) address. */
  origin: string
  fetch: BodyOptions | undefined
  runId: string
  credits: RunCredits
  patience: Patience
  signal: AbortSignal
  onAttempt(attempt: number): void
  /** Called for each chunk of a body. */
  onChunk(length: number, body: OpenBody): void
}

interface RequestLimits {
  /** Credits of the day that remain for other requests. */
  kept?: number
  /** Attempts at the request. */
  attempts?: number
}

/** Fetches a feed page by page, and parses its items. */
export class FeedReader {
  readonly #db: Kysely<DB>
  readonly #options: FeedReaderOptions

  constructor(db: Kysely<DB>, options: FeedReaderOptions) {
    this.#db = db
    this.#options = options
  }

  /** The request for the feed. */
  get first(): SourceRequest {
    const { origin, fetch } = this.#options
    return { address: origin, ...(fetch?.headers ? { headers: fetch.headers } : {}) }
  }

  /** Opens a page of the response. */
  open(page: number): Promise<OpenBody> {
    const { first } = this
    return this.request(page > 1 ? (this.#options.source.page?.(first, page) ?? first) : first)
  }

  /**
   * Makes a request of the source, at the pace and for the credits that it allows, and stores the remaining quota.
   * @throws RunError credits_used_up
   */
  async request(
    { address, headers = {} }: SourceRequest,
    { kept = 0, ...limits }: RequestLimits = {},
  ): Promise<OpenBody> {
    const { source, fetch, runId, credits, patience, signal, onAttempt } = this.#options
    const { key, pace, quota } = source
    const isWeb = isWebAddress(address)
    // A request that is not made costs nothing.
    patience.check()
    const reserved = isWeb ? await credits.reserve({ address, headers }, kept) : null
    if (pace && isWeb) await waitForTurn(this.#db, { name: key, ...pace }, { signal })
    const limit = new AbortController()
    const options = {
      ...fetch,
      ...limits,
      headers,
      onAttempt,
      ...(Number.isFinite(patience.leftMs) ? { answerWithinMs: patience.leftMs } : {}),
      signal: AbortSignal.any([signal, limit.signal]),
    }
    let body: OpenBody
    try {
      body = await patience.wait(limit, () => openBody(address, options))
    } catch (error) {
      await credits.settleFailed(reserved, error)
      throw error
    }
    const left = quota?.(body.headers) ?? null
    if (left) await saveQuota(this.#db, { source: key, runId, quota: left })
    await credits.settle(reserved, left)
    return { ...body, stream: patience.read(limit, body.stream) }
  }

  /** The items of all pages, numbered continuously. */
  async *items(
    first: OpenBody,
    context: Omit<SourceContext, 'confirmedAt' | 'onPages' | 'onLastPage'>,
  ): AsyncGenerator<FeedItem> {
    const { source, origin } = this.#options
    let pages = 1
    let before = 0
    for (let page = 1; page <= pages; page += 1) {
      const body = page === 1 ? first : await this.open(page)
      const items = source.parse(this.#chunks(body), {
        ...context,
        confirmedAt: body.confirmedAt,
        onPages: (count) => {
          if (page === 1 && source.page && isWebAddress(origin)) pages = Math.min(count, MOST_PAGES)
        },
        onLastPage: () => {
          pages = page
        },
      })
      const offset = before
      for await (const item of items) {
        before = offset + item.position + 1
        yield offset === 0 ? item : { ...item, position: offset + item.position }
      }
    }
  }

  async *#chunks(body: OpenBody): AsyncGenerator<Uint8Array> {
    const { signal, onChunk } = this.#options
    for await (const chunk of body.stream) {
      signal.throwIfAborted()
      onChunk(chunk.length, body)
      yield chunk
    }
  }
}
