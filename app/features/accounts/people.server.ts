import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { Rollback, recordAudit, saveTogether } from '#app/platform/edit/save-list.server.ts'
import type {
  Actor,
  Changes,
  Conflict,
  FieldProblem,
  SaveOutcome,
  Value,
  Values,
} from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { endAllSessions } from './commands.server.ts'
import { withdrawAll } from './invitations.server.ts'
import {
  NO_ROLE,
  PEOPLE_A_PAGE,
  type PeopleFilter,
  type PeoplePage,
  type PersonProblem,
  type PersonState,
} from './people.ts'
import { givableRoles, isStaffRole, type StaffRole } from './permissions.ts'
import { endRecorded } from './sign-ins.server.ts'

type Target = Pick<Services, 'database'>

export type PersonOutcome =
  /** `language` is that of a mail to the person, if there is one to send and the person has chosen one. */
  | { kind: 'done'; email: string; language?: string | null }
  | { kind: 'unchanged' }
  | { kind: 'person-refused'; problem: PersonProblem }

interface Person {
  id: string
  email: string
  role: StaffRole | null
  state: PersonState
  twoFactor: boolean
  language: string | null
}

/**
 * Runs a change of one account in a transaction, after the rules for all of them. The owners, the actor and the account
 * stay locked, so that two owners cannot remove each other at once.
 * @param removesOwner whether an owner is no active owner afterwards
 */
function changePerson(
  { database }: Target,
  actor: Actor,
  userId: string,
  options: { allowsSelf?: boolean; removesOwner?: boolean },
  change: (trx: Kysely<DB>, person: Person, givable: readonly StaffRole[]) => Promise<PersonOutcome>,
): Promise<PersonOutcome> {
  return inTransaction(database.kysely, async (trx) => {
    const rows = await trx
      .selectFrom('profiles')
      .select(['id', 'email', 'back_office_role', 'is_active', 'confirmed_at', 'two_factor_enabled'])
      .select('preferred_language')
      .where((eb) =>
        eb.or([eb('back_office_role', '=', 'owner'), eb('id', '=', userId), eb('id', '=', actor.id)]),
      )
      .orderBy('id')
      .forUpdate()
      .execute()
    const people = rows.map((row) => ({
      id: row.id,
      email: row.email,
      role: isStaffRole(row.back_office_role) ? row.back_office_role : null,
      state: stateOf(row),
      twoFactor: row.two_factor_enabled,
      language: row.preferred_language,
    }))
    const person = people.find(({ id }) => id === userId)
    const acting = people.find(({ id }) => id === actor.id)
    if (!person) return refuse('not-found')
    if (!acting?.role || acting.state !== 'active') return refuse('not-allowed')
    if (person.id === acting.id && !options.allowsSelf) return refuse('self')
    const givable = givableRoles(acting.role)
    if (person.id !== acting.id && person.role && !givable.includes(person.role)) return refuse('not-allowed')
    const isLastOwner =
      person.role === 'owner' &&
      !people.some((it) => it.role === 'owner' && it.state === 'active' && it.id !== person.id)
    if (options.removesOwner && isLastOwner) return refuse('last-owner')
    return change(trx, person, givable)
  })
}

/** Within the caller's transaction, if there is one. */
function inTransaction<T>(db: Kysely<DB>, work: (trx: Kysely<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** Gives a role of the back office, or takes it away (null). Who gets a first role signs in again. */
export function changeRole(
  services: Target,
  actor: Actor,
  { userId, role }: { userId: string; role: StaffRole | null },
): Promise<PersonOutcome> {
  const removesOwner = role !== 'owner'
  return changePerson(services, actor, userId, { removesOwner }, async (trx, person, givable) => {
    if (role && !givable.includes(role)) return refuse('not-allowed')
    if (role && person.state === 'unconfirmed') return refuse('not-found')
    if (role === person.role) return { kind: 'unchanged' }
    // A member's password can be shorter than the back office demands.
    const isFirst = person.role === null && role !== null
    await trx
      .updateTable('profiles')
      .set({ back_office_role: role, ...(isFirst ? { must_change_password: true } : {}) })
      .where('id', '=', person.id)
      .execute()
    // An older invitation would give another role later.
    await withdrawAll(trx, actor, { email: person.email })
    // A member's session can have a longer lifetime than one of the back office.
    if (!person.role) await endAllSessions(trx, person.id)
    await note(trx, actor, person, { back_office_role: person.role }, { back_office_role: role })
    return { kind: 'done', email: person.email }
  })
}

/** Blocks an account, which ends its sessions and refuses its sign-ins in every process, or opens it again. */
export function blockPerson(
  services: Target,
  actor: Actor,
  { userId, isBlocked }: { userId: string; isBlocked: boolean },
): Promise<PersonOutcome> {
  return changePerson(services, actor, userId, { removesOwner: isBlocked }, async (trx, person) => {
    if (person.state === 'unconfirmed') return refuse('not-found')
    if ((person.state === 'blocked') === isBlocked) return { kind: 'unchanged' }
    await trx.updateTable('profiles').set({ is_active: !isBlocked }).where('id', '=', person.id).execute()
    if (isBlocked) {
      await endAllSessions(trx, person.id)
      await withdrawAll(trx, actor, { email: person.email })
    }
    await note(trx, actor, person, { is_active: isBlocked }, { is_active: !isBlocked })
    return { kind: 'done', email: person.email }
  })
}

/** Ends all sessions of an account; of the actor's own account all but the current one. */
export function signOutPerson(
  services: Target,
  actor: Actor & { sessionId: string },
  { userId }: { userId: string },
): Promise<PersonOutcome> {
  return changePerson(services, actor, userId, { allowsSelf: true }, async (trx, person) => {
    const others = sql<boolean>`user_id = ${person.id} and id <> ${actor.sessionId}`
    const ended = await endRecorded(trx, actor, person.email, others)
    return ended > 0 ? { kind: 'done', email: person.email } : { kind: 'unchanged' }
  })
}

/** Turns off the second factor of somebody who has lost it, and ends the sessions. */
export function resetTwoFactor(
  services: Target,
  actor: Actor,
  { userId }: { userId: string },
): Promise<PersonOutcome> {
  return changePerson(services, actor, userId, {}, async (trx, person) => {
    if (!person.twoFactor) return { kind: 'unchanged' }
    await trx.updateTable('profiles').set({ two_factor_enabled: false }).where('id', '=', person.id).execute()
    await trx.deleteFrom('two_factors').where('user_id', '=', person.id).execute()
    await endAllSessions(trx, person.id)
    await note(trx, actor, person, { two_factor_enabled: true }, { two_factor_enabled: false })
    return { kind: 'done', email: person.email, language: person.language }
  })
}

/**
 * Changes many accounts as their screen does, in full or not at all.
 * @param isTried nothing stays: only the outcome counts
 */
export function savePeople(
  { database }: Target,
  { update }: Changes,
  actor: Actor & { sessionId: string },
  isTried = false,
): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (kysely) => {
    const within = { database: { ...database, kysely } }
    for (const { id, before, after } of update) {
      const conflicts = await findConflicts(kysely, { id, before, after })
      if (conflicts.length > 0) throw new Rollback({ kind: 'conflict', conflicts })
      for (const column of ['back_office_role', 'state', 'sessions'] as const) {
        const value = after[column]
        if (value === undefined) continue
        const done = await changeColumn(within, actor, id, column, value)
        if (done.kind === 'person-refused')
          throw new Rollback({
            kind: 'invalid',
            problems: [{ id, column, problem: `people.problem.${done.problem}` }],
          })
      }
    }
    if (isTried) throw new Rollback({ kind: 'saved', count: 0 })
    return { kind: 'saved', count: update.length }
  })
}

/** Puts the role of an account back, or whether it is blocked, by the rules of its screen. */
export function putPersonBack(
  services: Target,
  { update }: Changes,
  actor: Actor & { sessionId: string },
): Promise<SaveOutcome> {
  const changed = update.map(({ id, before, after }) => ({
    id,
    before: asListed(before),
    after: asListed(after),
  }))
  return savePeople(services, { create: [], update: changed, remove: [] }, actor)
}

/** What the history has of an account, as the list has it. */
const asListed = ({ back_office_role, is_active }: Values): Values => ({
  ...(back_office_role !== undefined && { back_office_role: back_office_role ?? NO_ROLE }),
  ...(is_active !== undefined && { state: is_active ? 'active' : 'blocked' }),
})

/** What `savePeople` would refuse. */
export async function findPeopleProblems(
  services: Target,
  update: Changes['update'],
  actor: Actor & { sessionId: string },
): Promise<FieldProblem[]> {
  const outcome = await savePeople(services, { create: [], update, remove: [] }, actor, true)
  return outcome.kind === 'invalid' ? outcome.problems : []
}

function changeColumn(
  services: Target,
  actor: Actor & { sessionId: string },
  userId: string,
  column: 'back_office_role' | 'state' | 'sessions',
  value: Value,
): Promise<PersonOutcome> {
  if (column === 'sessions') return signOutPerson(services, actor, { userId })
  if (column === 'state') return blockPerson(services, actor, { userId, isBlocked: value === 'blocked' })
  return changeRole(services, actor, { userId, role: isStaffRole(value) ? value : null })
}

/** What somebody else has changed since it was read; the number of sessions changes all the time. */
async function findConflicts(
  trx: Kysely<DB>,
  { id, before, after }: Changes['update'][number],
): Promise<Conflict[]> {
  const row = await trx
    .selectFrom('profiles')
    .select(['email', 'back_office_role', 'is_active', 'confirmed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return []
  const now = { back_office_role: row.back_office_role ?? NO_ROLE, state: stateOf(row) }
  return (['back_office_role', 'state'] as const).flatMap((column) => {
    const mine = after[column]
    const theirs = now[column]
    const isKnown = mine === undefined || theirs === before[column] || theirs === mine
    return isKnown ? [] : { id, label: row.email, column, mine, theirs }
  })
}

function note(trx: Kysely<DB>, actor: Actor, person: Person, before: Values, after: Values): Promise<void> {
  const { id: entityId, email: label } = person
  return recordAudit(trx, actor, [{ entity: 'profiles', entityId, label, action: 'update', before, after }])
}

function refuse(problem: PersonProblem): PersonOutcome {
  return { kind: 'person-refused', problem }
}

/** An account that is closed although its address was confirmed is blocked. */
function stateOf(row: { is_active: boolean; confirmed_at: Date | null }): PersonState {
  if (row.is_active) return 'active'
  return row.confirmed_at ? 'blocked' : 'unconfirmed'
}

/** The order of roles: the people of the back office first. */
const BY_ROLE = sql`array_position(array['owner', 'administrator', 'editor', 'analyst'], p.back_office_role)`

/** A page of the accounts, with how many there are in all. */
export async function listPeople({ database }: Target, filter: PeopleFilter): Promise<PeoplePage> {
  const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`
  const conditions = {
    team: sql<SqlBool>`p.back_office_role is not null`,
    members: sql<SqlBool>`p.back_office_role is null`,
    blocked: sql<SqlBool>`not p.is_active and p.confirmed_at is not null`,
    all: sql<SqlBool>`true`,
  }
  const wanted = sql<SqlBool>`${conditions[filter.who]}
    and (${filter.search} = '' or p.email ilike ${pattern} or p.username ilike ${pattern})`
  const order = {
    role: sql`${BY_ROLE} nulls last, p.email`,
    email: sql`p.email`,
    since: sql`p.created_at desc, p.email`,
    'last-sign-in': sql`s.at desc nulls last, p.email`,
  }[filter.sort]
  const { rows } = await sql<{
    id: string
    email: string
    username: string | null
    back_office_role: string | null
    is_active: boolean
    confirmed_at: Date | null
    two_factor_enabled: boolean
    created_at: Date
    signed_in_at: Date | null
    sessions: number
    total: number
  }>`
    select p.id, p.email, p.username, p.back_office_role, p.is_active, p.confirmed_at, p.two_factor_enabled,
      p.created_at, s.at as signed_in_at,
      (select count(*)::int from sessions o where o.user_id = p.id and o.expires_at > now()) as sessions,
      count(*) over ()::int as total
    from profiles p
    left join lateral (
      select at from sign_ins where user_id = p.id and outcome = 'signed_in' order by at desc limit 1) s on true
    where ${wanted}
    order by ${order}, p.id
    limit ${PEOPLE_A_PAGE} offset ${(filter.page - 1) * PEOPLE_A_PAGE}`.execute(database.kysely)
  return {
    total: rows[0]?.total ?? 0,
    people: rows.map((row) => ({
      id: row.id,
      email: row.email,
      username: row.username,
      role: isStaffRole(row.back_office_role) ? row.back_office_role : null,
      state: stateOf(row),
      twoFactor: row.two_factor_enabled,
      sessions: row.sessions,
      since: row.created_at,
      lastSignIn: row.signed_in_at,
    })),
  }
}
