import { formatDate, visitorZone } from '#app/platform/time.ts'
import { tell } from './notices.ts'
import type { Loaded } from './service-worker.ts'

/** Registers the service worker. If no worker controlled this page, sends it the URLs that the page has loaded. */
export async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  // A new worker takes control as soon as it is active, but this page was loaded without it.
  const wasControlled = serviceWorker.controller !== null
  await serviceWorker.register('/service-worker.js')
  const { active } = await serviceWorker.ready
  if (wasControlled) return
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage({ page: location.href, files } satisfies Loaded)
}

/** Whether a link can be followed without a connection. */
export async function hasCopy(href: string): Promise<boolean> {
  return 'caches' in window && (await caches.match(href)) !== undefined
}

/**
 * Shows the time of a copy's prices.
 * @param copied ISO 8601
 */
export function tellCopied(copied: string): void {
  const { lang } = document.documentElement
  tell('copied', formatDate(new Date(copied), 'dateTime', lang, visitorZone()))
}
