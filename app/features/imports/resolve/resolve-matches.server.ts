import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { sportKey } from '#app/features/catalogue/place-names.ts'
import { AGREEMENT_MS, type NameDecisions, type Pairing, pairingKey } from '#app/features/contests/pairing.ts'
import { readNameDecisions } from '#app/features/contests/queries.server.ts'
import { addReviews } from '#app/features/contests/reviews.server.ts'
import { mergeUndoably } from '#app/features/contests/undo-merge.server.ts'
import { isPhase } from '#app/features/matches/fixture-codes.ts'
import {
  type ContestRules,
  contestRules,
  decidedOn,
  isPlaceholder,
  isSameContestant,
} from '#app/features/names/contestants.ts'
import { deleteQuotes, type QuoteRow } from '#app/features/odds/headline-quotes.server.ts'
import { turnOffer } from '#app/features/odds/offers.ts'
import { withdrawPrices } from '#app/features/odds/store/store-prices.server.ts'
import type { EventItem, PricesItem } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import type { Place } from '../places/places.server.ts'
import type { BatchContext, LinkedMatch, PlacedEvent, PricedItem, Resolved, StoredMatch } from './batch.ts'
import { lockMatches } from './lock-matches.server.ts'
import { namesByLeague, type Pairs, pairWithStored, rulesOf } from './pair-with-stored.server.ts'
import { turnScore, turnState } from './turn-state.ts'

export async function resolveMatches(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  { source, confirmedAt, ...context }: BatchContext,
): Promise<Resolved[]> {
  const decisions = await readNameDecisions(
    trx,
    events.map(({ place }) => place.countryId),
  )
  const ids = events.map(({ event }) => event.externalId)
  let linked = await readLinked(trx, source, ids)
  await unlinkReplaced(trx, events, linked, { source, confirmedAt, decisions })
  const named = namesByLeague(events)
  const isJoined =
    !context.isPast && (await joinMoved(trx, events, linked, { source, confirmedAt, decisions, named }))
  if (isJoined) linked = await readLinked(trx, source, ids)
  const fresh = new FreshMatches()
  const first = events.map(({ event, place }, index) =>
    linked.has(event.externalId) ? index : fresh.indexOf(event, place, index),
  )
  const open = events.flatMap((placed, index) =>
    linked.has(placed.event.externalId) || first[index] !== index ? [] : [{ ...placed, index }],
  )
  const paired = await pairWithStored(trx, open, { source, decisions, named })
  const newIds = events.map(() => randomUUID())
  return events.map((placed, index) => {
    const link = linked.get(placed.event.externalId)
    if (link) {
      const turned = link.turned !== isTurnedAround(placed.event, link)
      return { ...orient(placed, turned), index, matchId: link.id, stored: link, link, turned, doubts: [] }
    }
    const leader = first[index] ?? index
    const pairing = paired.get(leader)
    const stored = pairing?.kind === 'same' ? pairing.candidate : null
    const turned = pairing?.kind === 'same' && pairing.turned
    return {
      ...orient(placed, turned),
      index,
      matchId: stored?.id ?? newIds[leader] ?? randomUUID(),
      stored,
      link: null,
      turned,
      doubts: pairing?.kind === 'undecided' ? pairing.pairs : [],
    }
  })
}

/** The event with its sides as the match has them. */
function orient({ event, place }: PlacedEvent, turned: boolean): PlacedEvent {
  if (!turned) return { event, place }
  const state = event.state && { state: turnState(event.state) }
  const result = event.result && { result: turnScore(event.result) }
  return {
    event: { ...turnPrices(event), home: event.away, away: event.home, ...state, ...result },
    place,
  }
}

/** An item's prices with swapped sides. */
export function turnPrices<Item extends PricedItem>(item: Item): Item {
  const quotes = item.quotes?.map((quote) => ({ ...quote, home: quote.away, away: quote.home })) ?? null
  return { ...item, quotes, ...(item.offers && { offers: item.offers.map(turnOffer) }) }
}

/** Whether the feed has swapped the sides since it linked the match. */
export function isTurnedAround({ home, away }: Pick<EventItem, 'home' | 'away'>, link: LinkedMatch): boolean {
  const told = link.told ?? link
  const [now, before] = [pairingKey({ home, away }), pairingKey(told)]
  return now !== before && now === pairingKey({ home: told.away, away: told.home })
}

/** Whether prices are of the contestants that the feed linked: it can have reused the id for others. */
export function isOfContest({ sides }: Pick<PricesItem, 'sides'>, { told }: LinkedMatch): boolean {
  if (!sides || !told) return true
  const before = pairingKey(told)
  const turned = { home: sides.away, away: sides.home }
  return pairingKey(sides) === before || pairingKey(turned) === before
}

/** Whether the feed now names other contestants than those that it linked, by the rules of the sport. */
function isReplaced(
  event: Pick<EventItem, 'home' | 'away'>,
  link: LinkedMatch,
  { rules, decisions }: { rules: ContestRules; decisions: NameDecisions },
): boolean {
  if (!link.told || isTurnedAround(event, link)) return false
  const isOther = (name: string, before: string) =>
    !isPlaceholder(before) &&
    !(decidedOn(decisions, [name, before], rules) ?? isSameContestant(name, before, rules))
  const others = [isOther(event.home, link.told.home), isOther(event.away, link.told.away)]
  const isCorrection = !link.shared && !rules.individual && !others.every(Boolean)
  return others.some(Boolean) && !isCorrection
}

/** Ids of items that name other contestants than those of their link (see unlinkReplaced). */
export async function findReplaced(
  trx: Transaction<DB>,
  items: readonly Pick<EventItem, 'externalId' | 'home' | 'away'>[],
  linked: ReadonlyMap<string, LinkedMatch>,
): Promise<Set<string>> {
  const renamed = items.flatMap((item) => {
    const link = linked.get(item.externalId)
    return link && !isOfContest({ sides: item }, link) ? [{ item, link }] : []
  })
  if (renamed.length === 0) return new Set()
  const rows = await trx
    .selectFrom('matches as m')
    .innerJoin('sports as s', 's.id', 'm.sport_id')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .select(['m.id', 'm.country_id', 's.name as sport', 'l.name as league'])
    .where(sql<boolean>`m.id = any (${renamed.map(({ link }) => link.id)}::uuid[])`)
    .execute()
  const decisions = await readNameDecisions(
    trx,
    rows.map(({ country_id }) => country_id),
  )
  const places = new Map(rows.map((row) => [row.id, row]))
  return new Set(
    renamed.flatMap(({ item, link }) => {
      const place = places.get(link.id)
      return place && isReplaced(item, link, { rules: rulesOf(place), decisions }) ? [item.externalId] : []
    }),
  )
}

/**
 * Unlinks events from their matches where the feed now names other contestants under its id: those are two contests,
 * and their prices must not be mixed. A new name of only one team is a correction as long as no other feed has the
 * match. Before the kick-off, the feed's quotes are withdrawn with the link, and a match without any feed is cancelled.
 * Later the feed uses the id again, which tells nothing about the match.
 */
async function unlinkReplaced(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  linked: Map<string, LinkedMatch>,
  { source, confirmedAt, decisions }: { source: string; confirmedAt: Date; decisions: NameDecisions },
): Promise<void> {
  const replaced: { id: string; match: string }[] = []
  const toCome: string[] = []
  for (const { event, place } of events) {
    const link = linked.get(event.externalId)
    if (!link || !isReplaced(event, link, { rules: rulesOf(place), decisions })) continue
    linked.delete(event.externalId)
    replaced.push({ id: event.externalId, match: link.id })
    if (link.start > confirmedAt) toCome.push(link.id)
  }
  if (replaced.length === 0) return
  const records = sql`json_to_recordset(${JSON.stringify(replaced)}::json) as r (id text, match uuid)`
  await sql`delete from match_sources s using ${records} where s.source = ${source} and s.external_id = r.id`.execute(
    trx,
  )
  await sql`update matches m set external_id = null from ${records} where m.id = r.match and m.external_id = r.id`.execute(
    trx,
  )
  if (toCome.length === 0) return
  const { rows } = await sql<QuoteRow>`
    select match_id, bookmaker_id, last_updated as at from odds
    where match_id = any (${toCome}::uuid[]) and source = ${source}`.execute(trx)
  const stale = await deleteQuotes(trx, rows, source)
  await withdrawPrices(trx, toCome, { source, confirmedAt: new Date() })
  if (stale.length > 0) await sql`select refresh_headlines(${stale}::uuid[])`.execute(trx)
  await sql`
    update matches m set status = 'cancelled'
    where m.id = any (${toCome}::uuid[]) and m.status = 'scheduled'
      and not exists (select 1 from match_sources s where s.match_id = m.id)`.execute(trx)
}

/** Whether a feed says the names and the kick-off of a match: it has created it, or is the only one to have it. */
export function isLeading({ externalId }: EventItem, stored: StoredMatch, link: LinkedMatch | null): boolean {
  return stored.externalId === externalId || link?.shared === false
}

/** Whether a feed now tells another kick-off than that of its match, which an operator has not typed and which has no result. */
function isMoved({ start }: EventItem, link: LinkedMatch): boolean {
  const isTyped = link.isStartTyped && isToldAgain({ start }, link)
  return link.isOpen && !isTyped && Math.abs(start.getTime() - link.start.getTime()) > AGREEMENT_MS
}

/** Whether a feed tells the kick-off that it has told before. */
export function isToldAgain({ start }: Pick<EventItem, 'start'>, { told }: LinkedMatch): boolean {
  return told?.start?.getTime() === start.getTime()
}

/**
 * Whether a match takes the kick-off of a feed that does not lead it: no other feed lists the match, or a feed with
 * states puts off one whose kick-off has passed, which the others list no longer or as it was.
 */
export function isFollowed(event: EventItem, link: LinkedMatch, confirmedAt: Date): boolean {
  if (!isMoved(event, link) || !isFixed(event, confirmedAt)) return false
  return !link.isListedElsewhere || isPutOff(event, link, confirmedAt)
}

/**
 * Whether a kick-off stands. The date of a fixture that is put off is a guess or the former one, as is one that has passed
 * without the match being played.
 */
function isFixed({ start, state, result }: EventItem, confirmedAt: Date): boolean {
  if (isPhase(state?.status, 'off')) return false
  return start > confirmedAt || Boolean(result) || isPhase(state?.status, 'live', 'played')
}

function isPutOff({ state, start }: EventItem, link: LinkedMatch, confirmedAt: Date): boolean {
  return state !== undefined && link.start <= confirmedAt && start > link.start
}

/**
 * Joins matches that the feed has moved to another date with matches that other feeds list at that date: the same
 * contest, under a new id. Where another feed can have both, the two can meet twice, or an operator has set the other's
 * kick-off or status, a person decides.
 * @returns whether any were joined
 */
async function joinMoved(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  linked: ReadonlyMap<string, LinkedMatch>,
  { confirmedAt, ...knowledge }: { confirmedAt: Date } & Pairs,
): Promise<boolean> {
  const moved = events.flatMap((placed, index) => {
    const link = linked.get(placed.event.externalId)
    const isNew = link && isMoved(placed.event, link) && isFixed(placed.event, confirmedAt)
    return isNew ? [{ ...placed, index, link }] : []
  })
  const pairs = await pairWithStored(trx, moved, { ...knowledge, isOfOthers: true })
  if (pairs.size === 0) return false
  // Those of the whole batch, in one order: storeEvents locks what is left.
  await lockMatches(trx, [...[...linked.values()].map(({ id }) => id), ...candidatesOf(pairs)])
  const current = await readLinked(trx, knowledge.source, [...linked.keys()])
  const answered = await readAnswered(
    trx,
    moved.map(({ link }) => link.id),
  )
  const states = await readStates(trx, [...moved.map(({ link }) => link.id), ...candidatesOf(pairs)])
  const joined = new Set<string>()
  for (const { event, place, index, link } of moved) {
    const pairing = pairs.get(index)
    const isCurrent = current.get(event.externalId)?.id === link.id
    if (!pairing || !isCurrent || joined.has(link.id)) continue
    const isTurned = link.turned !== isTurnedAround(event, link)
    const found = pairing.kind === 'same' ? [pairing] : pairing.pairs
    const others = found.map(({ candidate, turned }) => ({ candidate, turned: turned !== isTurned }))
    const isCertain =
      pairing.kind === 'same' &&
      contestRules(sportKey(place.sport)).onceWithin > DAY_MS &&
      (!link.isListedElsewhere || isPutOff(event, link, confirmedAt))
    for (const { candidate, turned } of others) {
      if (answered.has(pairOf(link.id, candidate.id)) || joined.has(candidate.id)) continue
      const pair = { reason: 'postponed', turned } as const
      const [own, other] = [states.get(link.id), states.get(candidate.id)]
      if (!own || !other) continue
      if (!isCertain || !own.toCome || !other.toCome || other.start_typed) {
        await addReviews(trx, [{ match_id: candidate.id, candidate_id: link.id, ...pair }])
        continue
      }
      const start = isLeading(event, link, link) ? undefined : candidate.start
      await mergeUndoably(trx, {
        ...{ keep: link.id, gone: candidate.id, decision: null, ...pair },
        ...(start && { start }),
      })
      joined.add(link.id).add(candidate.id)
    }
  }
  return joined.size > 0
}

function candidatesOf(pairs: ReadonlyMap<number, Pairing<StoredMatch>>): string[] {
  return [...pairs.values()].flatMap((pairing) =>
    pairing.kind === 'same' ? [pairing.candidate.id] : pairing.pairs.map(({ candidate }) => candidate.id),
  )
}

/** Whether matches are to be played and have no result, and whether an operator has typed their kick-offs. */
async function readStates(
  trx: Transaction<DB>,
  ids: readonly string[],
): Promise<Map<string, { toCome: boolean; start_typed: boolean }>> {
  const rows = await trx
    .selectFrom('matches')
    .select(['id', 'start_typed'])
    .select(sql<boolean>`status in ('scheduled', 'live') and home_score is null`.as('toCome'))
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const pairOf = (one: string, other: string) => [one, other].sort().join(' ')

/** Pairs of these matches that an operator has told apart, or has decided about before that was undone. */
async function readAnswered(trx: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('match_reviews')
    .select(['match_id', 'candidate_id'])
    .where(sql<boolean>`(status = 'different' or decided_at is not null)`)
    .where(sql<boolean>`(match_id = any(${[...ids]}::uuid[]) or candidate_id = any(${[...ids]}::uuid[]))`)
    .execute()
  return new Set(rows.map(({ match_id, candidate_id }) => pairOf(match_id, candidate_id)))
}

/**
 * Events of a batch that are the same match: a second id of the same feed for the same pairing and kick-off, in sports
 * where two teams do not meet twice a day.
 */
class FreshMatches {
  readonly #indices = new Map<string, number>()

  /** The index of the first event of this match. */
  indexOf(event: EventItem, place: Place, index: number): number {
    if (contestRules(sportKey(place.sport)).onceWithin <= HOUR_MS) return index
    const key = `${place.leagueId} ${event.start.getTime()} ${pairingKey(event)}`
    const first = this.#indices.get(key) ?? index
    this.#indices.set(key, first)
    return first
  }
}

export async function readLinked(
  trx: Transaction<DB>,
  source: string,
  externalIds: string[],
): Promise<Map<string, LinkedMatch>> {
  const rows = await trx
    .selectFrom('match_sources as s')
    .innerJoin('matches as m', 'm.id', 's.match_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('match_sources as other')
          .select(sql<boolean>`bool_or(other.unlisted_at is null)`.as('listed'))
          .whereRef('other.match_id', '=', 's.match_id')
          .whereRef('other.source', '<>', 's.source')
          .as('others'),
      (join) => join.onTrue(),
    )
    .select([
      's.external_id',
      's.home_team as told_home',
      's.away_team as told_away',
      's.start_time as told_start',
      's.league_name as told_league',
      's.turned',
      'm.id',
      'm.home_team',
      'm.away_team',
      'm.start_time',
      'm.start_typed',
      'm.external_id as first_id',
      's.unlisted_at',
      sql<boolean>`m.home_score is null and (m.status in ('scheduled', 'live') or m.called_off)`.as(
        'is_open',
      ),
      'others.listed',
    ])
    .where('s.source', '=', source)
    .where(sql<boolean>`s.external_id = any(${externalIds}::text[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.external_id,
      {
        id: row.id,
        home: row.home_team,
        away: row.away_team,
        start: row.start_time,
        externalId: row.first_id,
        own: true,
        told:
          row.told_home === null || row.told_away === null
            ? null
            : { home: row.told_home, away: row.told_away, start: row.told_start, league: row.told_league },
        turned: row.turned,
        shared: row.listed !== null,
        isListedElsewhere: row.listed === true,
        isUnlisted: row.unlisted_at !== null,
        isStartTyped: row.start_typed,
        isOpen: row.is_open,
      },
    ]),
  )
}
