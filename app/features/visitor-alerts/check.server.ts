import { sql } from 'kysely'
import { serveAudience } from '#app/platform/http/audience.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Audience } from '../audiences/permissions.ts'
import { audienceOfCountry, readAudiences } from '../audiences/queries.server.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { readMarketsFor } from '../odds/market-queries.server.ts'
import type { BestOfOutcome } from '../odds/market-view.ts'
import { isMarketType, type Market } from '../odds/markets.ts'
import type { Price } from '../odds/prices.ts'
import { type AlertRow, selectAlert } from './alert-row.server.ts'
import { isMet } from './rules.ts'
import { MOVED_SECONDS, type News, type Reason } from './schema.ts'

/** How early a kick-off may be told: a match that was moved further away is told again at its time. */
const EARLY_MS = 2 * 60_000

/** What a message tells, as it is at this moment. */
export interface Facts {
  audience: Audience
  match: MatchSummary
  alert: AlertRow
  /** Of an alert of a price: its market, its outcome, and who offers the best price. */
  offer: { market: Market; outcome: string; best: BestOfOutcome } | null
  /** What is told of the match itself; null for the condition of the alert. */
  news: News | null
  /** Of a match that was moved: the start that its visitor knew. */
  startsBefore: Date | null
}

/** What a firing tells. */
export interface ToldFiring {
  alertId: string
  matchId: string
  news: News | null
  /** Of a match that was moved: the new start, and the one that its visitor knew. */
  startsAt: Date | null
  startsBefore: Date | null
}

/** @param again whether the alert waits for the next time */
export type Verdict = { kind: 'tell'; facts: Facts } | { kind: 'drop'; reason: Reason; again: boolean }

const drop = (reason: Reason, again = false): Verdict => ({ kind: 'drop', reason, again })

/**
 * Whether a firing is still worth telling: the match is to come, or still cancelled if that is what it tells, the audience of
 * the alert's country may have alerts, and the price is still on offer, by the rule of prices at this moment.
 */
export async function checkFiring(
  services: Services,
  { alertId, matchId, news, startsAt, startsBefore }: ToldFiring,
  now: Date,
): Promise<Verdict> {
  const alert = await selectAlert(services.database.kysely, alertId)
  if (!alert?.is_active) return drop('gone')
  if (alert.paused_at) return drop('paused', true)
  const audience = audienceOfCountry(await readAudiences(services), alert.country ?? undefined)
  if (!audience.alerts) return drop('not-allowed')
  const [match] = await serveAudience(audience, () => listMatchesOfIds(services, [matchId]))
  if (!match) return drop('gone')
  const facts = { audience, match, alert, offer: null, news, startsBefore }
  if (news === 'cancelled') return match.status === 'cancelled' ? { kind: 'tell', facts } : drop('restored')
  const start = new Date(match.startTime)
  if (match.status !== 'scheduled') return drop(match.status === 'cancelled' ? 'cancelled' : 'started')
  if (start <= now) return drop('started')
  if (news === 'moved' && startsAt) {
    // A match that was moved again has another firing.
    const isNow = Math.abs(start.getTime() - startsAt.getTime()) < MOVED_SECONDS * 1_000
    return isNow ? { kind: 'tell', facts } : drop('moved')
  }
  if (news) return { kind: 'tell', facts }
  if (alert.kind === 'kick_off') {
    const told = start.getTime() - (alert.minutes ?? 0) * 60_000 - EARLY_MS
    return now.getTime() >= told ? { kind: 'tell', facts } : drop('moved', true)
  }
  if (alert.kind === 'first_price') {
    return (await hasPrice(services, matchId, audience)) ? { kind: 'tell', facts } : drop('price-gone', true)
  }
  const offer = await findOffer(services, { alert, matchId, audience })
  const { kind, price, percent } = alert
  const condition = { kind: kind as 'price' | 'fall', price: price as Price, percent: percent ?? 0 }
  return offer && isMet(condition, offer.best.net)
    ? { kind: 'tell', facts: { ...facts, offer } }
    : drop('price-gone', true)
}

/** The best price of an alert's outcome at this moment; null if nobody offers one. */
export async function findOffer(
  services: Omit<Services, 'jobs'>,
  { alert, matchId, audience }: { alert: OfferedOutcome; matchId: string; audience: Audience },
): Promise<Facts['offer']> {
  const { market_type: type, market_period: period, market_line: line, market_participant } = alert
  const { rows } = await sql<{ id: number }>`
    select id from markets where event = ${matchId} and type = ${type} and period = ${period}
      and line is not distinct from ${line}::numeric and participant is not distinct from ${market_participant}::text`.execute(
    services.database.kysely,
  )
  const [found] = rows
  const view = found && (await readMarketsFor(services, [found.id], audience)).get(found.id)
  const index = (alert.outcome ?? 0) - 1
  const [best, outcome] = [view?.best[index], view?.outcomes[index]]
  if (!view || !best || !outcome || !isMarketType(view.type)) return null
  return { market: view, outcome, best }
}

type OfferedOutcome = Pick<
  AlertRow,
  'market_type' | 'market_period' | 'market_line' | 'market_participant' | 'outcome'
>

/** Whether any market of a match has a best price at this moment. */
export async function hasPrice(
  services: Omit<Services, 'jobs'>,
  matchId: string,
  audience: Audience,
): Promise<boolean> {
  const { rows } = await sql<{ market: number }>`
    select b.market from markets k join market_bests b on b.market = k.id and b.audience = ${audience.priceSet}
    where k.event = ${matchId} and b.n > 0 order by b.n desc, b.market limit 20`.execute(
    services.database.kysely,
  )
  const views = await readMarketsFor(
    services,
    rows.map(({ market }) => market),
    audience,
  )
  return [...views.values()].some(({ best }) => best.some((one) => one !== null))
}
