import type { PriceFormat } from './prices.ts'
import { FORMAT_PARAMETER, readFormat } from './shown-price.ts'

/**
 * Which price format a visitor has chosen. Pages are the same for everybody, with prices in one format
 * (`<html data-format>`); the browser rewrites them before the first paint (docs/decisions/0031-price-formats.md).
 */

const KEY = FORMAT_PARAMETER
/** Set in this tab once its format must no longer change by itself. */
const SETTLED = 'price-format-settled'
const SAVE_LIMIT_MS = 2_000

/**
 * The text of a script for the head. It marks a document in which prices have to be rewritten, so that none is painted
 * before, and fetches what rewrites them (islands/odds.ts). An address that asks for a format has its own.
 */
export const MARK_WANTED_FORMAT =
  'try{let h=document,d=h.documentElement.dataset,f=localStorage.odds;' +
  'if(f&&f!=d.format&&!/[?&]odds=/.test(location.search)){d.wanted=f;' +
  'h.head.append(Object.assign(h.createElement(`script`),{type:`module`,blocking:`render`,src:d.formats}))}}catch{}'

/** The format in which this visitor wants the prices of this page. */
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

/** False where the browser keeps nothing. */
function storeFormat(format: PriceFormat): boolean {
  try {
    localStorage.setItem(KEY, format)
    return true
  } catch {
    return false
  }
}

/** Whether the format of this tab could still change by itself; from now on it cannot. */
function settle(): boolean {
  try {
    const wasOpen = sessionStorage.getItem(SETTLED) === null
    sessionStorage.setItem(SETTLED, '1')
    return wasOpen
  } catch {
    return false
  }
}

/** Keeps a choice in this browser and, for a member, in the profile. False where it names none, or the browser keeps nothing. */
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
  // The browser has the choice; the profile gets the next one.
  await fetch('/resources/price-format', { method: 'POST', body, signal, keepalive: true }).catch(() => {})
}

/** Takes over the format of a member's profile, once in a tab and never after a choice. Whether it did. */
export function takeProfileFormat(saved: string | null): boolean {
  const format = readFormat(saved)
  return settle() && format !== null && format !== storedFormat() && storeFormat(format)
}
