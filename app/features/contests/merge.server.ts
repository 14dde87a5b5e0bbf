import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { isMarketType, turnMarket, turnOutcomeOf } from '../odds/markets.ts'
import { turnOffer } from '../odds/offers.ts'
import { moveFedOffers, type Relisted, readFedOffers } from '../odds/store/move-prices.server.ts'
import { moveTypedOffers, readTypedOffers } from '../odds/typed-prices.server.ts'
import { TYPED } from '../odds/typed-prices.ts'

export interface Merge {
  /** The match that stays, with its address. */
  keep: string
  /** The match that is merged into it. */
  gone: string
  /** Whether its sides are swapped. */
  turned?: boolean
  /** The new kick-off, that of the match that goes; undefined keeps that of the match that stays. */
  start?: Date
  /** The feed that lists the match that goes in place of the one that stays. */
  relisted?: Relisted
}

/**
 * Merges two matches. Links, prices with their history, clicks, the fixture and administrators' edits move to the match
 * that stays, and the URLs of the other redirect to it. Of two quotes of one bookmaker, the newer is kept, and none of those that
 * a feed no longer has because it lists the match under a new id. What an operator has typed comes before what feeds send:
 * odds, score and prices of bookmakers; if both matches have it, that of the match that stays.
 */
export async function mergeMatches(
  trx: Kysely<DB>,
  { keep, gone, turned = false, start, relisted }: Merge,
): Promise<void> {
  const sides = (prefix: string) =>
    turned
      ? sql`${sql.ref(`${prefix}.away_odds`)}, ${sql.ref(`${prefix}.draw_odds`)}, ${sql.ref(`${prefix}.home_odds`)}`
      : sql`${sql.ref(`${prefix}.home_odds`)}, ${sql.ref(`${prefix}.draw_odds`)}, ${sql.ref(`${prefix}.away_odds`)}`
  await sql`select id from matches where id in (${keep}, ${gone}) order by id for update`.execute(trx)
  await sql`update match_sources set match_id = ${keep}, turned = turned <> ${turned} where match_id = ${gone}`.execute(
    trx,
  )
  if (relisted)
    await sql`
      delete from odds where match_id = ${keep} and source = ${relisted.source}
        and last_updated <= ${relisted.confirmedAt}`.execute(trx)
  await sql`
    insert into odds as kept (match_id, bookmaker_id, home_odds, draw_odds, away_odds, status, last_updated, source)
    select ${keep}::uuid, o.bookmaker_id, ${sides('o')}, o.status, o.last_updated, o.source from odds o where o.match_id = ${gone}
    on conflict (match_id, bookmaker_id) do update set home_odds = excluded.home_odds, draw_odds = excluded.draw_odds,
      away_odds = excluded.away_odds, status = excluded.status, last_updated = excluded.last_updated, source = excluded.source
    where case
      when kept.source = ${TYPED} and typed_price_holds(kept.match_id, kept.last_updated, now()) then false
      when excluded.source = ${TYPED} and typed_price_holds(kept.match_id, excluded.last_updated, now()) then true
      else excluded.last_updated > kept.last_updated end`.execute(trx)
  const typed = await readTypedOffers(trx, gone)
  const offers = await readFedOffers(trx, gone)
  await sql`
    update odds_history h set match_id = ${keep}, (home_odds, draw_odds, away_odds) = (select ${sides('h')})
    where match_id = ${gone}`.execute(trx)
  await moveFixture(trx, keep, gone)
  await sql`update clicks set match_id = ${keep},
    outcome = case when not ${turned} then outcome when outcome = 'home' then 'away' when outcome = 'away' then 'home'
      else outcome end where match_id = ${gone}`.execute(trx)
  await moveReviews(trx, keep, gone)
  await sql`
    update match_merges set keep_id = ${keep}, turned = turned <> ${turned} where keep_id = ${gone}`.execute(
    trx,
  )
  await moveOfVisitors(trx, { keep, gone, turned })
  await sql`
    update old_slugs set target_id = ${keep}, turned = turned <> ${turned} where target_id = ${gone}`.execute(
    trx,
  )
  // Values that are still open are listed again for the match that stays, as its prices are now.
  await sql`delete from value_prices where event = ${gone} and (closed_at is null or result is null)`.execute(
    trx,
  )
  await sql`
    insert into old_slugs (entity, parent_id, slug, target_id, turned)
    select 'match', m.league_id, m.slug, ${keep}::uuid, ${turned}::boolean from matches m
    where m.id = ${gone} and m.slug <> '' and not exists (
      select 1 from matches other where other.league_id = m.league_id and other.slug = m.slug and other.id <> m.id)
    union all select 'match', null, ${gone}, ${keep}::uuid, ${turned}
    on conflict (entity, parent_id, slug) do update
      set target_id = excluded.target_id, turned = excluded.turned`.execute(trx)
  const { rows } = await sql<{
    external_id: string | null
    start_typed: boolean
    featured: boolean
    is_popular: boolean
    affiliate_link: string | null
    status: string
    home_score: number | null
    away_score: number | null
    score_code: string | null
    score_source: string | null
    score_locked: boolean
    home_odds: number
    draw_odds: number | null
    away_odds: number
    odds_locked: boolean
  }>`
    delete from matches where id = ${gone}
    returning external_id, start_typed, featured, is_popular, affiliate_link, status, score_code, score_source,
      score_locked, odds_locked, draw_odds,
      ${sql.ref(turned ? 'away_score' : 'home_score')} as home_score,
      ${sql.ref(turned ? 'home_score' : 'away_score')} as away_score,
      ${sql.ref(turned ? 'away_odds' : 'home_odds')} as home_odds,
      ${sql.ref(turned ? 'home_odds' : 'away_odds')} as away_odds`.execute(trx)
  const [was] = rows
  if (!was) return
  const hasScore = was.home_score !== null && was.away_score !== null
  await sql`
    update matches m set
      external_id = ${start ? sql`coalesce(${was.external_id}, m.external_id)` : sql`coalesce(m.external_id, ${was.external_id})`},
      featured = m.featured or ${was.featured}, is_popular = m.is_popular or ${was.is_popular},
      affiliate_link = coalesce(m.affiliate_link, ${was.affiliate_link}),
      start_time = coalesce(${start ?? null}::timestamptz, m.start_time),
      start_typed = ${start ? sql`${was.start_typed}` : sql`m.start_typed`},
      status = case when ${hasScore} and m.home_score is null then ${was.status} else m.status end,
      score_code = case when ${hasScore} and m.home_score is null then ${was.score_code} else m.score_code end,
      score_source = case when ${hasScore} and m.home_score is null then ${was.score_source} else m.score_source end,
      home_score = coalesce(m.home_score, ${was.home_score}::smallint),
      away_score = coalesce(m.away_score, ${was.away_score}::smallint)
    where m.id = ${keep}`.execute(trx)
  if (was.score_locked)
    await sql`
      update matches set status = ${was.status}, home_score = ${was.home_score}::smallint,
        away_score = ${was.away_score}::smallint, score_code = ${was.score_code}, score_locked = true
      where id = ${keep} and not score_locked`.execute(trx)
  if (was.odds_locked)
    await sql`
      update matches set home_odds = ${was.home_odds}::numeric, draw_odds = ${was.draw_odds}::numeric,
        away_odds = ${was.away_odds}::numeric, odds_locked = true
      where id = ${keep} and not odds_locked`.execute(trx)
  await moveFedOffers(trx, keep, { offers, turned, relisted })
  await moveTypedOffers(trx, keep, turned ? typed.map(turnOffer) : typed)
  await sql`select refresh_headlines(array[${keep}]::uuid[])`.execute(trx)
}

/** A fixture that calls off a match which takes place all the same, by an operator's word or its result, does not cancel the other. */
async function moveFixture(trx: Kysely<DB>, keep: string, gone: string): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select k.status from matches k, matches g join fixtures f on f.match_id = g.id
    where k.id = ${keep} and g.id = ${gone} and g.status <> 'cancelled' and calls_off(f.status_short)`.execute(
    trx,
  )
  await sql`
    update fixtures set match_id = ${keep} where match_id = ${gone}
      and not exists (select 1 from fixtures other where other.match_id = ${keep})`.execute(trx)
  for (const { status } of rows)
    await sql`update matches set status = ${status} where id = ${keep} and status <> ${status}`.execute(trx)
}

interface Move {
  keep: string
  gone: string
  turned: boolean
  /** The ids of what moves; undefined for everything. */
  only?: readonly string[]
}

/** Moves the favourites, alerts and noted bets of visitors. Alerts that the match that stays has already are not doubled. */
async function moveOfVisitors(trx: Kysely<DB>, { keep, gone, turned }: Move): Promise<void> {
  await sql`
    insert into favorite_matches (user_id, match_id, created_at)
    select user_id, ${keep}::uuid, created_at from favorite_matches where match_id = ${gone}
    on conflict (user_id, match_id) do nothing`.execute(trx)
  // What visitors were told of the match.
  await sql`
    insert into visitor_alert_cancellations (user_id, match_id)
    select user_id, ${keep}::uuid from visitor_alert_cancellations where match_id = ${gone}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into visitor_alert_starts (user_id, match_id, starts_at)
    select user_id, ${keep}::uuid, starts_at from visitor_alert_starts where match_id = ${gone}
    on conflict do nothing`.execute(trx)
  await moveAlerts(trx, { keep, gone, turned })
  await moveBets(trx, { keep, gone, turned })
}

/** Moves alerts with what is known about them. Those that the other match has already stay. */
export async function moveAlerts(trx: Kysely<DB>, { keep, gone, turned, only }: Move): Promise<void> {
  const isMoved = only ? sql`k.alert_id = any(${[...only]}::uuid[])` : sql`true`
  for (const table of ['visitor_alert_known', 'visitor_alert_firings'] as const)
    await sql`
      update ${sql.table(table)} k set match_id = ${keep} where k.match_id = ${gone} and ${isMoved} and not exists (
        select 1 from ${sql.table(table)} o where o.match_id = ${keep} and o.alert_id = k.alert_id)`.execute(
      trx,
    )
  let query = trx
    .selectFrom('visitor_alerts')
    .select(['id', 'market_type', 'market_period', 'market_line', 'market_participant', 'outcome'])
    .where('match_id', '=', gone)
  if (only) query = query.where(sql<boolean>`id = any(${[...only]}::uuid[])`)
  const alerts = await query.execute()
  for (const alert of alerts) {
    const columns = turned ? turnAlert(alert) : {}
    const to = { ...alert, ...columns }
    await trx
      .updateTable('visitor_alerts as a')
      .set({ match_id: keep, ...columns })
      .where('a.id', '=', alert.id)
      .where(
        sql<boolean>`not exists (select 1 from visitor_alerts o where o.match_id = ${keep} and o.user_id = a.user_id
          and o.kind = a.kind and o.price is not distinct from a.price and o.percent is not distinct from a.percent
          and o.minutes is not distinct from a.minutes and o.market_type is not distinct from ${to.market_type}
          and o.market_period is not distinct from ${to.market_period}
          and o.market_line is not distinct from ${to.market_line}::numeric
          and o.market_participant is not distinct from ${to.market_participant}
          and o.outcome is not distinct from ${to.outcome}::smallint)`,
      )
      .execute()
  }
}

/** Moves noted bets to another match. */
export async function moveBets(trx: Kysely<DB>, { keep, gone, turned, only }: Move): Promise<void> {
  let query = trx
    .selectFrom('noted_bets')
    .select(['id', 'home_team', 'away_team', 'market_type', 'market_period', 'outcome', 'market_participant'])
    .select(sql<number | null>`market_line::float8`.as('market_line'))
    .where('match_id', '=', gone)
  if (only) query = query.where(sql<boolean>`id = any(${[...only]}::uuid[])`)
  for (const { id, ...bet } of await query.execute())
    await trx
      .updateTable('noted_bets')
      .set({ match_id: keep, ...(turned && turnBet(bet)) })
      .where('id', '=', id)
      .execute()
}

/** A noted bet with the sides of its match swapped. */
function turnBet(bet: {
  home_team: string
  away_team: string
  market_type: string
  market_period: string
  market_line: number | null
  market_participant: string | null
  outcome: string
}) {
  const { market_type: type, market_period: period, outcome } = bet
  const sides = { home_team: bet.away_team, away_team: bet.home_team }
  if (!isMarketType(type)) return sides
  const turned = turnOutcomeOf({
    market: { type, period, line: bet.market_line, participant: bet.market_participant },
    outcome,
  })
  const { line, participant } = turned.market
  return { ...sides, market_line: line, market_participant: participant, outcome: turned.outcome }
}

/** The market and the outcome of an alert with the sides of the match swapped. */
function turnAlert(alert: {
  market_type: string | null
  market_period: string | null
  market_line: number | null
  market_participant: string | null
  outcome: number | null
}) {
  const { market_type: type, market_period: period, outcome } = alert
  if (type === null || period === null || outcome === null || !isMarketType(type)) return {}
  const { market, order } = turnMarket({
    type,
    period,
    line: alert.market_line,
    participant: alert.market_participant,
  })
  return {
    market_line: market.line,
    market_participant: market.participant,
    outcome: (order?.[outcome - 1] ?? outcome - 1) + 1,
  }
}

/** Moves open and decided reviews of the merged match to the match that stays. */
async function moveReviews(trx: Kysely<DB>, keep: string, gone: string): Promise<void> {
  await sql`
    insert into match_reviews (match_id, candidate_id, reason, turned, status, decided_by, decided_at, created_at, decision_id)
    select case when match_id = ${gone} then ${keep}::uuid else match_id end,
      case when candidate_id = ${gone} then ${keep}::uuid else candidate_id end,
      reason, turned, status, decided_by, decided_at, created_at, decision_id
    from match_reviews
    where (match_id = ${gone} or candidate_id = ${gone}) and match_id <> ${keep} and candidate_id <> ${keep}
    on conflict do nothing`.execute(trx)
}
