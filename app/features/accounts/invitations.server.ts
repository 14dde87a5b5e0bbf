import { createHash, randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import { isRejectedPermanently } from '#app/platform/mail.server.ts'
import type { Services } from '#app/platform/services.ts'
import { NO_SIGN_UP, replaceCredentials } from './commands.server.ts'
import { ensureMailing, sendAccountMail, withMailOrigin } from './mail.server.ts'
import type { InviteProblem, ListedInvitation } from './people.ts'
import { isStaffRole, type StaffRole } from './permissions.ts'
import { canGive } from './roles.server.ts'
import { ADMIN_PASSWORD_MIN } from './rules.ts'

type Target = Pick<Services, 'database'>

const VALID_DAYS = 7

/**
 * Invites somebody to the back office by mail. A new invitation replaces the open one for the same address. The token is
 * only in the mail; the database has its hash.
 */
export async function invite(
  services: Services,
  actor: Actor,
  asked: { email: string; role: StaffRole; lang: string; origin: string },
): Promise<{ kind: 'invited'; email: string } | { kind: 'invite-refused'; problem: InviteProblem }> {
  const { email, role, ...page } = asked
  try {
    await ensureMailing(services, page)
  } catch (error) {
    services.log.error({ err: error }, 'an invitation could not be sent')
    return { kind: 'invite-refused', problem: 'no-mail' }
  }
  const token = randomBytes(32).toString('base64url')
  const made = await services.database.kysely.transaction().execute(async (trx) => {
    // Two at once for one address: the later one must find the earlier one, which it replaces.
    await sql`lock table invitations in share row exclusive mode`.execute(trx)
    if (!(await canGive(trx, actor.id, role))) return 'not-allowed'
    const account = await trx
      .selectFrom('profiles')
      .select(['back_office_role', 'is_active', 'confirmed_at'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (account?.back_office_role) return 'has-role'
    if (account && !account.is_active && account.confirmed_at) return 'blocked'
    for (const open of await openInvitations(trx, email)) {
      if (!isStaffRole(open.role) || !(await canGive(trx, actor.id, open.role))) return 'not-allowed'
    }
    await withdrawAll(trx, actor, { email })
    const { id } = await trx
      .insertInto('invitations')
      .values({
        email,
        role,
        token_hash: digest(token),
        invited_by: actor.id,
        expires_at: sql`now() + make_interval(days => ${VALID_DAYS})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, actor, [
      {
        entity: 'invitations',
        entityId: id,
        label: email,
        action: 'create',
        after: { email, back_office_role: role },
      },
    ])
    return { id }
  })
  if (typeof made === 'string') return { kind: 'invite-refused', problem: made }
  try {
    await withMailOrigin(page, () =>
      sendAccountMail(services, { kind: 'invitation', email, token, invitation: { role, by: actor.email } }),
    )
  } catch (error) {
    await withdrawAll(services.database.kysely, actor, { id: made.id })
    if (!isRejectedPermanently(error)) throw error
    return { kind: 'invite-refused', problem: 'mail-rejected' }
  }
  return { kind: 'invited', email }
}

/** Withdraws an open invitation: its link no longer works. False when it is not open. */
export function withdrawInvitation({ database }: Target, actor: Actor, id: string): Promise<boolean> {
  return database.kysely.transaction().execute(async (trx) => {
    const found = await trx.selectFrom('invitations').select('role').where('id', '=', id).executeTakeFirst()
    if (!found || !isStaffRole(found.role) || !(await canGive(trx, actor.id, found.role))) return false
    const gone = await withdrawAll(trx, actor, { id })
    return gone.length > 0
  })
}

/** The open invitations, expired ones included, the newest first. */
export async function listInvitations({ database }: Target): Promise<ListedInvitation[]> {
  const rows = await database.kysely
    .selectFrom('invitations as i')
    .innerJoin('profiles as p', 'p.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'p.email as by', 'i.expires_at'])
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role as StaffRole,
    by: row.by,
    expiresAt: row.expires_at,
    isExpired: row.expires_at.getTime() <= Date.now(),
  }))
}

/** An invitation that can be accepted. */
export interface OpenInvitation {
  id: string
  email: string
  role: StaffRole
  /** Whether the address has an open account; then its owner signs in to accept. */
  hasAccount: boolean
}

/**
 * The invitation of a token; null when it is unknown, used, withdrawn or expired, when its sender may no longer give the
 * role, or when the invited account is blocked or has a role meanwhile.
 */
export async function findInvitation({ database }: Target, token: string): Promise<OpenInvitation | null> {
  return findOpen(database.kysely, token)
}

async function findOpen(db: Kysely<DB>, token: string): Promise<OpenInvitation | null> {
  const row = await db
    .selectFrom('invitations as i')
    .leftJoin('profiles as p', 'p.email', 'i.email')
    .select(['i.id', 'i.email', 'i.role', 'i.invited_by'])
    .select(['p.is_active', 'p.confirmed_at', 'p.back_office_role'])
    .where('i.token_hash', '=', digest(token))
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .where('i.expires_at', '>', new Date())
    .executeTakeFirst()
  if (!row || !isStaffRole(row.role)) return null
  if (!(await canGive(db, row.invited_by, row.role))) return null
  if ((row.confirmed_at && !row.is_active) || row.back_office_role) return null
  return { id: row.id, email: row.email, role: row.role, hasAccount: row.is_active ?? false }
}

/**
 * Accepts an invitation with a new account. The mail's link proves the address, so a sign-up that was never confirmed is
 * replaced. The caller has checked the password.
 * @returns false when the invitation is no longer open, or the address has an account
 */
export async function acceptWithNewAccount(
  { database }: Target,
  { token, password, language }: { token: string; password: string; language: string },
): Promise<boolean> {
  const hash = await hashPassword(password)
  return database.kysely.transaction().execute(async (trx) => {
    const found = await claim(trx, token)
    if (!found || found.hasAccount) return false
    const account = {
      ...{ is_active: true, confirmed_at: new Date(), back_office_role: found.role },
      preferred_language: language,
    }
    const { id } = await trx
      .insertInto('profiles')
      .values({ email: found.email, ...account })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ ...account, ...NO_SIGN_UP }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await replaceCredentials(trx, id, hash)
    await noteAcceptance(trx, { id, email: found.email }, found.role)
    return true
  })
}

/**
 * Accepts an invitation with the account of the same address, whose owner has typed the password. A password that is too
 * short for the back office must be replaced first.
 * @returns false when the invitation is no longer open, or for another address
 */
export function acceptWithAccount(
  { database }: Target,
  token: string,
  user: { id: string; email: string; sessionId: string; passwordLength: number },
): Promise<boolean> {
  return database.kysely.transaction().execute(async (trx) => {
    const found = await claim(trx, token)
    if (found?.email !== user.email) return false
    const isShort = user.passwordLength < ADMIN_PASSWORD_MIN
    await trx
      .updateTable('profiles')
      .set({ back_office_role: found.role, ...(isShort ? { must_change_password: true } : {}) })
      .where('id', '=', user.id)
      .execute()
    await trx
      .deleteFrom('sessions')
      .where('user_id', '=', user.id)
      .where('id', '<>', user.sessionId)
      .execute()
    // The kept session gets the shorter lifetime of the back office (`limit_session`).
    await trx
      .updateTable('sessions')
      .set({ expires_at: sql`expires_at` })
      .where('id', '=', user.sessionId)
      .execute()
    await noteAcceptance(trx, user, found.role)
    return true
  })
}

/** Uses up an invitation; of two requests at once, one gets it. */
async function claim(trx: Kysely<DB>, token: string): Promise<OpenInvitation | null> {
  const found = await findOpen(trx, token)
  if (!found) return null
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ accepted_at: new Date() })
    .where('id', '=', found.id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? found : null
}

function noteAcceptance(
  trx: Kysely<DB>,
  user: { id: string; email: string },
  role: StaffRole,
): Promise<void> {
  return recordAudit(trx, { id: user.id, email: user.email }, [
    {
      entity: 'profiles',
      entityId: user.id,
      label: user.email,
      action: 'update',
      before: { back_office_role: null },
      after: { back_office_role: role },
    },
  ])
}

function openInvitations(db: Kysely<DB>, email: string) {
  return db
    .selectFrom('invitations')
    .select('role')
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Withdraws open invitations, each with an entry in the history: their links no longer work. */
export async function withdrawAll(
  db: Kysely<DB>,
  actor: Actor,
  which: { id: string } | { email: string },
): Promise<{ id: string }[]> {
  const gone = await db
    .updateTable('invitations')
    .set({ withdrawn_at: new Date() })
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('email', '=', which.email)))
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning(['id', 'email', 'role'])
    .execute()
  await recordAudit(
    db,
    actor,
    gone.map(({ id, email, role }) => ({
      entity: 'invitations',
      entityId: id,
      label: email,
      action: 'delete',
      before: { email, back_office_role: role },
    })),
  )
  return gone
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
