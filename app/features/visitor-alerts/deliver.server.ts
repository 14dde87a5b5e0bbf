import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { FetchError } from '#app/platform/http/fetch-guarded.server.ts'
import { isRejectedPermanently, sendMail } from '#app/platform/mail.server.ts'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS, dayOf, knownZone, MINUTE_MS, nextMidnight, startOfDay } from '#app/platform/time.ts'
import { checkFiring, type Facts } from './check.server.ts'
import { composeAlertMail, composePush } from './compose.server.ts'
import { isDropped, lockAlerts, releaseRepeats } from './firings.server.ts'
import { sendPush } from './push.server.ts'
import { endOfQuiet, pauseAfter } from './rules.ts'
import { CANCELLATION, type News, type Reason } from './schema.ts'
import { servicesOf, timeOf, type VisitorAlertSite } from './site.server.ts'

/** Longer than a sending should take: the time limits of a mail server's answers add up to four minutes. */
const LEASE_MS = 5 * MINUTE_MS
/** Messages that a process sends at once. */
const AT_ONCE = 4
/** A message that was refused so often, over about four hours, is given up. */
const MOST_ATTEMPTS = 10
/** The longest pause that a push service can ask for. */
const MOST_PAUSE_MS = DAY_MS

/** A message that this process has taken. */
interface Taken {
  id: string
  user_id: string
  firing_id: string
  channel: string
  subscription_id: string | null
  attempts: number
  alert_id: string
  match_id: string
  turn: number
  tells: News | null
  starts_at: Date | null
  starts_before: Date | null
  /** Whether a process that took it before ended without a word: it may have sent it. */
  was_taken: boolean
}

/**
 * Sends the messages that are due, until none is left. Any number of processes can do it at once. A message is marked as
 * sent after the mail server has taken it: a process that is killed in between leaves it to the next one, whose copy has
 * the same Message-ID (docs/decisions/0042-alerts-of-visitors.md).
 * @returns the number of messages that were sent
 */
export async function deliverAlerts(site: VisitorAlertSite, signal?: AbortSignal): Promise<number> {
  let sent = 0
  const work = async () => {
    while (!signal?.aborted) {
      const message = await takeMessage(site)
      if (!message) return
      // What is remembered is so for one message: an audience can lose its alerts meanwhile.
      if (await carryOut(site, servicesOf(site) as Services, message)) sent += 1
    }
  }
  // An embedded database has one connection, on which they would wait for each other.
  await Promise.all(Array.from({ length: site.database.kind === 'embedded' ? 1 : AT_ONCE }, work))
  return sent
}

/** Takes the next message that may be sent now. Those of visitors who rest, or have had enough for the day, wait. */
async function takeMessage(site: VisitorAlertSite): Promise<Taken | undefined> {
  for (;;) {
    const outcome = await site.database.kysely.transaction().execute((tx) => takeOrHold(tx, site))
    if (outcome !== 'held') return outcome
  }
}

async function takeOrHold(tx: Kysely<DB>, site: VisitorAlertSite): Promise<Taken | 'held' | undefined> {
  const now = timeOf(site)
  const { rows } = await sql<Taken>`
    select m.id, m.firing_id, m.channel, m.subscription_id, m.attempts, m.user_id, f.alert_id, f.match_id, f.turn,
      f.tells, f.starts_at, f.starts_before,
      m.lease_until is not null as was_taken
    from visitor_alert_messages m join visitor_alert_firings f on f.id = m.firing_id
    where m.state = 'waiting' and m.due_at <= ${now}::timestamptz and (m.lease_until is null or m.lease_until <= ${now}::timestamptz)
    order by m.due_at, m.id limit 1 for update of m skip locked`.execute(tx)
  const [message] = rows
  if (!message) return undefined
  const held = await findHold(tx, message, now)
  if (held) {
    await tx.updateTable('visitor_alert_messages').set(held).where('id', '=', message.id).execute()
    return 'held'
  }
  const attempts = message.attempts + 1
  const lease_until = new Date(now.getTime() + (site.leaseMs ?? LEASE_MS))
  await tx
    .updateTable('visitor_alert_messages')
    .set({ lease_until, attempts })
    .where('id', '=', message.id)
    .execute()
  return { ...message, attempts }
}

/** Until when a message has to wait, and why. The lock on the visitor's row counts the day's messages over all processes. */
async function findHold(
  tx: Kysely<DB>,
  { user_id, firing_id }: { user_id: string; firing_id: string },
  now: Date,
): Promise<{ due_at: Date; reason: Reason } | null> {
  const wishes = await tx
    .selectFrom('visitor_alert_settings')
    .select(['time_zone', 'daily_limit', 'quiet_from', 'quiet_until'])
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!wishes) return null
  const timeZone = knownZone(wishes.time_zone)
  const quiet = endOfQuiet(now, { from: wishes.quiet_from, until: wishes.quiet_until, timeZone })
  if (quiet) return { due_at: quiet, reason: 'quiet' }
  const today = startOfDay(dayOf(now, timeZone), timeZone)
  const { rows } = await sql<{ told: number }>`
    select count(distinct firing_id)::int as told from visitor_alert_messages
    where user_id = ${user_id} and firing_id <> ${firing_id}
      and (sent_at >= ${today}::timestamptz or state = 'waiting' and lease_until > ${now}::timestamptz)`.execute(
    tx,
  )
  if ((rows[0]?.told ?? 0) < wishes.daily_limit) return null
  return { due_at: nextMidnight(now, timeZone), reason: 'limit' }
}

/** Sends a message, drops it if it is not worth telling any more, or leaves it for later. @returns whether it was sent */
async function carryOut(site: VisitorAlertSite, services: Services, message: Taken): Promise<boolean> {
  const db = site.database.kysely
  const { id, alert_id, match_id, turn, tells, starts_at, starts_before } = message
  try {
    const firing = {
      ...{ alertId: alert_id, matchId: match_id, startsAt: starts_at, startsBefore: starts_before },
      // The release before has stored its cancellations without it.
      news: tells ?? (turn === CANCELLATION ? ('cancelled' as const) : null),
    }
    const verdict = await checkFiring(services, firing, timeOf(site))
    if (verdict.kind === 'drop') {
      await dropFiring(db, message, verdict)
      return false
    }
    const outcome = await send(site, services, message, verdict.facts)
    if (outcome !== 'sent') {
      await dropMessage(db, message, outcome)
      return false
    }
  } catch (error) {
    await leaveForLater(site, message, error)
    return false
  }
  await noteSent(site, id)
  return true
}

/** A message whose sending cannot be noted keeps its lease: the next process to take it knows that it may have been sent. */
async function noteSent(site: VisitorAlertSite, id: string): Promise<void> {
  try {
    await site.database.kysely
      .updateTable('visitor_alert_messages')
      .set({ state: 'sent', sent_at: timeOf(site), reason: null, lease_until: null })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    site.log.error({ err: error }, 'an alert of a visitor was sent, which could not be noted')
  }
}

async function send(
  site: VisitorAlertSite,
  services: Services,
  { id, firing_id, channel, subscription_id }: Taken,
  facts: Facts,
): Promise<'sent' | Reason> {
  const { database, env, log } = site
  if (channel === 'mail') {
    if (!facts.alert.mail_on) return 'turned-off'
    await sendMail(env, log, await composeAlertMail(services, facts, id))
    return 'sent'
  }
  const db = database.kysely
  const browser = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('id', '=', subscription_id)
    .executeTakeFirst()
  if (!browser) return 'turned-off'
  const text = await composePush(services, facts, firing_id)
  const now = timeOf(site)
  const start = new Date(facts.match.startTime)
  const until = facts.match.status === 'cancelled' ? new Date(now.getTime() + DAY_MS) : start
  const outcome = await sendPush({ db, env, push: site.push }, browser, text, { until, now })
  if (outcome === 'sent') return 'sent'
  await db.deleteFrom('push_subscriptions').where('id', '=', browser.id).execute()
  return 'turned-off'
}

function dropMessage(db: Kysely<DB>, { id, was_taken }: Taken, reason: Reason) {
  return db
    .updateTable('visitor_alert_messages')
    .set(was_taken ? { state: 'failed', reason: 'interrupted' } : { state: 'dropped', reason })
    .set({ lease_until: null })
    .where('id', '=', id)
    .execute()
}

/** Drops a message. If nothing of its firing was told, another alert of the visitor may tell it, or the same one the next time. */
function dropFiring(
  db: Kysely<DB>,
  message: Taken,
  { reason, again }: { reason: Reason; again: boolean },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockAlerts(tx, message.user_id)
    await dropMessage(tx, message, reason)
    if (message.was_taken) return
    const { rows } = await sql<{ id: string }>`
      select f.id from visitor_alert_firings f where f.id = ${message.firing_id} and ${isDropped}`.execute(tx)
    await releaseRepeats(
      tx,
      rows.map(({ id }) => id),
    )
    if (again) await waitAgain(tx, message)
  })
}

/** A firing of which nothing was told happens again when its condition is met again. */
async function waitAgain(db: Kysely<DB>, { alert_id, firing_id, turn }: Taken): Promise<void> {
  const isUntold = sql<boolean>`not exists (
    select 1 from visitor_alert_messages m where m.firing_id = ${firing_id} and m.state in ('waiting', 'sent'))`
  const { numUpdatedRows } = await db
    .updateTable('visitor_alerts')
    .set({ turn: turn + 1, fired_at: null })
    .where('id', '=', alert_id)
    .where('turn', '=', turn)
    .where('match_id', 'is not', null)
    .where(isUntold)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await db
    .deleteFrom('visitor_alert_firings as f')
    .where('f.id', '=', firing_id)
    .where(isUntold)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('visitor_alerts as a')
          .select('a.id')
          .where('a.id', '=', alert_id)
          .where('a.match_id', 'is', null),
      ),
    )
    .execute()
}

/** What was refused for ever ends; the rest is tried again, with growing pauses and never before the service allows it. */
async function leaveForLater(
  site: VisitorAlertSite,
  { id, attempts, channel }: Taken,
  error: unknown,
): Promise<void> {
  const isFinal = isRejectedPermanently(error) || isRefusedPush(error) || attempts >= MOST_ATTEMPTS
  site.log[isFinal ? 'error' : 'warn']({ err: error, channel }, 'an alert of a visitor could not be sent')
  const asked = error instanceof FetchError ? (error.retryAfter ?? 0) * 1_000 : 0
  const pause = Math.max(pauseAfter(attempts), Math.min(asked, MOST_PAUSE_MS))
  const due_at = new Date(timeOf(site).getTime() + pause)
  await site.database.kysely
    .updateTable('visitor_alert_messages')
    .set(
      isFinal
        ? { state: 'failed', reason: 'rejected', lease_until: null }
        : { due_at, reason: 'delayed', lease_until: null },
    )
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

function isRefusedPush(error: unknown): boolean {
  if (!(error instanceof FetchError)) return false
  const { code, status = 0 } = error
  return code === 'address_refused' || (status >= 400 && status < 500 && status !== 429 && status !== 408)
}
