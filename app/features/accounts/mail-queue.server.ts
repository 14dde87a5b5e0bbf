import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { z } from 'zod'
import { LONGEST_SENDING_SECONDS, type Message } from '#app/platform/mail.server.ts'
import { readSecret } from '#app/platform/secret.server.ts'
import type { Services } from '#app/platform/services.ts'

/** Mails that are retried: ten attempts within about twenty minutes, the validity of most links. */
export const MAIL_QUEUE = { name: 'account-mails', expireInSeconds: LONGEST_SENDING_SECONDS, retries: 10 }

/**
 * Encrypted with the site's secret: a mail contains a link that opens an account, which must not be stored as plain
 * text.
 */
export const sealedMail = z.object({ sealed: z.string() })
export type SealedMail = z.infer<typeof sealedMail>

const message = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  link: z.string().nullable(),
  // Mails that the release before has queued have none.
  messageId: z.string().optional(),
})

export async function sealMail(
  services: Pick<Services, 'database' | 'env'>,
  mail: Message,
): Promise<SealedMail> {
  const key = await readSecret(services.database.kysely, services.env)
  return { sealed: await symmetricEncrypt({ key, data: JSON.stringify(mail) }) }
}

export async function openMail(
  services: Pick<Services, 'database' | 'env'>,
  { sealed }: SealedMail,
): Promise<Message> {
  const key = await readSecret(services.database.kysely, services.env)
  return message.parse(JSON.parse(await symmetricDecrypt({ key, data: sealed })))
}
