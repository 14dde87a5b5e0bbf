import { isIPv6 } from 'node:net'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { isStaffRole } from './permissions.ts'
import { canGive } from './roles.server.ts'
import type { OpenSession, SignInEntry, SignInOutcome } from './schema.ts'

type Target = Pick<Services, 'database'>

export const SIGN_INS_KEPT_DAYS = 90
const MOST_ROWS = 200
const TEXT_LENGTH = 400

export interface SignIn {
  /** The user, or the typed e-mail address; an address without an account is not stored. */
  who: { userId: string | null } | { email: string }
  outcome: SignInOutcome
  address: string
  userAgent: string | null
  /** Not the first refusal of its window: it is in the log alone, as anybody can cause any number of them. */
  isRepeated?: boolean
}

/** Records a sign-in or an attempt: in the database for people, in the log for machines. */
export async function recordSignIn(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { who, outcome, address, userAgent, isRepeated }: SignIn,
): Promise<void> {
  const { kysely } = database
  // The account can be deleted between the password check and this.
  const account = await kysely
    .selectFrom('profiles')
    .select('id')
    .where((eb) => ('userId' in who ? eb('id', '=', who.userId) : eb('email', '=', who.email)))
    .executeTakeFirst()
  const userId = account?.id ?? null
  const level = outcome === 'signed_in' || outcome === 'code_asked' ? 'info' : 'warn'
  log[level]({ event: 'sign-in', outcome, userId, address }, `sign-in: ${outcome}`)
  if (isRepeated) return
  await kysely
    .insertInto('sign_ins')
    .values({
      at: new Date(),
      user_id: userId,
      outcome,
      ip_address: address.slice(0, TEXT_LENGTH) || null,
      user_agent: userAgent?.slice(0, TEXT_LENGTH) ?? null,
    })
    .execute()
}

/** The last sign-ins, successful and failed, the latest first. */
export async function listSignIns(
  { database }: Target,
  { userId, email, limit = MOST_ROWS }: { userId?: string; email?: string; limit?: number } = {},
): Promise<SignInEntry[]> {
  const rows = await database.kysely
    .selectFrom('sign_ins as s')
    .leftJoin('profiles as p', 'p.id', 's.user_id')
    .select(['s.id', 's.at', 's.outcome', 's.ip_address', 's.user_agent', 'p.email'])
    .$if(userId !== undefined, (query) => query.where('s.user_id', '=', userId ?? ''))
    .$if(Boolean(email), (query) => query.where('p.email', 'like', `${escapeLike(email ?? '')}%`))
    .orderBy('s.at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at,
    email: row.email,
    outcome: row.outcome as SignInOutcome,
    ipAddress: row.ip_address ? shortAddress(row.ip_address) : null,
    userAgent: row.user_agent,
  }))
}

/** All open sessions, the most recently used first. */
export async function listOpenSessions(
  { database }: Target,
  { email }: { email?: string } = {},
): Promise<OpenSession[]> {
  const rows = await database.kysely
    .selectFrom('sessions as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .select([
      's.id',
      'p.email',
      'p.back_office_role',
      's.user_agent',
      's.ip_address',
      's.created_at',
      's.updated_at',
    ])
    .where('s.expires_at', '>', new Date())
    .$if(Boolean(email), (query) => query.where('p.email', 'like', `${escapeLike(email ?? '')}%`))
    .orderBy(sql`p.back_office_role is not null`, 'desc')
    .orderBy('s.updated_at', 'desc')
    .limit(MOST_ROWS)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: isStaffRole(row.back_office_role) ? row.back_office_role : null,
    userAgent: row.user_agent,
    ipAddress: row.ip_address ? shortAddress(row.ip_address) : null,
    since: row.created_at,
    lastUsed: row.updated_at,
  }))
}

/**
 * Ends one session of any user, or all sessions of its user, with entries in the history. Only owners end those of owners.
 * @returns the number of ended sessions; `not-allowed` for the sessions of somebody whose role the actor cannot give
 */
export function endSessions(
  { database }: Target,
  actor: Actor,
  { sessionId, all }: { sessionId: string; all: boolean },
): Promise<number | 'not-allowed'> {
  return database.kysely.transaction().execute(async (trx) => {
    const owner = await trx
      .selectFrom('sessions as s')
      .innerJoin('profiles as p', 'p.id', 's.user_id')
      .select(['p.id', 'p.email', 'p.back_office_role as role'])
      .where('s.id', '=', sessionId)
      .executeTakeFirst()
    if (!owner) return 0
    const isOwn = owner.id === actor.id
    if (!isOwn && isStaffRole(owner.role) && !(await canGive(trx, actor.id, owner.role))) return 'not-allowed'
    const which = all ? sql<boolean>`user_id = ${owner.id}` : sql<boolean>`id = ${sessionId}`
    return endRecorded(trx, actor, owner.email, which)
  })
}

/** Ends every session of a user except the current one. */
export async function endOtherSessions(
  { database }: Target,
  userId: string,
  currentId: string,
): Promise<void> {
  await database.kysely
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', currentId)
    .execute()
}

/**
 * Ends the sessions of one user that a condition selects, each with an entry in the history.
 * @returns the number of ended sessions
 */
export async function endRecorded(
  trx: Kysely<DB>,
  actor: Actor,
  email: string,
  which: RawBuilder<boolean>,
): Promise<number> {
  const ended = await trx.deleteFrom('sessions').where(which).returning('id').execute()
  await recordAudit(
    trx,
    actor,
    ended.map(({ id }) => ({ entity: 'sessions', entityId: id, label: email, action: 'delete' })),
  )
  return ended.length
}

/** `::1` for `0000:0000:...:0001`, `192.0.2.1` for `::ffff:192.0.2.1`. */
export function shortAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(plain) ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
