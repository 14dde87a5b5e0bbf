import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS } from '#app/platform/time.ts'
import type { Audience } from '../audiences/permissions.ts'
import { audienceOfCountry, readAudiences } from '../audiences/queries.server.ts'
import { readMarketsFor } from '../odds/market-queries.server.ts'
import type { Price } from '../odds/prices.ts'
import { type AskedCountry, askedRows, recordset } from './asked.server.ts'
import { isDropped, noteStart, storeFiring } from './firings.server.ts'
import { tellNews } from './news.server.ts'
import { isMet } from './rules.ts'
import { CANCELLATION, MOVED_SECONDS } from './schema.ts'
import { servicesOf, timeOf, type VisitorAlertSite } from './site.server.ts'
import { createTeamCalendar, type MatchOfTeam, matchesOf, type TeamCalendar } from './team-calendar.server.ts'

/** How far ahead matches of leagues are watched that have no prices. */
const HORIZON_DAYS = 14
/** Markets whose quotes are read at once. */
const BATCH = 200

/** An alert that has something to tell about a match. */
interface Candidate {
  id: string
  turn: number
  match_id: string
  country: string | null
}

interface PriceCandidate extends Candidate {
  kind: 'price' | 'fall'
  market: number
  outcome: number
  price: Price
  percent: number
}

/** How long after the start that was told a match is looked at, which may have been put off. */
const PUT_OFF_MS = 2 * DAY_MS

/** @param market one with a best price; null for a kick-off */
type Occasion = Candidate & { kind: 'first_price' | 'kick_off'; market: number | null; start_time: Date }

/**
 * Finds the alerts that have something to tell, and stores a firing with its messages for each. What is found with the
 * stored best prices is judged again by the rule of prices at this moment, for the audience of the alert's country.
 * @returns the number of firings
 */
export async function evaluateAlerts(
  site: VisitorAlertSite,
  calendar: TeamCalendar = createTeamCalendar(),
): Promise<number> {
  const now = timeOf(site)
  const services = servicesOf(site) as Services
  const db = site.database.kysely
  const { asked, audiences } = await readAsked(services)
  if (asked.length === 0) return 0
  await renewMoved(db, now)
  const teams = await calendar.list(services, now)
  const prices = await findPrices(db, asked, now)
  const occasions = await findOccasions(db, { asked, teams: matchesOf(teams), now })
  const best = await readBests(services, audiences, [...prices, ...occasions])
  let fired = 0
  for (const found of prices) {
    const price = best(found)?.[found.outcome - 1] ?? null
    if (isMet(found, price) && (await fire(db, found, { price, now }))) fired += 1
  }
  for (const found of occasions) {
    const isFirst = found.kind === 'first_price'
    if (isFirst && !best(found)?.some((price) => price !== null)) continue
    const startsAt = found.kind === 'kick_off' ? found.start_time : null
    if (await fire(db, found, { price: null, startsAt, now })) fired += 1
  }
  return fired + (await tellNews(db, { asked, teams, now }))
}

/** Whose alerts are evaluated: not where an audience forbids them, nor before its best prices are computed. */
async function readAsked(services: Services): Promise<{ asked: AskedCountry[]; audiences: Audiences }> {
  const all = await readAudiences(services)
  const rows = await services.database.kysely
    .selectFrom('visitor_alerts')
    .select('country')
    .distinct()
    .where('paused_at', 'is', null)
    .execute()
  const audiences = new Map(
    rows.map(({ country }) => [country, audienceOfCountry(all, country ?? undefined)]),
  )
  const asked = [...audiences].flatMap(([country, { alerts, priceSet }]) =>
    alerts ? [{ country, price_set: priceSet }] : [],
  )
  return { asked, audiences }
}

type Audiences = ReadonlyMap<string | null, Audience>

/**
 * A kick-off that was told counts as not told once the match is moved: it is told again at its time. Its firing leaves the
 * turn of the alert, below those of alerts and cancellations.
 */
async function renewMoved(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    with moved as (
      select f.id, (select least(min(o.turn), ${CANCELLATION}) - 1 from visitor_alert_firings o
        where o.alert_id = f.alert_id and o.match_id = f.match_id) as turn
      from visitor_alert_firings f
      join visitor_alerts a on a.id = f.alert_id and a.turn = f.turn
      join matches m on m.id = f.match_id
      where f.starts_at > ${new Date(now.getTime() - PUT_OFF_MS)}::timestamptz
        and m.status = 'scheduled' and m.start_time > ${now}::timestamptz
        and abs(extract(epoch from m.start_time - f.starts_at)) >= ${MOVED_SECONDS}
      order by a.id for update of a
    ), left_turn as (
      update visitor_alert_firings f set turn = m.turn from moved m
      where f.id = m.id and f.turn > ${CANCELLATION} returning f.alert_id
    )
    update visitor_alerts set fired_at = null
    where match_id is not null and id in (select alert_id from left_turn)`.execute(db)
}

/** Whether a match `m` is to come, in a league that is shown. */
const isToCome = (now: Date) => sql`m.status = 'scheduled' and m.start_time > ${now}::timestamptz and exists (
  select 1 from leagues l join countries c on c.id = l.country_id join sports s on s.id = l.sport_id
  where l.id = m.league_id and l.is_active and c.is_active and s.is_active)`

/** Alerts whose outcome has the price by the stored best prices. */
async function findPrices(
  db: Kysely<DB>,
  asked: readonly AskedCountry[],
  now: Date,
): Promise<PriceCandidate[]> {
  const { rows } = await sql<PriceCandidate>`
    select a.id, a.turn, a.kind, a.match_id, a.country, a.outcome, a.price, a.percent, k.id as market
    from visitor_alerts a
    join ${askedRows(asked)} on r.country is not distinct from a.country
    join matches m on m.id = a.match_id
    join markets k on k.event = a.match_id and k.type = a.market_type and k.period = a.market_period
      and k.line is not distinct from a.market_line and k.participant is not distinct from a.market_participant
    join market_bests b on b.market = k.id and b.audience = r.price_set
    where a.kind in ('price', 'fall') and a.paused_at is null and a.fired_at is null and ${isToCome(now)}
      and case a.kind when 'price' then b.nets[a.outcome] >= a.price
        else b.nets[a.outcome] <= a.price * (100 - a.percent) / 100 end
    order by a.created_at, a.id`.execute(db)
  return rows
}

/**
 * Matches of which an alert tells the first price or the kick-off.
 * @param alert only this one
 */
export async function findOccasions(
  db: Kysely<DB>,
  {
    asked,
    teams,
    now,
    alert = null,
  }: {
    asked: readonly AskedCountry[]
    teams: readonly MatchOfTeam[]
    now: Date
    alert?: string | null
  },
): Promise<Occasion[]> {
  const horizon = sql`${now}::timestamptz + make_interval(days => ${HORIZON_DAYS})`
  const { rows } = await sql<Occasion>`
    with of_team as materialized (
      select r.* from ${recordset(teams, 'country_id uuid, team text, match_id uuid')}
    ), active as materialized (
      select a.*, r.price_set from visitor_alerts a
      join ${askedRows(asked)} on r.country is not distinct from a.country
      where a.paused_at is null and a.kind in ('first_price', 'kick_off') and (a.match_id is null or a.fired_at is null)
        and (${alert}::uuid is null or a.id = ${alert}::uuid)
    ), general as (
      select * from active a where num_nonnulls(a.match_id, a.league_id, a.country_id) = 0
    ), watched as (
      select a.league_id from active a where a.league_id is not null
      union select f.league_id from general g join favorite_leagues f on f.user_id = g.user_id
    ), ahead as materialized (
      -- Once for each league. Most matches of a season have no prices for months, those that have are told at once.
      select m.id, m.league_id from watched w join matches m on m.league_id = w.league_id
      left join priced_events e on e.event = m.id
      where m.status = 'scheduled' and m.start_time > ${now}::timestamptz
        and (m.start_time < ${horizon} or e.valid_until is not null)
    ), subjects as (
      select a.id, a.match_id from active a where a.match_id is not null
      union select a.id, m.id from active a join ahead m on m.league_id = a.league_id
      union select a.id, o.match_id from active a join of_team o on o.country_id = a.country_id and o.team = a.team
      union select g.id, m.id from general g join favorite_leagues f on f.user_id = g.user_id
        join ahead m on m.league_id = f.league_id
      union select g.id, f.match_id from general g join favorite_matches f on f.user_id = g.user_id
      union select g.id, o.match_id from general g join favorite_teams f on f.user_id = g.user_id
        join of_team o on o.country_id = f.country_id and o.team = f.slug
    ), untold as materialized (
      -- Prices are looked up for these only: most matches of a league are told or known.
      select a.id, a.turn, a.kind, a.country, a.price_set, a.created_at, m.id as match_id, m.start_time
      from subjects u join active a on a.id = u.id join matches m on m.id = u.match_id
      where ${isToCome(now)}
        and m.start_time <= case when a.kind = 'kick_off' then ${now}::timestamptz + make_interval(mins => a.minutes)
          else 'infinity' end
        and not exists (select 1 from visitor_alert_known w where w.alert_id = a.id and w.match_id = m.id)
        and not exists (select 1 from visitor_alert_firings f
          where f.alert_id = a.id and f.match_id = m.id and f.turn = a.turn)
    )
    select o.id, o.turn, o.kind, o.match_id, o.country, o.start_time, p.market
    from untold o
    left join lateral (
      select b.market from markets k join market_bests b on b.market = k.id and b.audience = o.price_set
      where o.kind = 'first_price' and k.event = o.match_id and b.n > 0
      order by b.n desc, b.market limit 1
    ) p on true
    where o.kind = 'kick_off' or p.market is not null
    order by o.start_time, o.match_id, o.created_at, o.id`.execute(db)
  return rows
}

type Found = Pick<Candidate, 'country'> & { market: number | null }

/** The best net prices of markets at this moment, by outcome, for the audience of each country. */
async function readBests(
  services: Services,
  audiences: Audiences,
  found: readonly Found[],
): Promise<(of: Found) => (Price | null)[] | undefined> {
  const bests = new Map<string, (Price | null)[]>()
  const keyOf = (audience: Audience | undefined, market: number | null) => `${audience?.key} ${market}`
  const byAudience = Map.groupBy(found, ({ country }) => audiences.get(country))
  for (const [audience, list] of byAudience) {
    if (!audience) continue
    const markets = [...new Set(list.flatMap(({ market }) => market ?? []))]
    for (let at = 0; at < markets.length; at += BATCH) {
      const views = await readMarketsFor(services, markets.slice(at, at + BATCH), audience)
      for (const [id, { best }] of views)
        bests.set(
          keyOf(audience, id),
          best.map((one) => one?.net ?? null),
        )
    }
  }
  return ({ country, market }) => bests.get(keyOf(audiences.get(country), market))
}

/**
 * Stores a firing and its messages, unless another process has done so, or the visitor has changed the alert meanwhile.
 * @returns whether this call stored it
 */
function fire(
  db: Kysely<DB>,
  { id, turn, match_id }: Candidate,
  { price, startsAt = null, now }: { price: Price | null; startsAt?: Date | null; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // The visitor first, as where alerts are made: alerts that tell the same wait for each other.
    await tx
      .selectFrom('profiles')
      .select('id')
      .where('id', '=', (eb) => eb.selectFrom('visitor_alerts').select('user_id').where('id', '=', id))
      .forNoKeyUpdate()
      .execute()
    const alert = await tx
      .selectFrom('visitor_alerts')
      .select(['user_id', 'match_id', 'kind', 'minutes'])
      .where('id', '=', id)
      .where('turn', '=', turn)
      .where('paused_at', 'is', null)
      .where((eb) => eb.or([eb('match_id', 'is', null), eb('fired_at', 'is', null)]))
      .forUpdate()
      .executeTakeFirst()
    if (!alert) return false
    const { user_id: userId, kind, minutes } = alert
    const isRepeat = turn === 1 && (await isTold(tx, { userId, kind, minutes, matchId: match_id, startsAt }))
    if (
      !(await storeFiring(tx, {
        ...{ alertId: id, userId, matchId: match_id, turn, price, startsAt },
        ...{ isRepeat, now },
      }))
    )
      return false
    // A move that the kick-off tells is no news.
    if (startsAt) await noteStart(tx, { userId, matchId: match_id, startsAt })
    if (alert.match_id)
      await tx.updateTable('visitor_alerts').set({ fired_at: now }).where('id', '=', id).execute()
    return true
  })
}

/**
 * Whether an alert of a visitor has told the kick-off or the first price of a match already, or has a message of it that waits:
 * one of its league, say, with one of its team. An alert that the visitor has begun anew tells it all the same.
 */
async function isTold(
  tx: Kysely<DB>,
  {
    userId,
    kind,
    minutes,
    matchId,
    startsAt,
  }: { userId: string; kind: string; minutes: number | null; matchId: string; startsAt: Date | null },
): Promise<boolean> {
  if (kind !== 'kick_off' && kind !== 'first_price') return false
  const { rows } = await sql`
    select 1 from visitor_alerts a join visitor_alert_firings f on f.alert_id = a.id and f.match_id = ${matchId}
    where a.user_id = ${userId} and a.kind = ${kind} and a.minutes is not distinct from ${minutes}::smallint
      and f.turn > ${CANCELLATION} and f.tells is null and not f.is_repeat
      and f.starts_at is not distinct from ${startsAt}::timestamptz and not ${isDropped}
    limit 1`.execute(tx)
  return rows.length > 0
}
