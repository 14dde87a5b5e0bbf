import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { slugOr } from '#app/features/catalogue/place-names.ts'
import { fold } from '#app/features/names/fold.ts'
import type { OfferedQuote } from '#app/features/odds/offers.ts'
import { storePrices, withdrawPrices } from '#app/features/odds/store/store-prices.server.ts'
import type { OutrightItem, OutrightOffer } from '#app/features/sources/contract.ts'
import { retryConflicts } from '#app/platform/db/retry.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { freeSlug, type Place } from '../places/places.server.ts'
import type { BatchContext, ItemOutcome } from '../resolve/batch.ts'
import { tellUnknownMarkets, withBookmakers } from './store-markets.server.ts'

export interface PlacedOutright {
  outright: OutrightItem
  place: Place
}

/** Outrights with the same name in a league are one, in all sources, if their starts are within this time. */
const SAME_WITHIN_MS = 60 * DAY_MS

/**
 * Writes a batch of outrights: with the feed's ids, their participants, and the prices of each. A participant's index
 * never changes in any quote; a participant without a quote has no price at its index.
 */
export async function storeOutrights(
  trx: Transaction<DB>,
  items: readonly PlacedOutright[],
  context: BatchContext,
): Promise<ItemOutcome[]> {
  if (items.length === 0) return []
  const outcomes: ItemOutcome[] = []
  await lockOutrights(trx, items, context.source)
  const own: { id: string; outright: OutrightItem }[] = []
  for (const { outright, place } of items) {
    const { id, outcome } = await findOrCreate(trx, outright, place, context.source)
    const isTaken = own.some((one) => one.id === id)
    outcomes.push(isTaken ? 'duplicate_match' : outcome)
    if (!isTaken) own.push({ id, outright })
  }
  const positions = await placeParticipants(trx, own)
  const priced = own.map(({ id, outright }) => ({
    event: id,
    kind: 'outright' as const,
    part: outright.part,
    offers: withBookmakers(
      outright.offers.map((offer) => toOffer(offer, positions.get(id) ?? new Map())),
      context.bookmakers,
    ),
  }))
  const { changed } = await storePrices(trx, priced, context)
  await tellUnknownMarkets(
    trx,
    own.flatMap(({ outright }) => outright.unknownMarkets),
    { source: context.source, ignoredMarkets: context.ignoredMarkets },
  )
  let next = 0
  return outcomes.map((outcome) => {
    if (outcome === 'duplicate_match') return outcome
    const id = own[next++]?.id
    return outcome === 'unchanged' && id !== undefined && changed.has(id) ? 'updated' : outcome
  })
}

/**
 * Locks the possible outrights of the items, always in the same order, so that two imports wait for each other without
 * a deadlock.
 */
async function lockOutrights(
  trx: Transaction<DB>,
  items: readonly PlacedOutright[],
  source: string,
): Promise<void> {
  const leagues = [...new Set(items.map(({ place }) => place.leagueId))]
  const externalIds = items.map(({ outright }) => outright.externalId)
  await sql`
    select 1 from outrights o
    where o.league_id = any(${leagues}::uuid[]) or o.id in (select s.outright_id from outright_sources s
      where s.source = ${source} and s.external_id = any(${externalIds}::text[]))
    order by o.id for update`.execute(trx)
}

const keyOf = (name: string) => fold(name) || name

async function findOrCreate(
  trx: Transaction<DB>,
  { externalId, competition, name, start }: OutrightItem,
  place: Place,
  source: string,
): Promise<{ id: string; outcome: ItemOutcome }> {
  const linked = await trx
    .selectFrom('outright_sources as s')
    .innerJoin('outrights as o', 'o.id', 's.outright_id')
    .select(['o.id', 'o.name', 'o.start_time'])
    .where('s.source', '=', source)
    .where('s.external_id', '=', externalId)
    .executeTakeFirst()
  if (linked) {
    const isSame = linked.name === name && linked.start_time.getTime() === start.getTime()
    if (!isSame) {
      await trx
        .updateTable('outrights')
        .set({ name, start_time: start })
        .where('id', '=', linked.id)
        .execute()
    }
    return { id: linked.id, outcome: isSame ? 'unchanged' : 'updated' }
  }
  const others = await trx
    .selectFrom('outrights')
    .select(['id', 'name', 'slug', 'start_time'])
    .where('league_id', '=', place.leagueId)
    .orderBy('start_time')
    .execute()
  const known = others.find(
    (other) =>
      keyOf(other.name) === keyOf(name) &&
      Math.abs(other.start_time.getTime() - start.getTime()) < SAME_WITHIN_MS,
  )
  const id = known?.id ?? randomUUID()
  if (!known) {
    await trx
      .insertInto('outrights')
      .values({
        id,
        league_id: place.leagueId,
        name,
        slug: freeSlug(others, slugOr(name, 'outright')),
        start_time: start,
      })
      .execute()
  }
  await trx
    .insertInto('outright_sources')
    .values({ source, external_id: externalId, outright_id: id, competition })
    .execute()
  return { id, outcome: known ? 'unchanged' : 'inserted' }
}

/**
 * The index of each participant of outrights, by its normalised name; new participants are added after the existing
 * ones.
 */
async function placeParticipants(
  trx: Transaction<DB>,
  own: readonly { id: string; outright: OutrightItem }[],
): Promise<Map<string, Map<string, number>>> {
  const ids = own.map(({ id }) => id)
  const rows = await trx
    .selectFrom('outright_participants')
    .select(['outright_id', 'position', 'key'])
    .where(sql<boolean>`outright_id = any(${ids}::uuid[])`)
    .execute()
  const places = new Map(ids.map((id) => [id, new Map<string, number>()]))
  for (const { outright_id, position, key } of rows) places.get(outright_id)?.set(key, position)
  const added: { outright_id: string; position: number; name: string; key: string }[] = []
  for (const { id, outright } of own) {
    const known = places.get(id) ?? new Map<string, number>()
    let last = Math.max(0, ...known.values())
    for (const { name } of outright.offers.flatMap(namesOf)) {
      const key = keyOf(name)
      if (known.has(key)) continue
      last += 1
      known.set(key, last)
      added.push({ outright_id: id, position: last, name, key })
    }
  }
  if (added.length > 0) {
    await sql`
      insert into outright_participants (outright_id, position, name, key)
      select outright_id, position, name, key from json_to_recordset(${JSON.stringify(added)}::json)
        as r (outright_id uuid, position smallint, name text, key text)`.execute(trx)
  }
  return places
}

const namesOf = ({ quotes }: OutrightOffer) => quotes.flatMap(({ prices }) => prices)

/** An offer with its prices at the indices of the participants. */
function toOffer({ quotes, ...offer }: OutrightOffer, places: ReadonlyMap<string, number>) {
  const placed = quotes.map(({ prices, ...quote }): OfferedQuote => {
    const list: OfferedQuote['prices'] = []
    const texts: (string | null)[] = []
    for (const { name, price, text = null } of prices) {
      const position = places.get(keyOf(name))
      if (position === undefined) continue
      list[position - 1] ??= price
      texts[position - 1] ??= text
    }
    const market = { type: 'outright', period: 'full_time', line: null, participant: null } as const
    return {
      ...quote,
      market,
      prices: Array.from(list, (price) => price ?? null),
      ...(texts.some((text) => text !== null) && { notation: Array.from(list, (_, n) => texts[n] ?? null) }),
      status: null,
    }
  })
  return { ...offer, quotes: placed }
}

/** Outrights of a transaction in which prices are withdrawn. */
const WITHDRAWN = 50

/**
 * Withdraws a source's prices of outrights that a complete answer of their competitions does not list. Newer prices
 * stay.
 */
export async function withdrawUnlistedOutrights(
  db: Kysely<DB>,
  answer: {
    source: string
    confirmedAt: Date
    competitions: readonly string[]
    listed: readonly string[]
  },
): Promise<void> {
  const { source, confirmedAt, competitions, listed } = answer
  if (competitions.length === 0) return
  const rows = await db
    .selectFrom('outright_sources as s')
    .innerJoin('outrights as o', 'o.id', 's.outright_id')
    .select('o.id')
    .distinct()
    .where('s.source', '=', source)
    .where('s.competition', 'in', competitions)
    .where('o.start_time', '>', confirmedAt)
    .where(
      sql<boolean>`not exists (select 1 from outright_sources n where n.outright_id = o.id and n.source = s.source
        and n.external_id = any(${listed}::text[]))`,
    )
    .orderBy('o.id')
    .execute()
  for (let first = 0; first < rows.length; first += WITHDRAWN) {
    const ids = rows.slice(first, first + WITHDRAWN).map(({ id }) => id)
    await retryConflicts(() =>
      db.transaction().execute((trx) => withdrawPrices(trx, ids, { source, confirmedAt })),
    )
  }
}
