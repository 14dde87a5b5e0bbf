import { plainPage } from './plain-page.server.tsx'

const RETRY_SECONDS = 5

/**
 * The page for a visitor whose page cannot be rendered because the queue is full, in the language of its address; it
 * reloads automatically.
 */
export function busyPage(path: string): string {
  const language = path.slice(1, 3).toLowerCase()
  return plainPage({ language, title: 'busy', hint: 'busy-hint', reloadAfter: RETRY_SECONDS })
}
