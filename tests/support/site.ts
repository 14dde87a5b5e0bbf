import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { FrontServer } from '#app/platform/http/front-server.server.ts'
import { createLog, type Logger } from '#app/platform/log.ts'
import type { App, AppServices } from '#server/load-app.ts'
import './quick-passwords.ts'

/** A site at a URL. */
export interface SiteClient {
  origin: string
  /** A request like that of a browser's address bar; does not follow redirects. */
  get(target: string, headers?: Record<string, string>): Promise<Response>
  /** A form post like that of the site's own page; `headers` override its headers. */
  post(target: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
}

export interface TestSite extends SiteClient {
  /** What a process does first when it is told to stop. */
  beginStop(): void
  close(): Promise<void>
}

interface SiteMore extends Pick<AppServices, 'readiness'> {
  openReplica?: (primary: Database) => Promise<Database>
}

/** The built site on a test's own database, over real HTTP. */
export async function openSite(
  database: Database,
  environment: NodeJS.ProcessEnv = {},
  log: Logger = createLog('silent'),
  { openReplica, readiness }: SiteMore = {},
): Promise<TestSite> {
  const built = pathToFileURL(path.resolve('build/server/index.js')).href
  const { createApp } = (await import(built)) as {
    createApp(services: AppServices, mode: 'production'): Promise<App>
  }
  const { heard, caughtUp } = followChanges(database)
  const replica = await openReplica?.(heard)
  const services = {
    database: heard,
    env: parseEnv(environment),
    log,
    ...(replica && { replica }),
    ...(readiness && { readiness }),
  }
  const app = await createApp(services, 'production')
  // Longer than any test: a busy process closes an idle connection at the moment at which the test uses it.
  const server = new FrontServer({ ...app, keepAliveTimeoutMs: 600_000 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const client = siteAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    ...client,
    get: async (target, headers) => {
      await caughtUp()
      return client.get(target, headers)
    },
    beginStop: () => app.endStreams(),
    async close() {
      app.endStreams()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
      await replica?.close()
    },
  }
}

const CHANGES = 'overround_changes'
/** A notification is sent again while the site does not hear it: its connection may have been a new one. */
const AGAIN_MS = 1_000
/** Without a database, there is nothing to wait for. */
const MAX_ASKING_MS = 5_000
const MAX_WAIT_MS = 30_000

/**
 * The site's database, and a function that waits until the site has received every earlier change. On PostgreSQL this
 * takes a moment, so a page requested at once might still be outdated.
 */
function followChanges(database: Database): { heard: Database; caughtUp: () => Promise<void> } {
  if (database.kind === 'embedded') return { heard: database, caughtUp: async () => {} }
  const waiting = new Map<string, () => void>()
  const listen: Database['listen'] = (channel, onMessage, onGap) =>
    database.listen(
      channel,
      (payload) => {
        onMessage(payload)
        waiting.get(payload)?.()
      },
      onGap,
    )
  return {
    heard: { ...database, listen },
    async caughtUp() {
      const mark = `test:${randomUUID()}`
      const heard = new Promise<true>((resolve) => waiting.set(mark, () => resolve(true)))
      const tell = () =>
        sql`select pg_notify(${CHANGES}, ${mark})`.execute(database.kysely).then(
          () => true,
          () => false,
        )
      const started = performance.now()
      while (performance.now() - started < MAX_WAIT_MS) {
        if (!(await Promise.race([tell(), after(MAX_ASKING_MS)]))) break
        if (await Promise.race([heard, after(AGAIN_MS)])) break
      }
      waiting.delete(mark)
    },
  }
}

function after(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, ms, false).unref())
}

export function siteAt(origin: string): SiteClient {
  return {
    origin,
    // In the coding of the cache, as browsers accept it: for another, the site packs each page again.
    get: (target, headers = {}) =>
      fetch(origin + target, { redirect: 'manual', headers: { 'accept-encoding': 'br', ...headers } }),
    post: (target, fields, headers = {}) =>
      fetch(origin + target, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin, 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(fields),
      }),
  }
}
