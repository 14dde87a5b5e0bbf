import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import { isRejectedPermanently, sendMail } from '#app/platform/mail.server.ts'
import type { Services } from '#app/platform/services.ts'
import { MAIL_QUEUE, openMail, type SealedMail, sealedMail } from './mail-queue.server.ts'
import { UNCONFIRMED_DAYS } from './rules.ts'
import { SIGN_INS_KEPT_DAYS } from './sign-ins.server.ts'
import { KEY_OVERLAP_SECONDS } from './token-times.ts'

/** Retries mails that the mail server did not accept. */
export function accountMails(services: Pick<Services, 'database' | 'env' | 'log'>): JobKind<SealedMail> {
  return {
    ...MAIL_QUEUE,
    payload: sealedMail,
    handle: async (sealed) => {
      const mail = await openMail(services, sealed)
      try {
        await sendMail(services.env, services.log, mail)
      } catch (error) {
        if (!isRejectedPermanently(error)) throw error
        services.log.error({ err: error }, 'accounts: a mail was refused')
      }
    },
  }
}

const payload = z.object({})

/** Every night: deletes expired sessions, links, keys, sign-ins, and unconfirmed accounts. */
export function accountsRetention(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'accounts-retention',
    payload,
    exclusive: true,
    cron: '47 3 * * *',
    expireInSeconds: 600,
    handle: async () => {
      const now = new Date()
      await database.kysely.deleteFrom('sessions').where('expires_at', '<', now).execute()
      await database.kysely.deleteFrom('verifications').where('expires_at', '<', now).execute()
      await database.kysely.deleteFrom('reserved_usernames').where('until', '<', now).execute()
      const kept = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
      await database.kysely.deleteFrom('sign_ins').where('at', '<', kept(SIGN_INS_KEPT_DAYS)).execute()
      await database.kysely
        .deleteFrom('profiles')
        .where('role', '=', 'user')
        .where('is_active', '=', false)
        .where('confirmed_at', 'is', null)
        .where('created_at', '<', kept(UNCONFIRMED_DAYS))
        .execute()
      const unused = new Date(now.getTime() - KEY_OVERLAP_SECONDS * 1_000)
      await database.kysely.deleteFrom('jwks').where('expires_at', '<', unused).execute()
      await database.kysely.deleteFrom('rate_limits').where('resets_at', '<', now).execute()
    },
  }
}
