import { z } from 'zod'
import { STAFF_ROLES, type StaffRole } from './permissions.ts'

export const PEOPLE_A_PAGE = 50

export const PEOPLE_GROUPS = ['team', 'members', 'blocked', 'all'] as const
export const PEOPLE_ORDERS = ['role', 'email', 'since', 'last-sign-in'] as const

const filterSchema = z.object({
  search: z.string().trim().max(200).catch(''),
  who: z.enum(PEOPLE_GROUPS).catch('team'),
  sort: z.enum(PEOPLE_ORDERS).catch('role'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})
export type PeopleFilter = z.infer<typeof filterSchema>

/** The filter of a URL. Invalid values are ignored. */
export function parsePeopleFilter(params: URLSearchParams): PeopleFilter {
  return filterSchema.parse({
    search: params.get('q') ?? '',
    who: params.get('who'),
    sort: params.get('sort'),
    page: params.get('page') ?? 1,
  })
}

export const NO_ROLE = 'none'

/** The cells of accounts that a file or a change of many can have: their sessions can only be ended. */
export const personChange = z.object({
  back_office_role: z.enum([NO_ROLE, ...STAFF_ROLES], 'bulk.problem-value'),
  state: z.enum(['active', 'blocked'], 'bulk.problem-value'),
  sessions: z.literal(0, 'people.problem.sessions'),
})

/** What the history has of an account, and can put back. */
export const recordedPerson = z.object({
  back_office_role: z.enum(STAFF_ROLES, 'bulk.problem-value').nullable(),
  is_active: z.boolean(),
})

/** `blocked` by an administrator; `unconfirmed` until the link of the mail is opened. */
export type PersonState = 'active' | 'blocked' | 'unconfirmed'

/** An account in the list of people. */
export interface ListedPerson {
  id: string
  email: string
  username: string | null
  role: StaffRole | null
  state: PersonState
  twoFactor: boolean
  /** The number of open sessions. */
  sessions: number
  since: Date
  lastSignIn: Date | null
}

export interface PeoplePage {
  people: ListedPerson[]
  total: number
}

/** An invitation that nobody has accepted yet. */
export interface ListedInvitation {
  id: string
  email: string
  role: StaffRole
  by: string
  expiresAt: Date
  isExpired: boolean
}

/** Why something cannot be done to an account; the texts are `people.problem.*`. */
export type PersonProblem =
  | 'not-found'
  /** Nobody changes the own role, blocks himself, or turns off the own second factor here. */
  | 'self'
  /** Of this account's role, or to the role that was asked for. */
  | 'not-allowed'
  | 'last-owner'

/** Why nobody was invited; the texts are `people.problem.*`. */
export type InviteProblem = 'not-allowed' | 'has-role' | 'blocked' | 'no-mail' | 'mail-rejected'

export type PasswordProblem = 'password-required' | 'password-wrong' | 'too-many'
