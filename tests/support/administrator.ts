import { createAdmin } from '#app/features/accounts/first-admin.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { TestSite } from './site.ts'

const PASSWORD = 'a long enough password'

let count = 0

/** The session cookie of a new administrator, with the e-mail address and the password. */
export async function signInAdministrator(
  database: Database,
  site: Pick<TestSite, 'post'>,
): Promise<{ cookie: string; email: string; id: string; password: string }> {
  count += 1
  const made = await createAdmin(database, `admin-${count}@example.org`)
  if (made.kind !== 'created') throw new Error(`${made.email} existed already`)
  const { id } = await database.kysely
    .updateTable('profiles')
    .set({ must_change_password: false })
    .where('email', '=', made.email)
    .returning('id')
    .executeTakeFirstOrThrow()
  const cookie = await signIn(site, made.email, made.password)
  return { cookie, email: made.email, id, password: made.password }
}

/** Takes the site over as its first administrator, with the printed one-time password. */
export async function takeOver(
  output: string,
  site: Pick<TestSite, 'post'>,
): Promise<{ cookie: string; email: string }> {
  const [, email = '', oneTime = ''] =
    /administrator is (\S+), the one-time password (\S+)/.exec(output) ?? []
  const first = await signIn(site, email, oneTime)
  const fields = { intent: 'change-password', current: oneTime, password: PASSWORD, confirmation: PASSWORD }
  const response = await site.post('/en/profile?tab=password', fields, { cookie: first })
  return { cookie: cookieOf(response) || first, email }
}

async function signIn(site: Pick<TestSite, 'post'>, email: string, password: string): Promise<string> {
  const response = await site.post('/en/login', { intent: 'sign-in', email, password })
  const cookie = cookieOf(response)
  if (!cookie) throw new Error(`${email} could not sign in: ${response.status}`)
  return cookie
}

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
