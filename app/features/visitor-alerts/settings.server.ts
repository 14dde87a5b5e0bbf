import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { isTimeZone } from '#app/platform/time.ts'
import { type AlertWishes, MOST_A_DAY } from './schema.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** What a visitor can choose. @param languages the codes of the site's languages */
export const wishesOf = (languages: readonly string[]) =>
  z.object({
    language: z.string().refine((code) => languages.includes(code)),
    timeZone: z.string().refine(isTimeZone),
    mails: z.boolean(),
    dailyLimit: z.coerce.number().int().min(1).max(MOST_A_DAY),
    quietFrom: clock,
    quietUntil: clock,
  })

/** How a visitor wants to be told; `fallback` completes what he has not chosen yet. */
export async function readWishes(
  db: Kysely<DB>,
  userId: string,
  fallback: Pick<AlertWishes, 'language' | 'timeZone'>,
): Promise<AlertWishes & { isChosen: boolean }> {
  const row = await db
    .selectFrom('visitor_alert_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row)
    return {
      ...fallback,
      mails: true,
      dailyLimit: 10,
      quietFrom: '00:00',
      quietUntil: '00:00',
      isChosen: false,
    }
  return {
    language: row.language,
    timeZone: row.time_zone,
    mails: row.mail_on,
    dailyLimit: row.daily_limit,
    quietFrom: row.quiet_from,
    quietUntil: row.quiet_until,
    isChosen: true,
  }
}

/** Stores how a visitor wants to be told. What waits for the end of the quiet hours or the next day is judged again. */
export async function saveWishes(db: Kysely<DB>, userId: string, wishes: AlertWishes): Promise<void> {
  const columns = {
    language: wishes.language,
    time_zone: wishes.timeZone,
    mail_on: wishes.mails,
    daily_limit: wishes.dailyLimit,
    quiet_from: wishes.quietFrom,
    quiet_until: wishes.quietUntil,
  }
  await db.transaction().execute(async (tx) => {
    // Messages before settings, as their sender locks them.
    await tx
      .updateTable('visitor_alert_messages')
      .set({ due_at: new Date() })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('visitor_alert_messages')
          .select('id')
          .where('user_id', '=', userId)
          .where('state', '=', 'waiting')
          .where('reason', 'in', ['quiet', 'limit'])
          .orderBy('id')
          .forUpdate(),
      )
      .execute()
    await tx
      .insertInto('visitor_alert_settings')
      .values({ user_id: userId, ...columns })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
      .execute()
  })
}
