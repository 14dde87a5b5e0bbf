import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Price } from '../odds/prices.ts'
import type { News } from './schema.ts'

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
