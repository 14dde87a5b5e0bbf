import { RunError } from '#app/features/runs/schema.ts'
import type { FeedItem, ReasonCode, SourceContext } from '../contract.ts'
import { type JsonPart, JsonParts, parsePart } from '../json-parts.ts'
import { asRecord, cleanId, cleanText, excerpt, isTooLong, readInstant, sameText } from '../reading.ts'
import { readLiveOdds, readOdds } from './odds.ts'
import { readResult, readState } from './state.ts'
import { readName } from './text.ts'

/**
 * The answers of `/fixtures`, `/odds` and `/odds/live`: `{get, parameters, errors, results, paging, response}`.
 * Fixtures in play yield live states, and odds yield prices, of known matches; every other answer yields matches.
 * Errors come with HTTP 200, as an object or a list. A page that the plan does not include is the last one.
 */
export async function* parseApiFootball(
  body: AsyncIterable<Uint8Array>,
  context: SourceContext,
): AsyncGenerator<FeedItem> {
  const members: Record<string, unknown> = {}
  let hasList = false
  let position = 0
  const parts = new JsonParts({
    opens: (path) => {
      const isList = path.length === 1 && path[0] === 'response'
      hasList ||= isList
      return path.length === 0 || isList
    },
  })
  for await (const chunk of body) {
    for (const part of parts.push(chunk)) {
      const [member, index] = part.path
      if (typeof index === 'number') {
        const item = readItem(part, position, asRecord(members.parameters)?.live !== undefined, context)
        if (item) {
          position += 1
          yield item
        }
      } else if (typeof member === 'string' && KNOWN.has(member)) {
        members[member] = parsePart(part)
      }
    }
  }
  parts.end()
  const error = errorText(members)
  if (isBeyondPlan(members)) {
    context.onLastPage?.()
    return yield { kind: 'rejected', position, reason: 'beyond_plan', detail: error.slice(0, 200) }
  }
  if (error) throw new RunError('error_answer', `API-Football answered with an error: ${error}`)
  if (!hasList) throw new RunError('unexpected_body', 'Not an answer of API-Football: it has no list.')
  const pages = asRecord(members.paging)?.total
  if (typeof pages === 'number' && Number.isInteger(pages) && pages > 1) context.onPages?.(pages)
}

const KNOWN: ReadonlySet<string> = new Set(['parameters', 'errors', 'message', 'paging'])

/** Whether the plan does not include this page of the list: the free one has three. */
const isBeyondPlan = ({ errors }: Record<string, unknown>) =>
  /\bpage parameter\b/i.test(cleanText(asRecord(errors)?.plan))

function errorText({ errors, message }: Record<string, unknown>): string {
  const told = typeof errors === 'object' && errors !== null ? Object.values(errors) : [errors]
  return [...told, message]
    .map((one) => (one === undefined || one === null ? '' : excerpt(one)))
    .filter(Boolean)
    .join(' ')
    .slice(0, 300)
}

/** Null for a match of a competition that is not requested. */
function readItem(
  part: JsonPart,
  position: number,
  isLive: boolean,
  context: SourceContext,
): FeedItem | null {
  const { competitions } = context
  if (part.problem) return { kind: 'rejected', position, reason: part.problem, detail: '' }
  const value = parsePart(part)
  if (value === undefined) {
    return { kind: 'rejected', position, reason: 'malformed_json', detail: excerpt(part.text) }
  }
  const item = asRecord(value)
  const fixture = asRecord(item?.fixture)
  const league = asRecord(item?.league)
  if (competitions && league && !competitions.includes(cleanId(league.id))) return null
  const externalId = cleanId(fixture?.id)
  const reject = (reason: ReasonCode, detail: string): FeedItem => ({
    kind: 'rejected',
    position,
    ...(externalId ? { externalId } : {}),
    reason,
    detail: detail.slice(0, 200),
  })
  if (!item || !fixture) return reject('not_an_event', excerpt(value))
  if (!externalId) return reject('missing_id', excerpt(fixture))
  if (Array.isArray(item.bookmakers)) return readOdds(item, { position, externalId }, context)
  if (Array.isArray(item.odds)) return readLiveOdds(item, { position, externalId }, context)
  const teams = asRecord(item.teams)
  const home = readName(asRecord(teams?.home)?.name)
  const away = readName(asRecord(teams?.away)?.name)
  const pairing = `${home || '?'} - ${away || '?'}`
  if (!home || !away) return reject('missing_team', pairing)
  if (isTooLong(home, away)) return reject('name_too_long', pairing)
  if (sameText(home, away)) return reject('same_team', pairing)
  const state = readState(item)
  const result = readResult(state)
  const played = { ...(state ? { state } : {}), ...(result ? { result } : {}) }
  if (isLive) {
    if (!state) return reject('not_an_event', excerpt(fixture))
    return { kind: 'live', position, externalId, home, away, ...played, state }
  }
  const start = readInstant(fixture.timestamp) ?? readInstant(fixture.date)
  if (!start) return reject('invalid_start', excerpt(fixture.date ?? null))
  const place = { sport: 'Soccer', category: readCountry(league?.country), league: readName(league?.name) }
  if (!place.league) return reject('missing_place', `${place.category} / ?`)
  if (isTooLong(place.category, place.league)) return reject('name_too_long', place.league)
  return {
    kind: 'event',
    position,
    externalId,
    ...place,
    home,
    away,
    start,
    quotes: null,
    ...played,
    warnings: [],
  }
}

/** Countries are written with hyphens for spaces: `Saudi-Arabia`. */
function readCountry(value: unknown): string {
  const name = readName(value)
  return /-(Bissau|Leste)$/.test(name) ? name : name.replaceAll('-', ' ') || 'International'
}
