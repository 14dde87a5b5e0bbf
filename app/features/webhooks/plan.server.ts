/** Finds out which messages webhooks send. A change is looked at once for each webhook, in the order of the ids. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { serveAudience } from '#app/platform/http/audience.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Audience } from '../audiences/permissions.ts'
import { readAudiences } from '../audiences/queries.server.ts'
import { isOverByStatus } from '../matches/scored-row.server.ts'
import { type Change, readChanges, readLogRange, sequenceChanges } from '../read-api/changes.server.ts'
import { type ApiMatch, readMatches } from '../read-api/queries.server.ts'
import { isKeyValid } from '../read-api/valid-key.server.ts'
import { isLargeMove, type Prices, priceMoves } from './rules.ts'
import { readEvents, readWords, type WebhookEvent } from './schema.ts'

type Site = Pick<Services, 'database' | 'log' | 'memo'>

const PAGE = 100
/** Matches of the beginning of a webhook that are read at once. */
const SEEDED_AT_ONCE = 200

export interface ActiveWebhook {
  id: string
  url: string
  events: WebhookEvent[]
  leagues: string[]
  /** The same as they are stored. */
  storedLeagues: string
  pricePercent: number
  country: string
  position: number | null
  isSeeded: boolean
}

/** Webhooks that are switched on, are not stopped, and whose key is valid. */
export async function listActiveWebhooks(db: Kysely<DB>, now: Date): Promise<ActiveWebhook[]> {
  const rows = await db
    .selectFrom('webhooks as w')
    .innerJoin('api_keys as k', 'k.id', 'w.key_id')
    .select(['w.id', 'w.url', 'w.events', 'w.leagues'])
    .select(['w.price_percent', 'w.country', 'w.position', 'w.is_seeded'])
    .where('w.is_active', '=', true)
    .where('w.stopped_at', 'is', null)
    .where(isKeyValid(now))
    .orderBy('w.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    events: readEvents(row.events),
    leagues: readWords(row.leagues),
    storedLeagues: row.leagues,
    pricePercent: row.price_percent,
    country: row.country,
    position: row.position,
    isSeeded: row.is_seeded,
  }))
}

/** The audience of a webhook's receiver. */
export async function audienceOfWebhook(
  services: Site,
  { country }: Pick<ActiveWebhook, 'country'>,
): Promise<Audience> {
  const { byCountry, rest, unknown } = await readAudiences(services)
  if (!byCountry || country === '') return unknown
  return byCountry.get(country) ?? rest
}

/** Queues the messages of a webhook about everything that has happened since its position. */
export async function planMessages(services: Site, webhook: ActiveWebhook, now: Date): Promise<void> {
  const db = services.database.kysely
  const audience = await audienceOfWebhook(services, webhook)
  const first = await beginning(services, webhook, audience)
  for (let position = first; position !== null; ) {
    const from: number = position
    const page = await serveAudience(audience, () => readChanges(services, { after: from, limit: PAGE }))
    if (page === null) return
    if (page === 'gone') {
      // It was stopped for longer than changes are kept, or the database was restored.
      const { firstKept } = await readLogRange(db)
      await movePosition(db, webhook, from, firstKept - 1)
      position = firstKept - 1
      continue
    }
    const plan = await composeMessages(db, webhook, page.changes, audience)
    const isMoved = await db.transaction().execute(async (tx) => {
      if (!(await movePosition(tx, webhook, from, page.read))) return false
      await storePlan(tx, webhook.id, plan, now)
      return true
    })
    // Another process plans this webhook, or it has other leagues meanwhile.
    position = isMoved && page.hasMore ? page.read : null
  }
}

/** The position from which a webhook goes on. Null if another process begins it. */
async function beginning(services: Site, webhook: ActiveWebhook, audience: Audience): Promise<number | null> {
  const db = services.database.kysely
  let { position } = webhook
  if (position === null) {
    await sequenceChanges(db)
    position = (await readLogRange(db)).latest
    if (!(await movePosition(db, webhook, null, position))) return null
  }
  if (!webhook.isSeeded) {
    await serveAudience(audience, () => seedPrices(services, webhook))
    await db
      .updateTable('webhooks')
      .set({ is_seeded: true })
      .where('id', '=', webhook.id)
      .where('leagues', '=', webhook.storedLeagues)
      .execute()
  }
  return position
}

/** @returns false if the position is another one meanwhile, or the leagues are others, by an operator or a merge */
async function movePosition(
  db: Kysely<DB>,
  { id, storedLeagues }: ActiveWebhook,
  from: number | null,
  to: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ position: to })
    .where('id', '=', id)
    .where('position', 'is not distinct from', from)
    .where('leagues', '=', storedLeagues)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The prices of the beginning: later ones are compared with them. Those that it was told already stay. */
async function seedPrices(services: Site, webhook: ActiveWebhook): Promise<void> {
  if (!webhook.events.includes('price.moved')) return
  const db = services.database.kysely
  const rows = await db
    .selectFrom('matches')
    .select('id')
    .where(sql<boolean>`league_id = any (${webhook.leagues}::uuid[])`)
    .where('start_time', '>', new Date())
    .orderBy('id')
    .execute()
  for (let start = 0; start < rows.length; start += SEEDED_AT_ONCE) {
    const ids = rows.slice(start, start + SEEDED_AT_ONCE).map(({ id }) => id)
    const matches = await readMatches(services, ids)
    const prices = [...matches.values()].flatMap(({ id, best }) => (best ? [{ match: id, best }] : []))
    await storePrices(db, webhook.id, prices, { keepTold: true })
  }
}

interface Message {
  type: WebhookEvent
  match: string
  body: string
  audience: string | null
  score: string | null
}

interface Plan {
  messages: Message[]
  /** The prices that later ones are compared with. */
  prices: { match: string; best: Prices }[]
}

async function composeMessages(
  db: Kysely<DB>,
  webhook: ActiveWebhook,
  changes: readonly Change[],
  audience: Audience,
): Promise<Plan> {
  const plan: Plan = { messages: [], prices: [] }
  const { leagues } = webhook
  const wanted = changes.filter(
    ({ league_id, before }) =>
      leagues.length === 0 ||
      leagues.includes(league_id) ||
      // A match has left it.
      (before?.league_id !== undefined && leagues.includes(before.league_id)),
  )
  const [told, calledOff, over, prices] = await Promise.all([
    readScores(db, webhook.id, wanted),
    readCalledOff(db, webhook.id, wanted),
    readOver(db, wanted),
    readPrices(db, webhook.id, wanted),
  ])
  const add = (type: WebhookEvent, change: Change, more: object, extra: Partial<Message> = {}) => {
    if (!webhook.events.includes(type)) return
    const { id, at, match_id, league_id, match } = change
    const data = { change: id, match_id, league_id, match: match && withoutPrices(match), ...more }
    const body = JSON.stringify({ type, timestamp: at, data })
    plan.messages.push({ type, match: match_id, body, audience: null, score: null, ...extra })
  }
  for (const change of wanted) {
    const { type, match, match_id, before } = change
    if (type === 'match.added') add('match.added', change, {})
    if (type === 'match.moved') add('match.moved', change, { before })
    if (type === 'match.changed' && before?.delay !== undefined) add('match.delayed', change, { before })
    if (type === 'match.changed' && isCalledOff(change) && !calledOff.has(match_id)) {
      add('match.cancelled', change, {})
      calledOff.add(match_id)
    }
    // Only what was told is taken back.
    if (type === 'match.changed' && isPutBack(change) && calledOff.delete(match_id))
      add('match.restored', change, {})
    if (type === 'match.removed') add('match.removed', change, { before })
    if (type === 'match.ended') add('match.ended', change, {})
    if ((type === 'match.ended' || type === 'match.score') && match && over.has(match_id)) {
      const { home_score, away_score } = match
      const score = home_score === null || away_score === null ? null : `${home_score}:${away_score}`
      if (score !== null && told.get(match_id) !== score) {
        add('match.result', change, { home_score, away_score }, { score })
        told.set(match_id, score)
      }
    }
    if (type === 'prices.changed' && match?.best && webhook.events.includes('price.moved')) {
      const was = prices.get(match_id)
      const moves = was ? priceMoves(was, match.best) : []
      if (was && !isLargeMove(moves, webhook.pricePercent)) continue
      prices.set(match_id, match.best)
      plan.prices.push({ match: match_id, best: match.best })
      if (was) add('price.moved', change, { prices: moves }, { audience: audience.key })
    }
  }
  return plan
}

/** Whether a change of a match, or of its fixture, called it off. Later changes of its names do not. */
function isCalledOff({ match, before }: Change): boolean {
  if (match?.status !== 'cancelled' || before?.status === 'cancelled' || before?.delay !== undefined)
    return false
  return before?.home === undefined || (before.home === match.home && before.away === match.away)
}

/** Whether a match that was called off takes place after all. */
function isPutBack({ match, before }: Change): boolean {
  return before?.status === 'cancelled' && (match?.status === 'scheduled' || match?.status === 'live')
}

function withoutPrices({ best: _, bookmaker_count: __, typed: ___, ...match }: ApiMatch) {
  return match
}

/** The last score that a webhook has told of each match. */
async function readScores(
  db: Kysely<DB>,
  webhook: string,
  changes: readonly Change[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ match_id: string; score: string }>`
    select distinct on (match_id) match_id, score from webhook_deliveries
    where webhook_id = ${webhook} and match_id = any (${idsOf(changes)}::uuid[]) and score is not null
    order by match_id, id desc`.execute(db)
  return new Map(rows.map(({ match_id, score }) => [match_id, score]))
}

/** The matches of which a webhook has told last that they are called off. */
async function readCalledOff(
  db: Kysely<DB>,
  webhook: string,
  changes: readonly Change[],
): Promise<Set<string>> {
  const { rows } = await sql<{ match_id: string; type: string }>`
    select distinct on (match_id) match_id, type from webhook_deliveries
    where webhook_id = ${webhook} and match_id = any (${idsOf(changes)}::uuid[])
      and type in ('match.cancelled', 'match.restored')
    order by match_id, id desc`.execute(db)
  return new Set(rows.flatMap(({ match_id, type }) => (type === 'match.cancelled' ? [match_id] : [])))
}

/** The matches that are over, by their status or their fixture. */
async function readOver(db: Kysely<DB>, changes: readonly Change[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select m.id from matches m left join fixtures f on f.match_id = m.id
    where m.id = any (${idsOf(changes)}::uuid[]) and ${isOverByStatus}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

async function readPrices(
  db: Kysely<DB>,
  webhook: string,
  changes: readonly Change[],
): Promise<Map<string, Prices>> {
  const rows = await db
    .selectFrom('webhook_prices')
    .select(['match_id', 'home', 'draw', 'away'])
    .where('webhook_id', '=', webhook)
    .where(sql<boolean>`match_id = any (${idsOf(changes)}::uuid[])`)
    .execute()
  return new Map(rows.map(({ match_id, ...prices }) => [match_id, prices]))
}

const idsOf = (changes: readonly Change[]) => [...new Set(changes.map(({ match_id }) => match_id))]

async function storePlan(
  tx: Kysely<DB>,
  webhook: string,
  { messages, prices }: Plan,
  now: Date,
): Promise<void> {
  await storePrices(tx, webhook, prices)
  if (messages.length === 0) return
  await tx
    .insertInto('webhook_deliveries')
    .values(
      messages.map(({ type, match, body, audience, score }) => ({
        ...{ webhook_id: webhook, type, body, audience, score },
        ...{ match_id: match, next_at: now },
      })),
    )
    .execute()
}

async function storePrices(
  db: Kysely<DB>,
  webhook: string,
  prices: Plan['prices'],
  { keepTold = false } = {},
): Promise<void> {
  const last = new Map(prices.map(({ match, best }) => [match, best]))
  const rows = [...last].map(([match, { home, draw, away }]) => ({ match, home, draw, away }))
  if (rows.length === 0) return
  await sql`
    insert into webhook_prices (webhook_id, match_id, home, draw, away)
    select ${webhook}::uuid, match, home, draw, away
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (match uuid, home numeric, draw numeric, away numeric)
    on conflict (webhook_id, match_id) do update
    set home = excluded.home, draw = excluded.draw, away = excluded.away where not ${keepTold}`.execute(db)
}
