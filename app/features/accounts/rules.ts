import { accountPath } from '#app/platform/paths.ts'
import type { ChangeProblem, ResetProblem, SignInOutcome } from './schema.ts'

export const PASSWORD_MIN = 6
/** For administrators, who have more rights. */
export const ADMIN_PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
export const USERNAME_MAX = 50
export const TEXT_MAX = 200
/** An unconfirmed sign-up reserves its username for as long as its link is valid. */
export const USERNAME_HELD_MS = 24 * 3_600_000
/** How long an unconfirmed sign-up is stored. */
export const UNCONFIRMED_DAYS = 7

/** The errors of a form; each is a key of the namespace `auth` or `profile`. */
export type SignUpProblem =
  | 'username-required'
  | 'username-taken'
  | 'phone-required'
  | 'phone-invalid'
  | 'email-required'
  | 'email-invalid'
  | 'password-too-short'
  | 'password-too-long'
  | 'common-password'
  | 'consent-required'

export interface SignUpFields {
  username: string
  email: string
  password: string
  /** As typed, or as the phone field wrote it. */
  phone: string
  /** Of the country, without the plus. */
  callingCode: string
  /** Whether the box is ticked. */
  hasConsented: boolean
}

/** The facts about a sign-up that only the server knows. */
interface Findings {
  usernameTaken: boolean
  /** Whether the stored form of the number is a possible phone number. */
  isPhone: boolean
  isCommonPassword: boolean
}

export type SignUpField = 'username' | 'email' | 'password' | 'phone' | 'consent'

/** All problems of a sign-up, each at its field. */
export function signUpProblems(
  fields: SignUpFields,
  { usernameTaken, isPhone, isCommonPassword }: Findings,
): Partial<Record<SignUpField, SignUpProblem>> {
  const found: Record<SignUpField, SignUpProblem | null> = {
    username: fields.username.trim() === '' ? 'username-required' : usernameTaken ? 'username-taken' : null,
    email: emailProblem(fields.email),
    password: checkPassword(fields.password) ?? (isCommonPassword ? 'common-password' : null),
    phone: isPhoneEmpty(fields.phone, fields.callingCode)
      ? 'phone-required'
      : isPhone
        ? null
        : 'phone-invalid',
    consent: fields.hasConsented ? null : 'consent-required',
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
}

/** The first problem of a sign-up, in the order of the form; null when there is none. */
export function checkSignUp(fields: SignUpFields, findings: Findings): SignUpProblem | null {
  const { username, email, password, phone, consent } = signUpProblems(fields, findings)
  // An impossible number and missing consent come last.
  const missing = phone === 'phone-required' ? phone : undefined
  return username ?? missing ?? email ?? password ?? phone ?? consent ?? null
}

export function checkPassword(password: string): 'password-too-short' | 'password-too-long' | null {
  if (password.length < PASSWORD_MIN) return 'password-too-short'
  return password.length > PASSWORD_MAX ? 'password-too-long' : null
}

/** Match first, then length. */
export function checkReset(password: string, confirmation: string): ResetProblem | null {
  return password === confirmation ? checkPassword(password) : 'passwords-differ'
}

/** In the order of the form. A one-time password is not replaced by itself. */
export function checkPasswordChange(fields: {
  current: string
  password: string
  confirmation: string
}): ChangeProblem | null {
  if (fields.current === '') return 'current-required'
  if (fields.password === '') return 'new-required'
  const problem = checkPassword(fields.password)
  if (problem) return problem
  // The form in which passwords are hashed: letters with accents can be written in two ways.
  if (fields.password.normalize('NFKC') === fields.current.normalize('NFKC')) return 'password-unchanged'
  return fields.password === fields.confirmation ? null : 'passwords-differ'
}

/** As Better Auth, which refuses any other, checks the format (zod's `z.email()`); the confirmation mail proves the address. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 && /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(text)
  )
}

/** What is wrong with the address of a sign-up. */
export function emailProblem(text: string): 'email-required' | 'email-invalid' | null {
  if (isEmail(text)) return null
  return text.trim() === '' ? 'email-required' : 'email-invalid'
}

/** The form under which an address is stored and looked up. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** A number with only its prefix counts as empty. */
export function isPhoneEmpty(phone: string, callingCode: string): boolean {
  const digits = phone.replace(/\D/g, '')
  return digits === '' || (phone.trim().startsWith('+') && digits === callingCode)
}

/** Prefixes a number without a leading + with the country's calling code. */
export function completePhone(phone: string, callingCode: string): string {
  const trimmed = phone.trim()
  return trimmed.startsWith('+') || callingCode === '' ? trimmed : `+${callingCode}${trimmed}`
}

/** The address at which a one-time password is replaced, with the redirect afterwards. */
export function replacePasswordPath(lang: string, next: string): string {
  const query = new URLSearchParams({ tab: 'password', ...(next === '' ? {} : { next }) })
  return `${accountPath(lang, 'profile')}?${query}`
}

/**
 * The redirect after signing in: a path of this site, never another host. A path without a language gets the page's
 * language, except in the back office, which has none.
 */
export function postLoginPath(stored: string | null | undefined, lang: string): string {
  const home = `/${lang}`
  if (!stored || stored.length > 2000 || hasControlCharacter(stored)) return home
  // Browsers treat backslashes as slashes; a scheme or a host is not allowed.
  if (stored.includes('\\') || stored.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(stored)) return home
  const path = stored.startsWith('/') ? stored : `/${lang}/${stored}`
  let url: URL
  try {
    url = new URL(path, 'http://site.invalid')
  } catch {
    return home
  }
  // The resolved path must not leave the site either.
  if (url.origin !== 'http://site.invalid' || url.pathname.startsWith('//')) return home
  const first = url.pathname.split('/')[1] ?? ''
  if (first === 'api' || first === 'resources') return home
  const target = url.pathname + url.search + url.hash
  if (first === 'admin' || /^[a-z]{2}$/.test(first)) return target
  return url.pathname === '/' ? home : `/${lang}${target}`
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 32 || character.charCodeAt(0) === 127)
}

/** The address of a reset link. Its token is in the fragment, which is not sent to logs or other sites. */
export function resetPath(lang: string, token: string, query = ''): string {
  return `${accountPath(lang, 'reset-password')}${query}#access_token=${encodeURIComponent(token)}&type=recovery`
}

/** The token in the fragment of a reset link, or the empty text if there is none. */
export function recoveryToken(fragment: string): string {
  const parts = new URLSearchParams(fragment)
  return parts.get('type') === 'recovery' ? (parts.get('access_token') ?? '') : ''
}

/** The part of a message's key for the result of a sign-in attempt. */
export function outcomeKey(outcome: SignInOutcome) {
  return OUTCOME_KEYS[outcome]
}

const OUTCOME_KEYS = {
  signed_in: 'signed-in',
  code_asked: 'code-asked',
  wrong_password: 'wrong-password',
  wrong_code: 'wrong-code',
  not_confirmed: 'not-confirmed',
  refused: 'refused',
} as const satisfies Record<SignInOutcome, string>

export const SIGN_IN_OUTCOMES = Object.keys(OUTCOME_KEYS) as SignInOutcome[]

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** 'Firefox, Windows' from a user agent; null when neither is recognised. */
export function deviceName(userAgent: string | null): string | null {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const parts = [find(BROWSERS), find(SYSTEMS)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : null
}
