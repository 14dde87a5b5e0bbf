import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import type { Audience } from '../audiences/permissions.ts'
import { audienceOfCountry, readAudiences } from '../audiences/queries.server.ts'
import { hasTeam } from '../favourites/marks.server.ts'
import type { Price } from '../odds/prices.ts'
import { findOffer, hasPrice } from './check.server.ts'
import { findOccasions } from './evaluate.server.ts'
import { lockAlerts, releaseRepeats } from './firings.server.ts'
import { isMet } from './rules.ts'
import { type Condition, MOST_ALERTS, MOST_KEPT_ALERTS, type Subject } from './schema.ts'
import { createTeamCalendar, matchesOf } from './team-calendar.server.ts'

/** A fall is measured from the best price of the moment, which the site adds. */
export type AskedCondition = Exclude<Condition, { kind: 'fall' }> | Omit<FallCondition, 'price'>
type FallCondition = Extract<Condition, { kind: 'fall' }>

export interface NewAlert {
  userId: string
  subject: Subject
  condition: AskedCondition
  /** ISO 3166-1 alpha-2; undefined: unknown. */
  country: string | undefined
  /** For a visitor without settings yet. */
  language: string
  timeZone: string
}

export type AlertProblem =
  | 'forbidden'
  | 'reached'
  | 'no-price'
  | 'has-price'
  | 'too-many'
  | 'missing'
  | 'over'

/**
 * Stores an alert; undefined if that went well. The same alert again is resumed if it was paused, renewed if it has fired,
 * and sees the bookmakers of the visitor's country from now on.
 */
export async function createAlert(services: Services, asked: NewAlert): Promise<AlertProblem | undefined> {
  const { userId, subject, condition, country } = asked
  const db = services.database.kysely
  const audience = audienceOfCountry(await readAudiences(services), country)
  if (!audience.alerts) return 'forbidden'
  const problem = await checkSubject(services, subject)
  if (problem) return problem
  const offered = await readOffered(services, { subject, condition, audience })
  if (typeof offered === 'string') return offered
  const columns = { user_id: userId, country: country ?? null, ...subjectColumns(subject), ...offered }
  // The queries of teams need connections of their own, so they come before the transaction.
  const teams = await readTeams(services, subject)
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await tx
      .insertInto('visitor_alert_settings')
      .values({ user_id: userId, language: asked.language, time_zone: asked.timeZone })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const made = await tx
      .insertInto('visitor_alerts')
      .values(columns)
      .onConflict((conflict) =>
        conflict
          .columns(KEY)
          .doUpdateSet((eb) => ({
            paused_at: null,
            country: eb.ref('excluded.country'),
            turn: sql<number>`visitor_alerts.turn + (visitor_alerts.fired_at is not null)::int`,
            fired_at: null,
          }))
          .where((eb) =>
            eb.or([
              eb('visitor_alerts.paused_at', 'is not', null),
              eb('visitor_alerts.fired_at', 'is not', null),
              eb('visitor_alerts.country', 'is distinct from', eb.ref('excluded.country')),
            ]),
          ),
      )
      .returning(['id', sql<boolean>`visitor_alerts.xmax = 0`.as('is_new')])
      .executeTakeFirst()
    if (made?.is_new && (await hasTooMany(tx, userId))) {
      await tx.deleteFrom('visitor_alerts').where('id', '=', made.id).execute()
      return 'too-many'
    }
    if (made && subject.kind !== 'match') await noteKnown(tx, { alertId: made.id, country, audience, teams })
    return undefined
  })
}

/** Whether a visitor has more alerts than allowed. A kick-off that was told can be told again: its match can be moved. */
async function hasTooMany(tx: Kysely<DB>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ kept: number; open: number }>`
    select count(*)::int as kept, (count(*) filter (where (m.id is null or m.status = 'scheduled' and m.start_time > now())
        and (a.fired_at is null or a.kind = 'kick_off')))::int as open
    from visitor_alerts a left join matches m on m.id = a.match_id where a.user_id = ${userId}`.execute(tx)
  const { kept = 0, open = 0 } = rows[0] ?? {}
  return kept > MOST_KEPT_ALERTS || open > MOST_ALERTS
}

/** What makes an alert of a visitor the same as another one. */
const KEY = [
  ...(['user_id', 'kind', 'match_id', 'league_id', 'country_id', 'team'] as const),
  ...(['market_type', 'market_period', 'market_line', 'market_participant'] as const),
  ...(['outcome', 'price', 'percent', 'minutes'] as const),
]

function subjectColumns(subject: Subject) {
  switch (subject.kind) {
    case 'match':
      return { match_id: subject.matchId }
    case 'league':
      return { league_id: subject.leagueId }
    case 'team':
      return { country_id: subject.countryId, team: subject.team }
    case 'favourites':
      return {}
  }
}

/** Whether what an alert watches exists, and a match is to come. */
async function checkSubject(
  { database }: Services,
  subject: Subject,
): Promise<'missing' | 'over' | undefined> {
  const { kysely } = database
  if (subject.kind === 'match') {
    const match = await kysely
      .selectFrom('matches')
      .select(['status', 'start_time'])
      .where('id', '=', subject.matchId)
      .executeTakeFirst()
    if (!match) return 'missing'
    return match.status === 'scheduled' && match.start_time > new Date() ? undefined : 'over'
  }
  if (subject.kind === 'league') {
    const league = await kysely
      .selectFrom('leagues')
      .select('id')
      .where('id', '=', subject.leagueId)
      .executeTakeFirst()
    return league ? undefined : 'missing'
  }
  if (subject.kind === 'team')
    return (await hasTeam({ database }, { countryId: subject.countryId, slug: subject.team }))
      ? undefined
      : 'missing'
  return undefined
}

/** The columns of a condition, with the best price of the moment where it is needed; or why it makes no sense. */
async function readOffered(
  services: Services,
  { subject, condition, audience }: { subject: Subject; condition: AskedCondition; audience: Audience },
) {
  if (condition.kind === 'kick_off') return { kind: condition.kind, minutes: condition.minutes }
  if (condition.kind === 'first_price') {
    // First prices of all favourites would come in heaps whenever a favourite is added.
    if (subject.kind === 'favourites') return 'missing' as const
    const isLate = subject.kind === 'match' && (await hasPrice(services, subject.matchId, audience))
    return isLate ? ('has-price' as const) : { kind: condition.kind }
  }
  if (subject.kind !== 'match') return 'missing' as const
  const { market, outcome } = condition
  const columns = {
    market_type: market.type,
    market_period: market.period,
    market_line: market.line,
    market_participant: market.participant,
    outcome,
  }
  const offer = await findOffer(services, { alert: columns, matchId: subject.matchId, audience })
  const best: Price | null = offer?.best.net ?? null
  if (condition.kind === 'price') {
    const { kind, price } = condition
    return isMet({ kind, price }, best) ? ('reached' as const) : { ...columns, kind, price }
  }
  if (best === null) return 'no-price' as const
  return { ...columns, kind: condition.kind, price: best, percent: condition.percent }
}

async function readTeams(services: Services, subject: Subject) {
  if (subject.kind !== 'team') return []
  const { countryId, team } = subject
  return createTeamCalendar().of(services, { countryId, team }, new Date())
}

/** Matches that have a price already are no first prices of an alert that begins now. */
async function noteKnown(
  tx: Kysely<DB>,
  {
    alertId,
    country,
    audience,
    teams,
  }: {
    alertId: string
    country: string | undefined
    audience: Audience
    teams: Awaited<ReturnType<typeof readTeams>>
  },
): Promise<void> {
  const asked = [{ country: country ?? null, price_set: audience.priceSet }]
  const now = new Date()
  const found = await findOccasions(tx, { asked, teams: matchesOf(teams), now, alert: alertId })
  const known = found.filter(({ kind }) => kind === 'first_price')
  if (known.length === 0) return
  await tx
    .insertInto('visitor_alert_known')
    .values(known.map(({ match_id }) => ({ alert_id: alertId, match_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A visitor's own alert: his id and the alert's. */
interface Own {
  userId: string
  alertId: string
}

export async function pauseAlert({ database }: Pick<Services, 'database'>, { userId, alertId }: Own) {
  await database.kysely
    .updateTable('visitor_alerts')
    .set({ paused_at: new Date() })
    .where('id', '=', alertId)
    .where('user_id', '=', userId)
    .where('paused_at', 'is', null)
    .execute()
}

/** Resumes a paused alert. First prices that came meanwhile are not told any more. */
export async function resumeAlert(services: Services, { userId, alertId }: Own): Promise<void> {
  const db = services.database.kysely
  const alert = await db
    .selectFrom('visitor_alerts')
    .select(['country', 'country_id', 'team', 'match_id'])
    .where('id', '=', alertId)
    .where('user_id', '=', userId)
    .where('paused_at', 'is not', null)
    .executeTakeFirst()
  if (!alert) return
  const country = alert.country ?? undefined
  const audience = audienceOfCountry(await readAudiences(services), country)
  const { country_id: countryId, team } = alert
  const teams = countryId && team ? await readTeams(services, { kind: 'team', countryId, team }) : []
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('visitor_alerts').set({ paused_at: null }).where('id', '=', alertId).execute()
    // A match without a price was watched on purpose: its first one is told, even if it came during the pause.
    if (!alert.match_id) await noteKnown(tx, { alertId, country, audience, teams })
  })
}

/** Begins the next turn of an alert of one match that has fired. A fall is measured from the same price. */
export async function renewAlert({ database }: Pick<Services, 'database'>, { userId, alertId }: Own) {
  await database.kysely
    .updateTable('visitor_alerts')
    .set({ turn: sql<number>`turn + 1`, fired_at: null, paused_at: null })
    .where('id', '=', alertId)
    .where('user_id', '=', userId)
    .where('fired_at', 'is not', null)
    .execute()
}

/** Deletes an alert. What it has not told yet is told by another one of the visitor that waits for the same. */
export async function deleteAlert({ database }: Pick<Services, 'database'>, { userId, alertId }: Own) {
  await database.kysely.transaction().execute(async (tx) => {
    await lockAlerts(tx, userId)
    const { rows } = await sql<{ firing_id: string; is_begun: boolean }>`
      select m.firing_id, m.state <> 'waiting' or m.lease_until is not null as is_begun
      from visitor_alert_messages m join visitor_alert_firings f on f.id = m.firing_id
      where f.alert_id = ${alertId} and m.user_id = ${userId} and m.state <> 'dropped'
      order by m.id for update of m`.execute(tx)
    const begun = new Set(rows.filter(({ is_begun }) => is_begun).map(({ firing_id }) => firing_id))
    await releaseRepeats(
      tx,
      rows.map(({ firing_id }) => firing_id).filter((id) => !begun.has(id)),
    )
    await tx.deleteFrom('visitor_alerts').where('id', '=', alertId).where('user_id', '=', userId).execute()
  })
}
