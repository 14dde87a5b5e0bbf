import { removeTwoFactor } from '#app/features/accounts/commands.server.ts'
import { createAdmin } from '#app/features/accounts/first-admin.server.ts'
import { isEmail, normalizeEmail } from '#app/features/accounts/rules.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Command, CommandIo } from './command.ts'

/** `admin create <e-mail>` and `admin two-factor-off <e-mail>`. */
export const adminCommand: Command = async (database, args, io) => {
  const [verb, email = '', ...rest] = args
  if (rest.length === 0 && isEmail(email)) {
    if (verb === 'create') return create(database, email, io)
    if (verb === 'two-factor-off') return turnTwoFactorOff(database, normalizeEmail(email), io)
  }
  io.err('Usage: npm run overround -- admin create <e-mail>\n')
  io.err('       npm run overround -- admin two-factor-off <e-mail>\n')
  return 2
}

/** Creates an administrator and prints a password for the first sign-in. */
async function create(database: Database, email: string, io: CommandIo): Promise<number> {
  const admin = await createAdmin(database, email)
  if (admin.kind === 'promoted') {
    io.out(`${admin.email} is an administrator now and keeps the password.\n`)
  } else {
    io.out(`${admin.email} is an administrator now. One-time password: ${admin.password}\n`)
  }
  if (admin.kind === 'created' || admin.mustChangePassword)
    io.err('It must be replaced at the first sign-in.\n')
  return 0
}

/** For an administrator who has lost the app and the recovery codes. */
async function turnTwoFactorOff(database: Database, email: string, io: CommandIo): Promise<number> {
  if (!(await removeTwoFactor({ database }, email))) {
    io.err(`${email} has no second factor.\n`)
    return 1
  }
  io.out(`${email} signs in with the password alone now.\n`)
  return 0
}
