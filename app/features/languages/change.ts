import { STORED_LANGUAGE } from './choose-language.ts'
import { inLanguage } from './switch.ts'

/** Set in this tab once its language must no longer change automatically. */
const SETTLED_KEY = 'language-settled'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const SAVE_LIMIT_MS = 2_000
/**
 * Stores a chosen language in this browser and, for a signed-in visitor, in the profile. False if one of them failed;
 * the page still opens in the language.
 */
export async function changeLanguage(code: string, signedIn: boolean): Promise<boolean> {
  const remembered = rememberLanguage(code)
  settleLanguage()
  return (signedIn ? await saveLanguage(code) : true) && remembered
}

/** In a cookie, so the server can redirect a URL without a language. */
function rememberLanguage(code: string): boolean {
  try {
    const secure = location.protocol === 'https:' ? '; secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `${STORED_LANGUAGE}=${code}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
    return document.cookie.includes(`${STORED_LANGUAGE}=${code}`)
  } catch {
    return false
  }
}

async function saveLanguage(code: string): Promise<boolean> {
  try {
    const body = new URLSearchParams({ language: code })
    const signal = AbortSignal.timeout(SAVE_LIMIT_MS)
    return (await fetch('/resources/language', { method: 'POST', body, signal, keepalive: true })).ok
  } catch {
    return false
  }
}

/**
 * Moves a signed-in visitor who comes from outside to the profile's language, once per tab and never after a manual
 * choice. The browser does it because the page is the same for all visitors.
 */
export function moveToProfileLanguage(
  wanted: string | null,
  current: string,
  languages: readonly { code: string }[],
): void {
  if (!settleLanguage() || wanted === null || wanted === current || !cameFromOutside()) return
  if (!languages.some(({ code }) => code === wanted)) return
  const { pathname, search, hash } = location
  location.replace(inLanguage(pathname, search, wanted) + hash)
}

/** Whether the language of this tab could still change; from now on it cannot. */
function settleLanguage(): boolean {
  try {
    const wasOpen = sessionStorage.getItem(SETTLED_KEY) === null
    sessionStorage.setItem(SETTLED_KEY, '1')
    return wasOpen
  } catch {
    return false
  }
}

/** Whether this document was opened from elsewhere, not by a link of the site. */
function cameFromOutside(): boolean {
  const { referrer } = document
  return !URL.canParse(referrer) || new URL(referrer).origin !== location.origin
}
