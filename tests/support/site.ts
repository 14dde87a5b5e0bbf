import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { FrontServer } from '#app/platform/http/front-server.server.ts'
import { createLog } from '#app/platform/log.ts'
import type { App, AppServices } from '#server/load-app.ts'

export interface TestSite {
  origin: string
  /** A request as a browser's address bar makes it; redirects are not followed. */
  get(target: string, headers?: Record<string, string>): Promise<Response>
  /** A form as the site's own page sends it; `headers` may say otherwise. */
  post(target: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

/** The built site on a test's own database, over real HTTP. */
export async function openSite(database: Database, environment: NodeJS.ProcessEnv = {}): Promise<TestSite> {
  const built = pathToFileURL(path.resolve('build/server/index.js')).href
  const { createApp } = (await import(built)) as {
    createApp(services: AppServices, mode: 'production'): Promise<App>
  }
  const app = await createApp(
    { database, env: parseEnv(environment), log: createLog('silent') },
    'production',
  )
  const server = new FrontServer({ ...app, keepAliveTimeoutMs: 5_000 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    get: (target, headers = {}) => fetch(origin + target, { redirect: 'manual', headers }),
    post: (target, fields, headers = {}) =>
      fetch(origin + target, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin, 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(fields),
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
    },
  }
}
