/** What is told of a match itself: that it was cancelled, that it takes place after all, and that its start was moved. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { type AskedCountry, askedRows, recordset } from './asked.server.ts'
import { noteStart, storeFiring } from './firings.server.ts'
import { CANCELLATION, MOVED_SECONDS, type News } from './schema.ts'
import type { TeamOfCalendar } from './team-calendar.server.ts'

/** How long after the news a match is looked at, for a worker that stood still meanwhile. */
const NEWS_MS = DAY_MS
/** Alerts of leagues, teams and favourites tell a move of a match that was to start, or starts now, within this time. */
const MOVES_AHEAD_MS = 14 * DAY_MS

interface MatchOfNews {
  id: string
  country_id: string
  league_id: string
  home_team: string
  away_team: string
}

interface Told {
  /** An alert of the visitor. */
  id: string
  match_id: string
}

type Move = Told & { starts_at: Date; starts_before: Date }

interface Situation {
  asked: readonly AskedCountry[]
  /** Those that alerts watch. */
  teams: TeamsByName
  now: Date
}

/** @param teams those that alerts watch @returns the number of firings */
export async function tellNews(
  db: Kysely<DB>,
  { asked, teams, now }: Omit<Situation, 'teams'> & { teams: readonly TeamOfCalendar[] },
): Promise<number> {
  const situation = { asked, teams: indexByName(teams), now }
  let fired = 0
  for (const found of await findCancellations(db, situation))
    if (await fireCancellation(db, found, now)) fired += 1
  for (const found of await findRestorations(db, now))
    if (await fireRestoration(db, found, situation)) fired += 1
  for (const found of await findMoves(db, situation)) if (await fireMove(db, found, now)) fired += 1
  return fired
}

/** Whether a league `l` of a match is shown. */
const isShown = sql`exists (select 1 from leagues l join countries c on c.id = l.country_id join sports s on s.id = l.sport_id
  where l.id = m.league_id and l.is_active and c.is_active and s.is_active)`

/** Teams by their names, each with its country. */
type TeamsByName = ReadonlyMap<string, readonly TeamOfCalendar[]>

const keyOf = (countryId: string | null, name: string) => `${countryId}/${name}`

function indexByName(teams: readonly TeamOfCalendar[]): TeamsByName {
  const byName = new Map<string, TeamOfCalendar[]>()
  for (const team of teams)
    for (const key of new Set(team.names.map(({ countryId, name }) => keyOf(countryId, name)))) {
      const list = byName.get(key)
      if (list) list.push(team)
      else byName.set(key, [team])
    }
  return byName
}

/** The watched teams of matches, each under its match: a team has the matches of its names that its kick-offs are told of. */
function teamsOf(matches: readonly MatchOfNews[], teams: TeamsByName) {
  const found = matches.flatMap((match) =>
    [match.home_team, match.away_team]
      .flatMap((name) => teams.get(keyOf(match.country_id, name)) ?? [])
      .filter(({ apart }) => !apart.includes(match.league_id))
      .map(({ country_id, team }) => ({ match_id: match.id, country_id, team })),
  )
  return recordset(found, 'match_id uuid, country_id uuid, team text')
}

/** Whether an alert `a` waits for a match `m`, with the teams of `teams_of`: one of the match, or one of its kick-off. */
const waitsFor = sql`(a.match_id = m.id or (a.match_id is null and a.kind = 'kick_off' and (
  a.league_id = m.league_id
  or exists (select 1 from teams_of t where t.match_id = m.id and t.country_id = a.country_id and t.team = a.team)
  or (num_nonnulls(a.league_id, a.country_id) = 0 and (
    exists (select 1 from favorite_matches f where f.user_id = a.user_id and f.match_id = m.id)
    or exists (select 1 from favorite_leagues f where f.user_id = a.user_id and f.league_id = m.league_id)
    or exists (select 1 from favorite_teams f join teams_of t on t.country_id = f.country_id and t.team = f.slug
      where f.user_id = a.user_id and t.match_id = m.id))))))`

const idsOf = (matches: readonly { id: string }[]) => sql`${matches.map(({ id }) => id)}::uuid[]`

/**
 * Matches that were cancelled before their start, and an alert of each visitor who has not been told. An alert that was made
 * later never waited for the match.
 */
async function findCancellations(db: Kysely<DB>, { asked, teams, now }: Situation): Promise<Told[]> {
  const { rows: matches } = await sql<MatchOfNews>`
    select m.id, m.country_id, m.league_id, m.home_team, m.away_team from matches m
    where m.cancelled_at > ${new Date(now.getTime() - NEWS_MS)}::timestamptz and m.cancelled_at < m.start_time
      and ${isShown}`.execute(db)
  if (matches.length === 0) return []
  const { rows } = await sql<Told>`
    with teams_of as materialized (select r.* from ${teamsOf(matches, teams)})
    select distinct on (a.user_id, m.id) a.id, m.id as match_id
    from matches m join visitor_alerts a on ${waitsFor}
    join ${askedRows(asked)} on r.country is not distinct from a.country
    where m.id = any (${idsOf(matches)}) and a.paused_at is null and a.created_at < m.cancelled_at
      and not exists (select 1 from visitor_alert_cancellations k where k.user_id = a.user_id and k.match_id = m.id)
    order by a.user_id, m.id, a.match_id is null, a.created_at, a.id`.execute(db)
  return rows
}

/** Stores that a visitor is told of a cancelled match, unless another process has done so. */
function fireCancellation(db: Kysely<DB>, { id, match_id: matchId }: Told, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const userId = await lockAlert(tx, id)
    if (userId === null) return false
    const restored = await readMessages(tx, { userId, matchId, tells: 'restored' })
    // Cancelled again before it was told that the match takes place: a message that is being sent goes first.
    if (restored.some((message) => message.lease_until !== null && message.lease_until > now)) return false
    const told = await tx
      .insertInto('visitor_alert_cancellations')
      .values({ user_id: userId, match_id: matchId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('match_id')
      .executeTakeFirst()
    if (!told) return false
    const waiting = restored.filter(({ state }) => state === 'waiting')
    await dropMessages(tx, waiting, 'cancelled')
    // The visitor still knows it as cancelled.
    if (waiting.length > 0 && !restored.some(isTold)) return false
    return storeFiring(tx, {
      ...{ alertId: id, userId, matchId, turn: CANCELLATION, price: null, startsAt: null },
      ...{ tells: 'cancelled', now },
    })
  })
}

/** Matches that are open again, and the visitors whose alerts told that they were cancelled. */
async function findRestorations(db: Kysely<DB>, now: Date): Promise<{ user_id: string; match_id: string }[]> {
  const { rows } = await sql<{ user_id: string; match_id: string }>`
    select k.user_id, k.match_id from visitor_alert_cancellations k join matches m on m.id = k.match_id
    where m.status = 'scheduled' and m.start_time > ${now}::timestamptz
    order by k.match_id, k.user_id`.execute(db)
  return rows
}

/** Stores that a visitor is told that a match takes place after all, if the visitor was told that it does not. */
function fireRestoration(
  db: Kysely<DB>,
  { user_id: userId, match_id: matchId }: { user_id: string; match_id: string },
  { teams, now }: Situation,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; alert_id: string }>`
      select f.id, f.alert_id from visitor_alert_firings f join visitor_alerts a on a.id = f.alert_id
      where a.user_id = ${userId} and f.match_id = ${matchId} and (f.tells = 'cancelled' or f.turn = ${CANCELLATION})
      order by f.fired_at desc, f.turn desc limit 1`.execute(tx)
    const [firing] = rows
    // The alert that told of the cancellation can have been deleted, or have gone with a match that was merged.
    const alertId = firing?.alert_id ?? (await findWaiting(tx, { userId, matchId, teams }))
    // A paused alert tells nothing, but its visitor is no longer told of as cancelled.
    const isActive = alertId !== undefined && (await lockAlert(tx, alertId)) !== null
    const messages = firing ? await readMessages(tx, { firingId: firing.id }) : []
    if (messages.some(({ state, lease_until }) => state === 'waiting' && lease_until && lease_until > now))
      return false
    const { rows: ended } = await sql<{ start_time: Date }>`
      delete from visitor_alert_cancellations k using matches m
      where k.user_id = ${userId} and k.match_id = ${matchId} and m.id = k.match_id and m.status = 'scheduled'
      returning m.start_time`.execute(tx)
    const [match] = ended
    if (!match || alertId === undefined) return false
    await dropMessages(
      tx,
      messages.filter(({ state }) => state === 'waiting'),
      'restored',
    )
    const turn = await nextTurn(tx, alertId, matchId)
    if (firing)
      await tx
        .updateTable('visitor_alert_firings')
        .set({ turn, tells: 'cancelled' })
        .where('id', '=', firing.id)
        .where('turn', '=', CANCELLATION)
        .execute()
    if (!isActive || (firing && !messages.some(isTold))) return false
    await noteStart(tx, { userId, matchId, startsAt: match.start_time })
    return storeFiring(tx, {
      ...{
        alertId,
        userId,
        matchId,
        turn: turn - 1,
        price: null,
        startsAt: match.start_time,
      },
      ...{ tells: 'restored', now },
    })
  })
}

/** An alert of a visitor that waits for a match. */
async function findWaiting(
  tx: Kysely<DB>,
  { userId, matchId, teams }: { userId: string; matchId: string; teams: TeamsByName },
): Promise<string | undefined> {
  const { rows: matches } = await sql<MatchOfNews>`
    select m.id, m.country_id, m.league_id, m.home_team, m.away_team from matches m where m.id = ${matchId}`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string }>`
    with teams_of as materialized (select r.* from ${teamsOf(matches, teams)})
    select a.id from matches m join visitor_alerts a on ${waitsFor}
    where m.id = ${matchId} and a.user_id = ${userId} and a.paused_at is null
    order by a.match_id is null, a.created_at, a.id limit 1`.execute(tx)
  return rows[0]?.id
}

/** Matches to come that were moved, with the start that each visitor knows: the last one told, or that of the alert's beginning. */
async function findMoves(db: Kysely<DB>, { asked, teams, now }: Situation): Promise<Move[]> {
  const { rows: matches } = await sql<MatchOfNews>`
    select m.id, m.country_id, m.league_id, m.home_team, m.away_team from matches m
    where m.id in (select v.match_id from match_moves v where v.moved_at > ${new Date(now.getTime() - NEWS_MS)}::timestamptz)
      and m.status = 'scheduled' and m.start_time > ${now}::timestamptz and ${isShown}`.execute(db)
  if (matches.length === 0) return []
  const ahead = new Date(now.getTime() + MOVES_AHEAD_MS)
  const { rows } = await sql<Move>`
    with teams_of as materialized (select r.* from ${teamsOf(matches, teams)}),
    known as (
      select a.id, a.user_id, a.created_at, m.id as match_id, m.start_time as starts_at, a.match_id is null as is_general,
        coalesce(k.starts_at, (
          select v.start_before from match_moves v where v.match_id = m.id and v.moved_at > a.created_at order by v.id limit 1
        )) as starts_before
      from matches m join visitor_alerts a on ${waitsFor}
      join ${askedRows(asked)} on r.country is not distinct from a.country
      left join visitor_alert_starts k on k.user_id = a.user_id and k.match_id = m.id
      where m.id = any (${idsOf(matches)}) and a.paused_at is null
    ), chosen as (
      select distinct on (user_id, match_id) id, match_id, starts_at, starts_before from known
      where abs(extract(epoch from starts_at - starts_before)) >= ${MOVED_SECONDS}
        and (not is_general or least(starts_at, starts_before) < ${ahead}::timestamptz)
      order by user_id, match_id, is_general, created_at, id
    )
    select id, match_id, starts_at, starts_before from chosen order by starts_at, match_id, id`.execute(db)
  return rows
}

/**
 * Stores that a visitor is told of the new start of a match, unless another process has done so. Moves before it that were
 * not told yet are told no more; a match that has the start again that its visitor knows was not moved.
 */
function fireMove(
  db: Kysely<DB>,
  { id, match_id: matchId, starts_at: startsAt, starts_before }: Move,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const userId = await lockAlert(tx, id)
    if (userId === null) return false
    const untold = await readUntoldMoves(tx, { userId, matchId, now })
    if (untold === 'sending' || !(await noteStart(tx, { userId, matchId, startsAt }))) return false
    const messages = untold.flatMap((firing) => firing.messages)
    await dropMessages(
      tx,
      messages.filter(({ state }) => state === 'waiting'),
      'moved',
    )
    const startsBefore = untold.at(-1)?.startsBefore ?? starts_before
    if (Math.abs(startsAt.getTime() - startsBefore.getTime()) < MOVED_SECONDS * 1_000) return false
    const turn = await nextTurn(tx, id, matchId)
    return storeFiring(tx, {
      ...{ alertId: id, userId, matchId, turn, price: null, startsAt, startsBefore },
      ...{ tells: 'moved', now },
    })
  })
}

/** The last moves of a match of which a visitor was told nothing, the latest first: before the first of them he knew its start. */
async function readUntoldMoves(
  tx: Kysely<DB>,
  { userId, matchId, now }: { userId: string; matchId: string; now: Date },
): Promise<{ startsBefore: Date; messages: Message[] }[] | 'sending'> {
  const { rows } = await sql<{ id: string; tells: News | null; starts_before: Date | null }>`
    select f.id, f.tells, f.starts_before from visitor_alert_firings f join visitor_alerts a on a.id = f.alert_id
    where a.user_id = ${userId} and f.match_id = ${matchId} and f.starts_at is not null
    order by f.fired_at desc, f.turn, f.id`.execute(tx)
  const untold = []
  for (const { id, tells, starts_before: startsBefore } of rows) {
    const messages = await readMessages(tx, { firingId: id })
    if (messages.some(({ lease_until }) => lease_until !== null && lease_until > now)) return 'sending'
    if (tells === 'restored' || messages.some(isTold)) break
    if (startsBefore) untold.push({ startsBefore, messages })
  }
  return untold
}

/** @returns the visitor; null if the alert is gone or paused */
async function lockAlert(tx: Kysely<DB>, id: string): Promise<string | null> {
  const alert = await tx
    .selectFrom('visitor_alerts')
    .select('user_id')
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return alert?.user_id ?? null
}

/** A turn below those that an alert has for a match. */
async function nextTurn(tx: Kysely<DB>, alertId: string, matchId: string): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    select least(min(turn), ${CANCELLATION}) - 1 as turn from visitor_alert_firings
    where alert_id = ${alertId} and match_id = ${matchId}`.execute(tx)
  return rows[0]?.turn ?? CANCELLATION - 1
}

interface Message {
  id: string
  state: string
  reason: string | null
  lease_until: Date | null
}

/** The messages of a firing, or of what a visitor was told of a match, locked. */
async function readMessages(
  tx: Kysely<DB>,
  of: { firingId: string } | { userId: string; matchId: string; tells: 'restored' },
): Promise<Message[]> {
  const condition =
    'firingId' in of
      ? sql`f.id = ${of.firingId}`
      : sql`g.user_id = ${of.userId} and f.match_id = ${of.matchId} and f.tells = ${of.tells}`
  const { rows } = await sql<Message>`
    select g.id, g.state, g.reason, g.lease_until from visitor_alert_messages g
    join visitor_alert_firings f on f.id = g.firing_id
    where ${condition} order by g.id for update of g`.execute(tx)
  return rows
}

/** Whether a message has arrived, or may have: its sending was interrupted. */
const isTold = ({ state, reason, lease_until }: Message) =>
  state === 'sent' ||
  (state === 'failed' && reason === 'interrupted') ||
  (state === 'waiting' && lease_until !== null)

async function dropMessages(tx: Kysely<DB>, messages: readonly Message[], reason: News): Promise<void> {
  for (const { id, lease_until } of messages)
    await tx
      .updateTable('visitor_alert_messages')
      .set(lease_until ? { state: 'failed', reason: 'interrupted' } : { state: 'dropped', reason })
      .set({ lease_until: null })
      .where('id', '=', id)
      .execute()
}
