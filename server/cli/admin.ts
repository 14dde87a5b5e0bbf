import { createAdmin } from '#app/features/accounts/first-admin.server.ts'
import { isEmail } from '#app/features/accounts/rules.ts'
import type { Command } from './commands.ts'

/** `admin create <e-mail>`: makes an administrator and prints a password for the first sign-in. */
export const adminCommand: Command = async (database, args, io) => {
  const [verb, email = '', ...rest] = args
  if (verb !== 'create' || rest.length > 0 || !isEmail(email)) {
    io.err('Usage: npm run overround -- admin create <e-mail>\n')
    return 2
  }
  const admin = await createAdmin(database, email)
  if (admin.kind === 'promoted') {
    io.out(`${admin.email} is an administrator now and keeps the password.\n`)
    return 0
  }
  io.out(`${admin.email} is an administrator now. One-time password: ${admin.password}\n`)
  io.err('It must be replaced at the first sign-in.\n')
  return 0
}
