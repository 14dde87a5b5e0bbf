import { RunError } from '#app/features/runs/schema.ts'
import type {
  EventItem,
  ListedEvent,
  PricesItem,
  Source,
  SourceContext,
  SourceRequest,
  WarningCode,
} from '#app/features/sources/contract.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import type { RunCredits } from '../credits/run-credits.server.ts'
import type { FeedReader } from './feed-reader.server.ts'

/** After so many failures in a row no further event is requested. */
const MOST_FAILURES = 3
/** Attempts at the details of an event: the next run requests them again. */
const ATTEMPTS = 2

/** Which details a run requests: of the listed events that begin within so many hours. */
export interface DetailRequests {
  request: (event: ListedEvent) => SourceRequest
  horizonHours: number
}

/** The details of an event, or events whose details were not requested or did not arrive. */
export type EventDetails =
  | { kind: 'read'; confirmedAt: Date; items: PricesItem[] }
  | {
      kind: 'left'
      events: readonly ListedEvent[]
      reason: Extract<WarningCode, 'credits_used_up' | 'detail_failed'>
      error: RunError
    }

interface DetailsContext extends Pick<SourceContext, 'bookmaker' | 'mapped'> {
  reader: FeedReader
  source: Source
  credits: RunCredits
  signal: AbortSignal
  /** The first position after the items of the list. */
  position: number
  onRequest(): void
  onItem(item: EventItem): void
}

/**
 * Requests the details of the events that begin soon, one by one and the soonest first, as far as the credits allow. An
 * event whose request fails is skipped, so that the others keep theirs.
 */
export async function* readEventDetails(
  events: Iterable<ListedEvent>,
  { request, horizonHours }: DetailRequests,
  context: DetailsContext,
): AsyncGenerator<EventDetails> {
  const now = new Date()
  const until = now.getTime() + horizonHours * HOUR_MS
  const due = [...events]
    .filter(({ start }) => start > now && start.getTime() <= until)
    .sort((a, b) => a.start.getTime() - b.start.getTime())
  const kept = await context.credits.forLists(context.reader.first, now)
  let failures = 0
  for (const [index, event] of due.entries()) {
    context.signal.throwIfAborted()
    context.onRequest()
    let details: EventDetails
    try {
      details = await readDetails(request(event), event, {
        ...context,
        position: context.position + index,
        kept,
      })
      failures = 0
    } catch (error) {
      if (context.signal.aborted || !(error instanceof RunError)) throw error
      if (error.code === 'credits_used_up') {
        yield { kind: 'left', events: due.slice(index), reason: 'credits_used_up', error }
        return
      }
      failures += 1
      yield { kind: 'left', events: [event], reason: 'detail_failed', error }
      if (failures < MOST_FAILURES) continue
      yield { kind: 'left', events: due.slice(index + 1), reason: 'detail_failed', error }
      return
    }
    yield details
  }
}

/** The prices of the requested event. Other items of the response are skipped. */
async function readDetails(
  request: SourceRequest,
  { externalId }: ListedEvent,
  { reader, source, bookmaker, mapped, onItem, position, kept }: DetailsContext & { kept: number },
): Promise<EventDetails> {
  const { confirmedAt, stream } = await reader.request(request, { kept, attempts: ATTEMPTS })
  const items: PricesItem[] = []
  const origin = redactAddress(request.address)
  for await (const item of source.parse(stream, { confirmedAt, bookmaker, origin, mapped })) {
    if (item.kind !== 'event' || item.externalId !== externalId) continue
    onItem(item)
    const { quotes, offers, part = null, unknownMarkets = [], warnings, home, away } = item
    items.push({
      kind: 'prices',
      position,
      externalId,
      sides: { home, away },
      quotes,
      ...(offers ? { offers } : {}),
      part,
      unknownMarkets,
      warnings,
    })
  }
  if (items.length === 0) throw new RunError('unexpected_body', 'The response is not of the requested event.')
  return { kind: 'read', confirmedAt, items }
}
