import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { sportKey } from '#app/features/catalogue/place-names.ts'
import {
  CandidatePool,
  DOUBT_MS,
  type NameDecisions,
  type Pairing,
  pairEvents,
  pairingKey,
} from '#app/features/contests/pairing.ts'
import { readNameDecisions } from '#app/features/contests/queries.server.ts'
import {
  type ContestRules,
  contestRules,
  decidedOn,
  inLeague,
  isPlaceholder,
  isSameContestant,
  pairKey,
} from '#app/features/names/contestants.ts'
import { splitLeagueSide } from '#app/features/names/sides.ts'
import { deleteQuotes, type QuoteRow } from '#app/features/odds/headline-quotes.server.ts'
import { turnOffer } from '#app/features/odds/offers.ts'
import { withdrawPrices } from '#app/features/odds/store-prices.server.ts'
import type { EventItem, PricesItem } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import type { BatchContext, LinkedMatch, PlacedEvent, PricedItem, Resolved, StoredMatch } from './batch.ts'
import type { Place } from './places.server.ts'

import { turnScore, turnState } from './store-states.server.ts'

export async function resolveMatches(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  { source, confirmedAt }: BatchContext,
): Promise<Resolved[]> {
  const decisions = await readNameDecisions(
    trx,
    events.map(({ place }) => place.countryId),
  )
  const linked = await readLinked(
    trx,
    source,
    events.map(({ event }) => event.externalId),
  )
  await unlinkReplaced(trx, events, linked, { source, confirmedAt, decisions })
  const fresh = new FreshMatches()
  const first = events.map(({ event, place }, index) =>
    linked.has(event.externalId) ? index : fresh.indexOf(event, place, index),
  )
  const open = events.flatMap((placed, index) =>
    linked.has(placed.event.externalId) || first[index] !== index ? [] : [{ ...placed, index }],
  )
  const paired = await pairWithStored(trx, open, { source, decisions, named: namesByLeague(events) })
  const ids = events.map(() => randomUUID())
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
      matchId: stored?.id ?? ids[leader] ?? randomUUID(),
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

function rulesOf({ sport, league }: Pick<Place, 'sport' | 'league'>): ContestRules {
  return contestRules(sportKey(sport), splitLeagueSide(league))
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
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('match_sources as other')
            .select('other.match_id')
            .whereRef('other.match_id', '=', 's.match_id')
            .whereRef('other.source', '<>', 's.source'),
        )
        .as('shared'),
    )
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
        shared: Boolean(row.shared),
        isStartTyped: row.start_typed,
      },
    ]),
  )
}

/** The stored match of each of these events, by names and kick-off within its league; by their indices. */
async function pairWithStored(
  trx: Transaction<DB>,
  events: readonly (PlacedEvent & { index: number })[],
  {
    source,
    decisions,
    named,
  }: { source: string; decisions: NameDecisions; named: ReadonlyMap<string, readonly string[]> },
): Promise<Map<number, Pairing<StoredMatch>>> {
  if (events.length === 0) return new Map()
  const candidates = await readCandidates(trx, events, source)
  // A feed's own matches are found by its own spelling.
  const proven = candidates.every(({ own }) => own) ? [] : await readProvenNames(trx, events, source)
  const pool = new CandidatePool(candidates)
  const unlinked = events.map(({ event: { home, away, start }, place }) => ({
    home,
    away,
    start,
    sport: sportKey(place.sport),
    league: place.leagueId,
    side: splitLeagueSide(place.league),
  }))
  const near = events.map(({ place }, n) => (unlinked[n] ? pool.near(unlinked[n], place.leagueId) : []))
  const known = new Map([...proven, ...decisions])
  const pairs = pairEvents(unlinked, (n) => near[n] ?? [], { decisions: known, named })
  return new Map([...pairs].map(([n, pairing]) => [events[n]?.index ?? -1, pairing]))
}

/** The names that the feed uses in each league. */
function namesByLeague(events: readonly PlacedEvent[]): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const { event, place } of events) {
    const known = names.get(place.leagueId)
    if (known) known.push(event.home, event.away)
    else names.set(place.leagueId, [event.home, event.away])
  }
  return names
}

/** Links are evidence of names for this long: a team can be named anew. */
const PROVEN_DAYS = 60

/** Pairs of different names that links of the feed have joined in these leagues, as `NameDecisions`. */
async function readProvenNames(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  source: string,
): Promise<Map<string, boolean>> {
  const places = new Map(events.map(({ place }) => [place.leagueId, place]))
  const { rows } = await sql<{ league: string; told: string; stored: string }>`
    select distinct m.league_id as league, n.told, n.stored
    from matches m join match_sources s on s.match_id = m.id and s.source = ${source}
      cross join lateral (values
        (s.home_team, case when s.turned then m.away_team else m.home_team end),
        (s.away_team, case when s.turned then m.home_team else m.away_team end)) as n (told, stored)
    where m.league_id = any (${[...places.keys()]}::uuid[]) and m.start_time > now() - make_interval(days => ${PROVEN_DAYS})
      and lower(n.told) <> lower(n.stored)`.execute(trx)
  return new Map(
    rows.flatMap(({ league, told, stored }) => {
      const place = places.get(league)
      return place ? [[pairKey(...inLeague(told, stored, rulesOf(place))), true] as const] : []
    }),
  )
}

/** The days of each league as one time window; adjacent windows are merged. */
function windowsOf(events: readonly PlacedEvent[]): { league: string; from: Date; to: Date }[] {
  const windows: { league: string; from: Date; to: Date }[] = []
  const ordered = events
    .map(({ event, place }) => ({ league: place.leagueId, start: event.start.getTime() }))
    .sort((a, b) => (a.league < b.league ? -1 : a.league > b.league ? 1 : a.start - b.start))
  for (const { league, start } of ordered) {
    const last = windows.at(-1)
    const from = start - DOUBT_MS
    if (last?.league === league && from <= last.to.getTime()) last.to = new Date(start + DOUBT_MS)
    else windows.push({ league, from: new Date(from), to: new Date(start + DOUBT_MS) })
  }
  return windows
}

/** The matches of the events' leagues, within the range by which a kick-off can move. */
async function readCandidates(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  source: string,
): Promise<(StoredMatch & { leagueId: string })[]> {
  const { rows } = await sql<{
    id: string
    league_id: string
    home_team: string
    away_team: string
    start_time: Date
    external_id: string | null
    own: boolean
  }>`
    select m.id, m.league_id, m.home_team, m.away_team, m.start_time, m.external_id, exists (
      select 1 from match_sources s where s.match_id = m.id and s.source = ${source}
    ) as own
    from json_to_recordset(${JSON.stringify(windowsOf(events))}::json)
      as r (league uuid, "from" timestamptz, "to" timestamptz)
    join matches m on m.league_id = r.league and m.start_time between r."from" and r."to"`.execute(trx)
  return rows.map((row) => ({
    id: row.id,
    leagueId: row.league_id,
    home: row.home_team,
    away: row.away_team,
    start: row.start_time,
    externalId: row.external_id,
    own: row.own,
  }))
}
