import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { sportKey } from '#app/features/catalogue/place-names.ts'
import { matchSlug } from '#app/features/catalogue/slug.ts'
import {
  type Candidate,
  CandidatePool,
  DOUBT_MS,
  type DoubtfulPair,
  type NameDecisions,
  type Pairing,
  pairEvents,
  pairingKey,
} from '#app/features/contests/pairing.ts'
import { readNameDecisions } from '#app/features/contests/queries.server.ts'
import { addReviews } from '#app/features/contests/reviews.server.ts'
import { contestRules, isPlaceholder, isSameContestant, pairKey } from '#app/features/names/contestants.ts'
import { refreshHeadlines } from '#app/features/odds/headlines.server.ts'
import { turnOffer } from '#app/features/odds/offers.ts'
import { withdrawPrices } from '#app/features/odds/store-prices.server.ts'
import type {
  AnswerScope,
  EventItem,
  FeedQuote,
  FixtureState,
  LiveItem,
  PricesItem,
  ResultItem,
  Score,
} from '#app/features/sources/contract.ts'
import { tryAgain } from '#app/platform/db/give-way.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import type { Place } from './places.server.ts'
import { storeMarkets } from './store-markets.server.ts'
import { storeStates, turnScore, turnState } from './store-states.server.ts'

export interface PlacedEvent {
  event: EventItem
  place: Place
}

export interface BatchContext {
  /** Under this name the feed's ids and quotes are kept. */
  source: string
  confirmedAt: Date
  /** Ids of bookmakers by their keys. */
  bookmakers: ReadonlyMap<string, string>
  /** Keys of unknown markets that an operator does not want to hear of. */
  ignoredMarkets?: ReadonlySet<string>
  /** Whether this body has had an item of that id before the batch. */
  wasSeen(externalId: string): boolean
}

export type Outcome = 'inserted' | 'updated' | 'unchanged' | 'duplicate_match' | 'unknown_match'

export interface BatchResult {
  /** What became of each item, in their order. */
  outcomes: Outcome[]
  /** Quotes taken from the items. */
  odds: number
  withdrawn: number
  /** Matches that were not there before. */
  inserted: string[]
}

interface StoredMatch extends Candidate {
  /** The id of the feed that brought the match: that feed's names and kick-off count. */
  externalId: string | null
}

/** A match as the feed's link has it. */
interface LinkedMatch extends StoredMatch {
  /** What the feed called it the last time; null where that was not kept. */
  told: { home: string; away: string; start: Date | null; league: string | null } | null
  turned: boolean
  /** Other feeds have it too. */
  shared: boolean
}

/** An event with the match it is, its sides and prices as the match has them. */
interface Resolved extends PlacedEvent {
  index: number
  matchId: string
  stored: StoredMatch | null
  /** The feed's link of an earlier import. */
  link: LinkedMatch | null
  /** The feed has the sides the other way round. */
  turned: boolean
  /** Matches that it may be, for a person to decide. */
  doubts: readonly DoubtfulPair<StoredMatch>[]
}

/**
 * Writes a batch of events, one statement a table: matches with the feed's ids, quotes with their history, headlines.
 * Existing matches take names and kick-off from the feed that brought them, and prices from every feed; what an
 * administrator curates is never written.
 */
export async function storeEvents(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  context: BatchContext,
): Promise<BatchResult> {
  await lockBookmakers(
    trx,
    events.map(({ event }) => event),
    context,
  )
  const resolved = await resolveMatches(trx, events, context)
  const owners = await findOwners(trx, resolved, context)
  const outcomes: Outcome[] = resolved.map(({ stored, matchId }, index) => {
    if (owners.get(matchId) !== index) return 'duplicate_match'
    return stored ? 'unchanged' : 'inserted'
  })
  const own = resolved.filter(({ index }) => outcomes[index] !== 'duplicate_match')

  await insertMatches(
    trx,
    own.filter(({ stored }) => !stored),
  )
  await reviveMatches(trx, own)
  await insertLinks(trx, resolved, context.source)
  await insertReviews(trx, own)
  const renamed = await updateMatches(trx, own)
  const quotes = await storeQuotes(trx, own, context)
  const played = await storePlayed(
    trx,
    own.map(({ matchId, event: { state, result } }) => ({ matchId, state, result })),
  )
  const repriced = await storeMarkets(trx, own, context)
  for (const { index, matchId } of own) {
    const isChanged =
      [renamed, quotes.changed, repriced].some((ids) => ids.has(matchId)) || played.has(matchId)
    if (outcomes[index] === 'unchanged' && isChanged) outcomes[index] = 'updated'
  }
  const inserted = own.flatMap(({ stored, matchId }) => (stored ? [] : [matchId]))
  return { outcomes, odds: quotes.taken, withdrawn: quotes.withdrawn, inserted }
}

/** Without a schedule of its own, a source's prices in play never count: they have to be younger than those of before. */
const IN_PLAY = '-live'

/** An item's prices, by the sides of the match that it is of. */
type PricedItem = Pick<EventItem, 'quotes' | 'offers' | 'part' | 'unknownMarkets'>
interface OwnPrices {
  event: PricedItem
  matchId: string
  stored: object | null
}

/**
 * Writes prices of matches that the feed has linked. Of several items of one match in a batch the first counts.
 */
export async function storeLinkedPrices(
  trx: Transaction<DB>,
  items: readonly PricesItem[],
  context: BatchContext,
): Promise<Omit<BatchResult, 'inserted'>> {
  if (items.length === 0) return { outcomes: [], odds: 0, withdrawn: 0 }
  await lockBookmakers(trx, items, context)
  const linked = await readLinked(
    trx,
    context.source,
    items.map(({ externalId }) => externalId),
  )
  const taken = new Set<string>()
  const outcomes: Outcome[] = []
  const own: (OwnPrices & { index: number; isInPlay: boolean })[] = []
  for (const [index, item] of items.entries()) {
    const found = linked.get(item.externalId)
    const link = found && isOfContest(item, found) ? found : undefined
    outcomes.push(!link ? 'unknown_match' : taken.has(link.id) ? 'duplicate_match' : 'unchanged')
    if (!link || taken.has(link.id)) continue
    taken.add(link.id)
    const turned = link.turned !== (item.sides !== undefined && isTurnedAround(item.sides, link))
    const { isInPlay = false } = item
    own.push({ event: turned ? turnPrices(item) : item, matchId: link.id, stored: link, index, isInPlay })
  }
  const quotes = await storeQuotes(trx, own, context)
  const repriced = new Set<string>()
  for (const [isInPlay, items] of Map.groupBy(own, (one) => one.isInPlay)) {
    const keptUnder = isInPlay ? context.source + IN_PLAY : context.source
    for (const id of await storeMarkets(trx, items, { ...context, keptUnder })) repriced.add(id)
  }
  for (const { index, matchId } of own) {
    if (quotes.changed.has(matchId) || repriced.has(matchId)) outcomes[index] = 'updated'
  }
  return { outcomes, odds: quotes.taken, withdrawn: quotes.withdrawn }
}

/** Until the batch commits, so that a bookmaker that is switched off meanwhile finds the quotes that the batch writes. */
async function lockBookmakers(
  trx: Transaction<DB>,
  items: readonly Pick<EventItem, 'quotes'>[],
  { bookmakers }: BatchContext,
): Promise<void> {
  const keys = new Set(items.flatMap(({ quotes }) => (quotes ?? []).map((quote) => quote.bookmaker.key)))
  const ids = [...keys].flatMap((key) => bookmakers.get(key) ?? [])
  if (ids.length === 0) return
  await sql`select 1 from bookmakers where id = any(${ids}::uuid[]) order by id for share`.execute(trx)
}

async function resolveMatches(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  { source }: BatchContext,
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
  await unlinkReplaced(trx, events, linked, { source, decisions })
  const fresh = new FreshMatches()
  const first = events.map(({ event, place }, index) =>
    linked.has(event.externalId) ? index : fresh.indexOf(event, place, index),
  )
  const open = events.flatMap((placed, index) =>
    linked.has(placed.event.externalId) || first[index] !== index ? [] : [{ ...placed, index }],
  )
  const paired = await pairWithStored(trx, open, { source, decisions })
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

/** An item's prices with the sides the other way round. */
function turnPrices<Item extends PricedItem>(item: Item): Item {
  const quotes = item.quotes?.map((quote) => ({ ...quote, home: quote.away, away: quote.home })) ?? null
  return { ...item, quotes, ...(item.offers && { offers: item.offers.map(turnOffer) }) }
}

/** Whether the feed has turned the sides since it linked the match. */
function isTurnedAround({ home, away }: Pick<EventItem, 'home' | 'away'>, link: LinkedMatch): boolean {
  const told = link.told ?? link
  const [now, before] = [pairingKey({ home, away }), pairingKey(told)]
  return now !== before && now === pairingKey({ home: told.away, away: told.home })
}

/** Whether prices are of the contestants that the feed has named: under its id it may name others by now. */
function isOfContest({ sides }: PricesItem, { told }: LinkedMatch): boolean {
  if (!sides || !told) return true
  const before = pairingKey(told)
  const turned = { home: sides.away, away: sides.home }
  return pairingKey(sides) === before || pairingKey(turned) === before
}

/**
 * Takes events off their matches where the feed now names other contestants under its id: those are two contests, and
 * their prices must not meet. A single team that is called otherwise is a correction of its name as long as no other feed
 * has the match. What the feed quoted is withdrawn with the link; a match that no feed has any more is cancelled.
 */
async function unlinkReplaced(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  linked: Map<string, LinkedMatch>,
  { source, decisions }: { source: string; decisions: NameDecisions },
): Promise<void> {
  const replaced: { id: string; match: string }[] = []
  for (const { event, place } of events) {
    const link = linked.get(event.externalId)
    if (!link?.told || isTurnedAround(event, link)) continue
    const rules = contestRules(sportKey(place.sport))
    const isOther = (name: string, before: string) =>
      !isPlaceholder(before) &&
      !(decisions.get(pairKey(name, before)) ?? isSameContestant(name, before, rules))
    const others = [isOther(event.home, link.told.home), isOther(event.away, link.told.away)]
    const isCorrection = !link.shared && !rules.individual && !others.every(Boolean)
    if (!others.some(Boolean) || isCorrection) continue
    linked.delete(event.externalId)
    replaced.push({ id: event.externalId, match: link.id })
  }
  if (replaced.length === 0) return
  const records = sql`json_to_recordset(${JSON.stringify(replaced)}::json) as r (id text, match uuid)`
  await sql`delete from match_sources s using ${records} where s.source = ${source} and s.external_id = r.id`.execute(
    trx,
  )
  await sql`update matches m set external_id = null from ${records} where m.id = r.match and m.external_id = r.id`.execute(
    trx,
  )
  const { rows } = await sql<QuoteRow>`
    select o.match_id, o.bookmaker_id, o.last_updated as at from odds o join ${records} on r.match = o.match_id
    where o.source = ${source}`.execute(trx)
  const stale = await deleteQuotes(trx, rows, source)
  await withdrawPrices(
    trx,
    replaced.map(({ match }) => match),
    { source, confirmedAt: new Date() },
  )
  if (stale.length > 0) await sql`select refresh_headlines(${stale}::uuid[])`.execute(trx)
  await sql`
    update matches m set status = 'cancelled' from ${records}
    where m.id = r.match and m.status = 'scheduled'
      and not exists (select 1 from match_sources s where s.match_id = m.id)`.execute(trx)
}

/**
 * Events of a batch that are one match: a second id of the same feed for the same pairing and kick-off, in sports where
 * the two do not meet twice a day.
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

async function readLinked(
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
      },
    ]),
  )
}

/** What each of these events is among the stored matches, by names and kick-off within its league; by their indices. */
async function pairWithStored(
  trx: Transaction<DB>,
  events: readonly (PlacedEvent & { index: number })[],
  { source, decisions }: { source: string; decisions: NameDecisions },
): Promise<Map<number, Pairing<StoredMatch>>> {
  if (events.length === 0) return new Map()
  const pool = new CandidatePool(await readCandidates(trx, events, source))
  const unlinked = events.map(({ event: { home, away, start }, place }) => ({
    home,
    away,
    start,
    sport: sportKey(place.sport),
  }))
  const near = events.map(({ place }, n) => (unlinked[n] ? pool.near(unlinked[n], place.leagueId) : []))
  const pairs = pairEvents(unlinked, (n) => near[n] ?? [], decisions)
  return new Map([...pairs].map(([n, pairing]) => [events[n]?.index ?? -1, pairing]))
}

/** Days of a league as one window each, those that touch joined. */
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

/** The matches of the events' leagues as far around them as a kick-off may have been moved. */
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

/** Puts what nobody could decide before a person, once: a pair that was decided stays so. */
async function insertReviews(trx: Transaction<DB>, own: readonly Resolved[]): Promise<void> {
  const rows = own.flatMap(({ matchId, doubts }) =>
    doubts.map(({ candidate, reason, turned }) => ({
      match_id: matchId,
      candidate_id: candidate.id,
      reason,
      turned,
    })),
  )
  await addReviews(trx, rows)
}

/** Of several events of one body that are the same match the first counts: its index by match id (-1: an earlier batch's). */
async function findOwners(
  trx: Transaction<DB>,
  resolved: readonly Resolved[],
  context: BatchContext,
): Promise<Map<string, number>> {
  const owners = new Map<string, number>()
  for (const { matchId, index } of resolved) if (!owners.has(matchId)) owners.set(matchId, index)
  const stored = [...new Set(resolved.flatMap((one) => (one.stored ? [one.matchId] : [])))]
  if (stored.length === 0) return owners
  const links = await trx
    .selectFrom('match_sources')
    .select(['match_id', 'external_id'])
    .where('source', '=', context.source)
    .where(sql<boolean>`match_id = any(${stored}::uuid[])`)
    .execute()
  for (const link of links) if (context.wasSeen(link.external_id)) owners.set(link.match_id, -1)
  return owners
}

async function insertMatches(trx: Transaction<DB>, fresh: readonly Resolved[]): Promise<void> {
  if (fresh.length === 0) return
  const rows = fresh.map(({ event, place, matchId }) => ({
    id: matchId,
    external_id: event.externalId,
    league_id: place.leagueId,
    home_team: event.home,
    away_team: event.away,
    slug: matchSlug(event.home, event.away) ?? '',
    start_time: event.start,
    sport_name: place.sport,
    country_name: place.country,
    league_name: place.league,
  }))
  await sql`
    insert into matches (id, external_id, league_id, home_team, away_team, slug, start_time, sport_name, country_name,
      league_name)
    select id, case when not exists (select 1 from matches m where m.external_id = r.external_id) then external_id end,
      league_id, home_team, away_team, slug, start_time, sport_name, country_name, league_name
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, external_id text, league_id uuid,
      home_team text, away_team text, slug text, start_time timestamptz, sport_name text, country_name text,
      league_name text)`.execute(trx)
}

/** Takes matches back that were cancelled because no feed had them any more (see unlinkReplaced), and one has them again. */
async function reviveMatches(trx: Transaction<DB>, own: readonly Resolved[]): Promise<void> {
  const ids = own.flatMap(({ stored, link }) => (stored && !link ? [stored.id] : []))
  if (ids.length === 0) return
  await sql`
    update matches m set status = 'scheduled'
    where m.id = any (${ids}::uuid[]) and m.status = 'cancelled'
      and not exists (select 1 from match_sources s where s.match_id = m.id)`.execute(trx)
}

/** Links the feed's ids, each with what the feed calls the match; a link that says so already is not written. */
async function insertLinks(
  trx: Transaction<DB>,
  resolved: readonly Resolved[],
  source: string,
): Promise<void> {
  const rows = resolved.flatMap(
    ({ event: { home, away, start, league, externalId }, matchId, turned, link }) => {
      const told = turned ? { home: away, away: home } : { home, away }
      const isKnown =
        link?.turned === turned &&
        link.told?.home === told.home &&
        link.told.away === told.away &&
        link.told.league === league &&
        link.told.start?.getTime() === start.getTime()
      if (isKnown) return []
      const { home: home_team, away: away_team } = told
      return [
        {
          external_id: externalId,
          match_id: matchId,
          home_team,
          away_team,
          start_time: start,
          league_name: league,
          turned,
        },
      ]
    },
  )
  if (rows.length === 0) return
  await sql`
    insert into match_sources as s (source, external_id, match_id, home_team, away_team, start_time, league_name, turned)
    select ${source}, external_id, match_id, home_team, away_team, start_time, league_name, turned
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (external_id text, match_id uuid, home_team text,
      away_team text, start_time timestamptz, league_name text, turned boolean)
    on conflict (source, external_id) do update
    set home_team = excluded.home_team, away_team = excluded.away_team, start_time = excluded.start_time,
      turned = excluded.turned
    where (s.home_team, s.away_team, s.start_time, s.turned)
      is distinct from (excluded.home_team, excluded.away_team, excluded.start_time, excluded.turned)`.execute(
    trx,
  )
}

/** Takes over names and kick-off from the feed that brought the match, or has it alone. */
async function updateMatches(trx: Transaction<DB>, own: readonly Resolved[]): Promise<Set<string>> {
  const rows = own.flatMap(({ event, stored, link }) => {
    if (!stored || (stored.externalId !== event.externalId && link?.shared !== false)) return []
    const { home, away, start } = event
    const same = home === stored.home && away === stored.away && start.getTime() === stored.start.getTime()
    return same ? [] : [{ id: stored.id, home_team: home, away_team: away, start_time: start }]
  })
  if (rows.length === 0) return new Set()
  await sql`
    update matches m set home_team = r.home_team, away_team = r.away_team, start_time = r.start_time
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id uuid, home_team text, away_team text, start_time timestamptz)
    where m.id = r.id`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

interface QuoteRow {
  match_id: string
  bookmaker_id: string
  home_odds?: number | null
  draw_odds?: number | null
  away_odds?: number | null
  status?: string | null
  at: Date
}

interface StoredQuote {
  match_id: string
  bookmaker_id: string
  home_odds: number | null
  draw_odds: number | null
  away_odds: number | null
  status: string | null
  last_updated: Date
  source: string
}

interface QuoteChanges {
  taken: number
  withdrawn: number
  /** Matches with a price that is new, other or gone. */
  changed: Set<string>
}

/**
 * Writes quotes that are newer than the stored ones. A price that changed gets a row of history, one that was only
 * confirmed a new time; a quote of this feed that the event no longer has is deleted, unless it is newer than the event's.
 */
async function storeQuotes(
  trx: Transaction<DB>,
  own: readonly OwnPrices[],
  context: BatchContext,
): Promise<QuoteChanges> {
  const stored = own.flatMap((one) => (one.stored ? [one.matchId] : []))
  const current = await readQuotes(trx, stored)
  const priced: QuoteRow[] = []
  const confirmed: QuoteRow[] = []
  const withdrawn: QuoteRow[] = []
  let taken = 0
  for (const { event, matchId } of own) {
    const quoted = current.get(matchId)
    const offered = new Set<string>()
    for (const quote of event.quotes ?? []) {
      const row = toRow(quote, matchId, context)
      const other = quoted?.get(row.bookmaker_id)
      offered.add(row.bookmaker_id)
      taken += 1
      if (!other) priced.push(row)
      else if (row.at < other.last_updated) continue
      else if (!samePrices(row, other)) priced.push(row)
      else if (row.at > other.last_updated) confirmed.push(row)
    }
    if (!quoted || event.quotes === null) continue
    const at = newestOf(event.quotes, context.confirmedAt)
    for (const other of quoted.values()) {
      const gone =
        other.source === context.source && !offered.has(other.bookmaker_id) && other.last_updated <= at
      if (gone) withdrawn.push({ match_id: matchId, bookmaker_id: other.bookmaker_id, at })
    }
  }
  const repriced = await upsertQuotes(trx, priced, confirmed, context.source)
  const deleted = await deleteQuotes(trx, withdrawn, context.source)
  const changed = new Set([...repriced, ...deleted])
  // A quote that was only confirmed counts for longer, or again.
  await refreshHeadlines(trx, [...changed, ...confirmed.map((row) => row.match_id)])
  return { taken, withdrawn: deleted.length, changed }
}

function toRow(quote: FeedQuote, matchId: string, { bookmakers }: BatchContext): QuoteRow {
  const bookmakerId = bookmakers.get(quote.bookmaker.key)
  if (!bookmakerId) throw new Error(`no bookmaker for the key ${quote.bookmaker.key}`)
  return {
    match_id: matchId,
    bookmaker_id: bookmakerId,
    home_odds: quote.home,
    draw_odds: quote.draw,
    away_odds: quote.away,
    status: quote.status,
    at: quote.updatedAt,
  }
}

function samePrices(row: QuoteRow, other: StoredQuote): boolean {
  return (
    row.home_odds === other.home_odds &&
    row.draw_odds === other.draw_odds &&
    row.away_odds === other.away_odds &&
    row.status === other.status
  )
}

function newestOf(quotes: readonly FeedQuote[], confirmedAt: Date): Date {
  return new Date(Math.max(confirmedAt.getTime(), ...quotes.map((quote) => quote.updatedAt.getTime())))
}

async function readQuotes(
  trx: Transaction<DB>,
  matchIds: string[],
): Promise<Map<string, Map<string, StoredQuote>>> {
  const byMatch = new Map<string, Map<string, StoredQuote>>()
  if (matchIds.length === 0) return byMatch
  const rows = await trx
    .selectFrom('odds')
    .select([
      'match_id',
      'bookmaker_id',
      'home_odds',
      'draw_odds',
      'away_odds',
      'status',
      'last_updated',
      'source',
    ])
    .where(sql<boolean>`match_id = any(${matchIds}::uuid[])`)
    .execute()
  for (const row of rows) {
    const quotes = byMatch.get(row.match_id) ?? new Map<string, StoredQuote>()
    byMatch.set(row.match_id, quotes.set(row.bookmaker_id, row))
  }
  return byMatch
}

/**
 * Writes quotes, and a row of history for each that is priced anew; one that is newer by now, since another import wrote
 * it meanwhile, stays.
 * @returns the match of each quote that was priced anew
 */
async function upsertQuotes(
  trx: Transaction<DB>,
  priced: readonly QuoteRow[],
  confirmed: readonly QuoteRow[],
  source: string,
): Promise<string[]> {
  if (priced.length + confirmed.length === 0) return []
  const rows = [
    ...priced.map((row) => ({ ...row, priced: true })),
    ...confirmed.map((row) => ({ ...row, priced: false })),
  ]
  const { rows: written } = await sql<{ match_id: string }>`
    with r as materialized (select * from ${quoteRecords(rows)}), written as (
      insert into odds (match_id, bookmaker_id, home_odds, draw_odds, away_odds, status, last_updated, source)
      select match_id, bookmaker_id, home_odds, draw_odds, away_odds, status, at, ${source} from r
      order by match_id, bookmaker_id
      on conflict (match_id, bookmaker_id) do update set home_odds = excluded.home_odds, draw_odds = excluded.draw_odds,
        away_odds = excluded.away_odds, status = excluded.status, last_updated = excluded.last_updated, source = excluded.source
      where excluded.last_updated >= odds.last_updated
      returning match_id, bookmaker_id
    )
    insert into odds_history (match_id, bookmaker_id, home_odds, draw_odds, away_odds, recorded_at, source)
    select match_id, bookmaker_id, home_odds, draw_odds, away_odds, at, ${source}
    from r join written using (match_id, bookmaker_id) where priced
    returning match_id`.execute(trx)
  return written.map((row) => row.match_id)
}

/**
 * Deletes quotes, with a row without prices in the history; one that another feed has taken over by now, or that is
 * newer, stays.
 * @returns the match of each quote that was deleted
 */
async function deleteQuotes(
  trx: Transaction<DB>,
  withdrawn: readonly QuoteRow[],
  source: string,
): Promise<string[]> {
  if (withdrawn.length === 0) return []
  const { rows } = await sql<{ match_id: string }>`
    with gone as (
      delete from odds using ${quoteRecords(withdrawn)}
      where odds.match_id = r.match_id and odds.bookmaker_id = r.bookmaker_id
        and odds.source = ${source} and odds.last_updated <= r.at
      returning r.match_id, r.bookmaker_id, r.at
    )
    insert into odds_history (match_id, bookmaker_id, recorded_at, source)
    select match_id, bookmaker_id, at, ${source} from gone
    returning match_id`.execute(trx)
  return rows.map((row) => row.match_id)
}

/** An answer that lists all that its source has of some leagues, or of their whole sports. */
export interface WholeAnswer {
  source: string
  confirmedAt: Date
  scope: AnswerScope
  leagues: readonly string[]
  /** Ids of the events that it lists. */
  listed: readonly string[]
}

/** Matches of a transaction in which quotes are taken back. */
const WITHDRAWN_MATCHES = 200

/**
 * Deletes the source's quotes of events to come that a whole answer does not list, with a row without prices in the
 * history. Quotes that are newer than the answer stay, and those of events that have begun: a source that quotes what is
 * to come lists these no longer.
 * @returns how many quotes were deleted
 */
export async function withdrawUnlisted(db: Kysely<DB>, answer: WholeAnswer): Promise<number> {
  const { source, confirmedAt, scope, leagues, listed } = answer
  if (leagues.length === 0) return 0
  const place =
    scope === 'league'
      ? sql`m.league_id = any(${leagues}::uuid[])`
      : sql`m.sport_id in (select sport_id from leagues where id = any(${leagues}::uuid[]))`
  const { rows } = await sql<{ match_id: string; bookmaker_id: string }>`
    select o.match_id, o.bookmaker_id
    from matches m join odds o on o.match_id = m.id and o.source = ${source} and o.last_updated <= ${confirmedAt}
    where ${place} and m.status in ('scheduled', 'live') and m.start_time > ${confirmedAt}
      and not exists (select 1 from match_sources s
        where s.match_id = m.id and s.source = ${source} and s.external_id = any(${listed}::text[]))
    order by o.match_id`.execute(db)
  const byMatch = Map.groupBy(rows, (row) => row.match_id)
  const matches = [...byMatch.keys()]
  let withdrawn = 0
  for (let first = 0; first < matches.length; first += WITHDRAWN_MATCHES) {
    const ids = matches.slice(first, first + WITHDRAWN_MATCHES)
    const quotes = ids.flatMap((id) => (byMatch.get(id) ?? []).map((row) => ({ ...row, at: confirmedAt })))
    withdrawn += await tryAgain(() =>
      db.transaction().execute(async (trx) => {
        const deleted = await deleteQuotes(trx, quotes, source)
        await refreshHeadlines(trx, deleted)
        return deleted.length
      }),
    )
  }
  return withdrawn
}

function quoteRecords(rows: readonly QuoteRow[]) {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (match_id uuid, bookmaker_id uuid,
    home_odds numeric, draw_odds numeric, away_odds numeric, status text, at timestamptz, priced boolean)`
}

/**
 * Writes final scores into matches that the feed has linked and that have begun, by the sides that it names now. Scores
 * that are there stay, whoever brought them; a cancelled match stays cancelled.
 */
export function storeResults(
  trx: Transaction<DB>,
  results: readonly ResultItem[],
  source: string,
): Promise<Outcome[]> {
  return storeLinked(
    trx,
    results.map(({ homeScore, awayScore, ...item }) => ({
      ...item,
      result: { home: homeScore, away: awayScore },
    })),
    source,
  )
}

/** Writes how matches stand that the feed has linked, by the sides that it names now, and the final scores of some. */
export function storeLive(
  trx: Transaction<DB>,
  items: readonly LiveItem[],
  source: string,
): Promise<Outcome[]> {
  return storeLinked(trx, items, source)
}

type LinkedItem = Pick<LiveItem, 'externalId' | 'home' | 'away' | 'result'> & Partial<Pick<LiveItem, 'state'>>

async function storeLinked(
  trx: Transaction<DB>,
  items: readonly LinkedItem[],
  source: string,
): Promise<Outcome[]> {
  if (items.length === 0) return []
  const linked = await readLinked(
    trx,
    source,
    items.map((item) => item.externalId),
  )
  const rows = items.flatMap(({ externalId, home, away, state, result }) => {
    const match = linked.get(externalId)
    if (!match) return []
    const isTurned = match.turned !== isTurnedAround({ home, away }, match)
    return [
      {
        matchId: match.id,
        state: isTurned && state ? turnState(state) : state,
        result: isTurned && result ? turnScore(result) : result,
      },
    ]
  })
  const updated = await storePlayed(trx, rows)
  return items.map(({ externalId }) => {
    const match = linked.get(externalId)
    if (!match) return 'unknown_match'
    return updated.has(match.id) ? 'updated' : 'unchanged'
  })
}

/** How a match stands and what its final score is, with the sides of the match. */
interface Played {
  matchId: string
  state: FixtureState | undefined
  result: Score | undefined
}

/** @returns the matches of which something changed */
async function storePlayed(trx: Transaction<DB>, rows: readonly Played[]): Promise<Set<string>> {
  const changed = await storeStates(
    trx,
    rows.flatMap(({ matchId, state }) => (state ? [{ matchId, state }] : [])),
  )
  const scores = rows.flatMap(({ matchId, result }) =>
    result ? [{ id: matchId, home_score: result.home, away_score: result.away }] : [],
  )
  if (scores.length === 0) return changed
  const { rows: written } = await sql<{ id: string }>`
    update matches m set home_score = r.home_score, away_score = r.away_score, status = 'finished'
    from json_to_recordset(${JSON.stringify(scores)}::json) as r (id uuid, home_score smallint, away_score smallint)
    where m.id = r.id and m.home_score is null and m.away_score is null and m.status <> 'cancelled'
      and m.start_time <= ${new Date()}::timestamptz
    returning m.id`.execute(trx)
  for (const { id } of written) changed.add(id)
  return changed
}
