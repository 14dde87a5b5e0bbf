import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { z } from 'zod'
import type { Message } from '#app/platform/mail.server.ts'
import { readSecret } from '#app/platform/secret.server.ts'
import type { Services } from '#app/platform/services.ts'

/** Mails that wait for their mail server: ten attempts within some twenty minutes, as long as most links live. */
export const MAIL_QUEUE = { name: 'account-mails', expireInSeconds: 120, retries: 10 }

/** Sealed with the site's secret: a mail carries a link that opens an account, which no table may hold in the clear. */
export const sealedMail = z.object({ sealed: z.string() })
export type SealedMail = z.infer<typeof sealedMail>

const message = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  link: z.string().nullable(),
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
