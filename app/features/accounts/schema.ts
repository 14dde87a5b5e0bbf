import type { Role } from '#app/features/visitor/schema.ts'
import type { StaffRole } from './permissions.ts'

/** The signed-in user, as far as a page needs it. */
export interface SessionUser {
  id: string
  email: string
  username: string | null
  /** `admin` for everybody who may enter the back office. */
  role: Role
  staffRole: StaffRole | null
  isActive: boolean
  /** The password is a one-time password and must be replaced before anything else. */
  mustChangePassword: boolean
  /** Signing in requires a code in addition to the password. */
  twoFactor: boolean
  preferredLanguage: string | null
  priceFormat: string | null
}

export interface Session {
  user: SessionUser
  sessionId: string
}

/** A session as its owner sees it in the list. */
export interface SessionEntry {
  id: string
  current: boolean
  userAgent: string | null
  ipAddress: string | null
  lastUsed: Date
}

export type SignInOutcome =
  | 'signed_in'
  /** The password was correct, and a code is required. */
  | 'code_asked'
  | 'wrong_password'
  | 'wrong_code'
  /** The password was correct, but the account is not active. */
  | 'not_confirmed'
  /** Too many attempts. */
  | 'refused'

/** An attempt to sign in. */
export interface SignInEntry {
  id: string
  at: Date
  /** Null when no account has the typed address. */
  email: string | null
  outcome: SignInOutcome
  ipAddress: string | null
  userAgent: string | null
}

/** A session as an administrator sees it. */
export interface OpenSession {
  id: string
  email: string
  role: StaffRole | null
  userAgent: string | null
  ipAddress: string | null
  since: Date
  lastUsed: Date
}

export interface Profile {
  email: string
  username: string | null
  fullName: string | null
  phone: string | null
  country: string | null
  preferredLanguage: string | null
  priceFormat: string | null
}

export interface FavouriteLeague {
  /** Of the favourite, not of the league. */
  id: string
  leagueId: string
  name: string
  logoUrl: string | null
  slug: string
  sport: { name: string; slug: string }
  country: { name: string; code: string; slug: string }
  /** A hidden league has no page to link to. */
  isShown: boolean
}

/** The data for setting up an authenticator app. */
export interface Enrolment {
  /** Base32, in groups of four. */
  secret: string
  qr: QrCode
}

/** A QR code as a path of unit squares. */
export interface QrCode {
  /** Squares along a side, the quiet zone included. */
  size: number
  path: string
}

export type ResetProblem =
  | 'passwords-differ'
  | 'password-too-short'
  | 'password-too-short-admin'
  | 'password-too-long'
  | 'common-password'

export type ChangeProblem = ResetProblem | 'current-required' | 'new-required' | 'password-unchanged'

/** The result of a form of the profile; the texts are keys of `profile` and `auth`. */
export type ProfileOutcome =
  | { kind: 'done'; text: 'saved' | null }
  /** The app can be set up; a code of it confirms that it was. */
  | { kind: 'enrolling'; enrolment: Enrolment }
  /** Sent only once, in the response to the form that created them. */
  | { kind: 'recovery-codes'; codes: string[] }
  | {
      kind: 'problem'
      problem:
        | ChangeProblem
        | 'current-incorrect'
        | 'password-failed'
        | 'save-failed'
        | 'username-taken'
        | 'favorite-remove-failed'
        | 'delete-last-admin'
        | 'must-change'
        | 'too-many'
        | 'code-invalid'
        | 'two-factor-failed'
      /** The typed values of a form that could not be saved: without scripts the page is rendered again. */
      typed?: Omit<Profile, 'email'>
    }
