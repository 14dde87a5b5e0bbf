import type { Mailbox } from './mailbox.ts'
import type { SiteClient } from './site.ts'

export const PASSWORD = 'kettle-42'

let visitors = 0
/** The headers of a visitor with an address of its own, at a site that trusts one proxy. */
export function visitor(): Record<string, string> {
  visitors += 1
  return { 'x-forwarded-for': `203.0.${113 + Math.floor(visitors / 250)}.${1 + (visitors % 250)}` }
}

/** The cookies that a response sets and does not delete, as a browser sends them. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The message of a page about its form. */
export async function alertOf(response: Response): Promise<string | undefined> {
  return /role="(?:alert|status)"[^>]*>([^<]+)</.exec(await response.text())?.[1]
}

/** Signs in a new confirmed account; returns its session cookie. */
export async function join(site: SiteClient, mailbox: Mailbox, email: string, lang = 'en'): Promise<string> {
  const from = visitor()
  const fields = {
    username: email,
    email,
    password: PASSWORD,
    country: 'IT',
    phone: '06 1234',
    consent: 'on',
  }
  const cookie = cookieOf(await site.post(`/${lang}/register`, fields, from))
  const { pathname, search } = new URL((await mailbox.waitFor(email)).link)
  return cookieOf(await site.get(pathname + search, { ...from, cookie }))
}

export function signIn(
  site: SiteClient,
  email: string,
  password: string,
  more: Record<string, string> = {},
): Promise<Response> {
  return site.post('/en/login', { intent: 'sign-in', email, password, ...more }, visitor())
}
