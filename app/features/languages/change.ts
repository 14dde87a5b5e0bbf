import { STORED_LANGUAGE } from './rules.ts'
import { inLanguage } from './switch.ts'

/** Set in this tab once its language is no longer to be changed for the visitor. */
const SETTLED_KEY = 'language-settled'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const SAVE_LIMIT_MS = 2_000
/**
 * Remembers a chosen language in this browser and, for who is signed in, in the profile. False where one of them
 * failed; the page in the language is there all the same.
 */
export async function changeLanguage(code: string, signedIn: boolean): Promise<boolean> {
  const remembered = rememberLanguage(code)
  settleLanguage()
  return (signedIn ? await saveLanguage(code) : true) && remembered
}

/** In a cookie, so that the server can lead an address without a language to the choice. */
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
 * Moves a signed-in visitor who comes from outside to the language of his profile, once a tab and never after he chose
 * one (decisions 19). The page itself is the same for everybody, so the browser does it.
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

/** Whether the language of this tab was still open; from now on it is not. */
function settleLanguage(): boolean {
  try {
    const wasOpen = sessionStorage.getItem(SETTLED_KEY) === null
    sessionStorage.setItem(SETTLED_KEY, '1')
    return wasOpen
  } catch {
    return false
  }
}

/** Whether this document was opened from elsewhere, and not by a link of the site's own. */
function cameFromOutside(): boolean {
  const { referrer } = document
  return !URL.canParse(referrer) || new URL(referrer).origin !== location.origin
}
