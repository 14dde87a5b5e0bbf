import type { AuthServices } from './auth.server.ts'

export interface AccountMail {
  kind: 'confirm' | 'reset' | 'password-changed' | 'already-registered'
  email: string
  /** The address that the library would have sent, which tells the language of the page. */
  url?: string
  token?: string
}

export async function sendAccountMail({ log }: AuthServices, mail: AccountMail): Promise<void> {
  log.info({ kind: mail.kind }, 'a mail')
}
