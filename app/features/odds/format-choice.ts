import type { PriceFormat } from './prices.ts'
import { FORMAT_PARAMETER, readFormat } from './shown-price.ts'

/**
 * A visitor's price format. Pages are the same for all visitors, with prices in one format (`<html data-format>`); the
 * browser rewrites the prices before the first paint (docs/decisions/0031-price-formats.md).
 */

const KEY = FORMAT_PARAMETER
/** Set in this tab once its format must no longer change automatically. */
const SETTLED = 'price-format-settled'
const SAVE_LIMIT_MS = 2_000

/**
 * The text of a script for the head. It marks a document whose prices must be rewritten, so that none is painted before,
 * and loads the script that rewrites them (islands/odds.ts). A format in the URL takes precedence.
 */
export const MARK_WANTED_FORMAT =
  'try{let h=document,d=h.documentElement.dataset,f=localStorage.odds;' +
  'if(f&&f!=d.format&&!/[?&]odds=/.test(location.search)){d.wanted=f;' +
  'h.head.append(Object.assign(h.createElement(`script`),{type:`module`,blocking:`render`,src:d.formats}))}}catch{}'

/** The visitor's price format on this page. */
export function wantedFormat(): PriceFormat {
  const shown = readFormat(document.documentElement.dataset.format) ?? 'decimal'
  const asked = readFormat(new URLSearchParams(location.search).get(FORMAT_PARAMETER))
  return asked ?? storedFormat() ?? shown
}

function storedFormat(): PriceFormat | null {
  try {
    return readFormat(localStorage.getItem(KEY))
  } catch {
    return null
  }
}

/** False if the browser does not store it. */
function storeFormat(format: PriceFormat): boolean {
  try {
    localStorage.setItem(KEY, format)
    return true
  } catch {
    return false
  }
}

/** Whether the format of this tab could still change automatically; from now on it cannot. */
function settle(): boolean {
  try {
    const wasOpen = sessionStorage.getItem(SETTLED) === null
    sessionStorage.setItem(SETTLED, '1')
    return wasOpen
  } catch {
    return false
  }
}

/** Stores a choice in this browser and, for a member, in the profile. False if the format is unknown or storing failed. */
export function chooseFormat(chosen: string | null, mayBeSignedIn: boolean): boolean {
  const format = readFormat(chosen)
  if (!format) return false
  settle()
  if (mayBeSignedIn) void saveFormat(format)
  return storeFormat(format)
}

async function saveFormat(format: PriceFormat): Promise<void> {
  const body = new URLSearchParams({ format })
  const signal = AbortSignal.timeout(SAVE_LIMIT_MS)
  // The choice is stored in the browser; the next choice is sent to the profile again.
  await fetch('/resources/price-format', { method: 'POST', body, signal, keepalive: true }).catch(() => {})
}

/** Applies the format of a member's profile, once per tab and never after a choice. @returns whether it was applied */
export function takeProfileFormat(saved: string | null): boolean {
  const format = readFormat(saved)
  return settle() && format !== null && format !== storedFormat() && storeFormat(format)
}
