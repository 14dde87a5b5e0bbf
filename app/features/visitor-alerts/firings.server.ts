import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Price } from '../odds/prices.ts'
import { CANCELLATION, type News } from './schema.ts'

export interface Firing {
  alertId: string
  userId: string
  matchId: string
  turn: number
  price: Price | null
  /** Of a kick-off, and of a match that was moved: the start that is told. */
  startsAt: Date | null
  tells?: News | null
  /** Of a match that was moved: the start that the visitor knew. */
  startsBefore?: Date | null
  /** Whether another alert of the visitor has told it: then it has no messages. */
  isRepeat?: boolean
  now: Date
}

/** Stores a firing with a message for each way to its visitor. @returns whether it was not stored before */
export async function storeFiring(
  tx: Kysely<DB>,
  { alertId, userId, matchId, turn, price, startsAt, now, ...more }: Firing,
): Promise<boolean> {
  const { tells = null, startsBefore = null, isRepeat = false } = more
  const firing = await tx
    .insertInto('visitor_alert_firings')
    .values({
      ...{ alert_id: alertId, match_id: matchId, turn, price, tells, fired_at: now },
      ...{ starts_at: startsAt, starts_before: startsBefore, is_repeat: isRepeat },
    })
    .onConflict((conflict) => conflict.columns(['alert_id', 'match_id', 'turn']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!firing) return false
  if (isRepeat) return true
  const wishes = await tx
    .selectFrom('visitor_alert_settings')
    .select('mail_on')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const subscriptions = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const message = { firing_id: firing.id, user_id: userId, due_at: now }
  const messages = [
    ...(wishes?.mail_on ? [{ ...message, channel: 'mail' as const, subscription_id: null }] : []),
    ...subscriptions.map((one) => ({ ...message, channel: 'push' as const, subscription_id: one.id })),
  ]
  if (messages.length > 0) await tx.insertInto('visitor_alert_messages').values(messages).execute()
  return true
}

/** The visitor, then the own alerts: the order of everybody who changes several of them. */
export async function lockAlerts(tx: Kysely<DB>, userId: string): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await tx
    .selectFrom('visitor_alerts')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Whether all messages of a firing `f` were dropped. Where its visitor has turned them off, another alert has none, either. */
export const isDropped = sql<boolean>`(
  exists (select 1 from visitor_alert_messages m
    where m.firing_id = f.id and m.state = 'dropped' and m.reason is distinct from 'turned-off')
  and not exists (select 1 from visitor_alert_messages m where m.firing_id = f.id and m.state <> 'dropped'))`

/** Lets the visitor's other alerts tell, while it is time, what these firings have not told and will not tell. */
export async function releaseRepeats(tx: Kysely<DB>, firingIds: readonly string[]): Promise<void> {
  await sql`
    with released as (
      delete from visitor_alert_firings r
      using visitor_alert_firings f, visitor_alerts a, visitor_alerts b
      where f.id = any (${firingIds}::uuid[]) and f.tells is null and not f.is_repeat and a.id = f.alert_id
        and b.user_id = a.user_id and b.kind = a.kind and b.minutes is not distinct from a.minutes
        and r.alert_id = b.id and r.match_id = f.match_id and r.is_repeat and r.turn > ${CANCELLATION}
      returning r.alert_id, r.turn
    )
    update visitor_alerts b set fired_at = null from released r
    where b.id = r.alert_id and b.turn = r.turn and b.match_id is not null`.execute(tx)
}

/**
 * Notes the start that a visitor is told.
 * @returns whether the visitor knew another start, and the match still has this one
 */
export async function noteStart(
  tx: Kysely<DB>,
  { userId, matchId, startsAt }: { userId: string; matchId: string; startsAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into visitor_alert_starts as k (user_id, match_id, starts_at)
    select ${userId}, m.id, m.start_time from matches m where m.id = ${matchId} and m.start_time = ${startsAt}::timestamptz
    on conflict (user_id, match_id) do update set starts_at = excluded.starts_at
    where k.starts_at <> excluded.starts_at returning 1`.execute(tx)
  return rows.length > 0
}
