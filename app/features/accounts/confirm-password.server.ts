import type { Services } from '#app/platform/services.ts'
import { ask, getAuth } from './auth.server.ts'
import { clearAttempts, countAttempt } from './limits.server.ts'
import type { PasswordProblem } from './people.ts'

/** Asks for the signed-in user's password before something dangerous; the attempts are limited. Null when it is right. */
export async function confirmPassword(
  services: Services,
  request: Request,
  userId: string,
  password: string,
): Promise<PasswordProblem | null> {
  if (password === '') return 'password-required'
  if (!(await countAttempt(services.database, { 'password:account': userId }))) return 'too-many'
  const auth = await getAuth(services)
  const headers = new Headers({ cookie: request.headers.get('cookie') ?? '' })
  const answer = await ask(auth.api.verifyPassword({ body: { password }, headers, returnHeaders: true }))
  if (!answer.ok) return 'password-wrong'
  await clearAttempts(services.database, 'password:account', userId)
  return null
}
