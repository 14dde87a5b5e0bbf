import { isEnded, scoreCodeOf } from '#app/features/matches/score-codes.ts'
import { RunError } from '#app/features/runs/schema.ts'
import type { FeedItem, ReasonCode, SourceContext } from '../contract.ts'
import { type JsonPart, JsonParts, parsePart } from '../json-parts.ts'
import { asRecord, cleanText, excerpt, isTooLong, readInstant, sameText } from '../reading.ts'
import { ItemError, readEvent, type SportsDbEvent } from './schema.ts'

/** Members in which its endpoints return events. */
const LISTS: ReadonlySet<string> = new Set(['event', 'events', 'results'])
const REASONS: Record<ItemError['reason'], ReasonCode> = {
  invalid_id: 'missing_id',
  missing_name: 'missing_team',
  invalid_score: 'invalid_score',
  not_an_item: 'not_an_event',
}

/** The events of an answer (searchevents, eventsday, eventslast ...); those that have ended include their results. */
export async function* parseEvents(
  body: AsyncIterable<Uint8Array>,
  _context: SourceContext,
): AsyncGenerator<FeedItem> {
  let position = 0
  let hasList = false
  const parts = new JsonParts({
    opens: (path) => {
      hasList ||= isList(path)
      return path.length === 0 || isList(path)
    },
  })
  const members: Record<string, unknown> = {}
  for await (const chunk of body) {
    for (const part of parts.push(chunk)) {
      const [first, index] = part.path
      const isItem = index !== undefined || typeof first === 'number'
      hasList ||= isItem || LISTS.has(String(first))
      if (isItem) yield readItem(part, position++)
      else members[`_${first}`] = parsePart(part)
    }
  }
  parts.end()
  if (position > 0) return
  const [text] = Object.values(members).filter((value) => typeof value === 'string')
  if (text !== undefined) {
    throw new RunError('error_answer', `TheSportsDB answered with an error: ${excerpt(text)}`)
  }
  if (parts.root === 'object' && !hasList) {
    throw new RunError('unexpected_body', 'The answer of TheSportsDB lists no events.')
  }
}

const isList = (path: readonly (string | number)[]) => path.length === 1 && LISTS.has(String(path[0]))

function readItem(part: JsonPart, position: number): FeedItem {
  if (part.problem) return { kind: 'rejected', position, reason: part.problem, detail: '' }
  const value = parsePart(part)
  if (value === undefined) {
    return { kind: 'rejected', position, reason: 'malformed_json', detail: excerpt(part.text) }
  }
  try {
    return toItem(readEvent(value), position)
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    const externalId = cleanText(asRecord(value)?.idEvent)
    const id = externalId ? { externalId } : {}
    return { kind: 'rejected', position, ...id, reason: REASONS[error.reason], detail: error.message }
  }
}

function toItem(event: SportsDbEvent, position: number): FeedItem {
  const externalId = String(event.event_id)
  const { home_team: home, away_team: away, home_score, away_score, sport, league_name: league } = event
  const reject = (reason: ReasonCode, detail: string): FeedItem => ({
    kind: 'rejected',
    position,
    externalId,
    reason,
    detail: detail.slice(0, 200),
  })
  const pairing = `${home ?? '?'} - ${away ?? '?'}`
  if (!home || !away) return reject('missing_team', pairing)
  if (sameText(home, away)) return reject('same_team', pairing)
  if (!sport || !league) return reject('missing_place', `${sport ?? '?'} / ${league ?? '?'}`)
  const category = event.country ?? 'International'
  if (isTooLong(home, away, sport, league, category)) return reject('name_too_long', pairing)
  const start = event.event_timestamp && readInstant(event.event_timestamp.toISOString())
  if (!start) return reject('invalid_start', event.date_event ?? '')
  const isOver = event.event_status === null || isEnded(event.event_status)
  const code = scoreCodeOf(event.event_status, sport)
  const result =
    isOver && home_score !== null && away_score !== null
      ? { home: home_score, away: away_score, ...(code ? { code } : {}) }
      : undefined
  const place = { sport, category, league }
  return {
    kind: 'event',
    position,
    externalId,
    ...place,
    home,
    away,
    start,
    quotes: null,
    ...(result ? { result } : {}),
    warnings: [],
  }
}
