import type { RequestListener } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database } from '#app/platform/db/connection.server.ts'
import { ROOT } from '#app/platform/files/root.ts'
import type { PageCache } from '#app/platform/http/page-cache.server.ts'
import type { ResponseLookup } from '#app/platform/http/response-lookup.server.ts'
import type { Services } from '#app/platform/services.ts'

/** Why a process whose database responds is not ready; null while nothing is missing. */
export interface Readiness {
  problem: string | null
}

export interface AppServices extends Omit<Services, 'memo' | 'jobs'> {
  readiness?: Readiness
  /** What public pages read, if it is not the database itself. */
  replica?: Database
}

/** The state of a serving process, for its metrics. */
export interface AppStatistics {
  pageCache: Pick<PageCache, 'counters' | 'size' | 'renderQueue' | 'waiting'>
}

/** The exports of the built server/app.ts for the serving process. */
export interface App {
  listener: RequestListener
  lookup: ResponseLookup
  /** The lower-case name of the header that names a visitor's country; undefined if there is none to trust. */
  countryHeader: string | undefined
  statistics(): AppStatistics
  /** Ends event streams; called before the server waits for running requests. */
  endStreams(): void
  close(): Promise<void>
}

interface AppModule {
  createApp(services: AppServices, mode: 'development' | 'production'): Promise<App>
}

/** Loads the built site, or in development the sources through Vite with hot reload. */
export async function loadApp(options: { dev: boolean; services: AppServices }): Promise<App> {
  return options.dev ? loadFromSources(options.services) : loadBuilt(options.services)
}

async function loadBuilt(services: AppServices): Promise<App> {
  // React reads it when it is loaded to choose between its development and production builds. The site's own mode was
  // read before.
  process.env.NODE_ENV = 'production'
  const file = pathToFileURL(path.join(ROOT, 'build/server/index.js')).href
  const { createApp } = (await import(file)) as AppModule
  return createApp(services, 'production')
}

async function loadFromSources(services: AppServices): Promise<App> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root: ROOT, server: { middlewareMode: true }, appType: 'custom' })
  const load = async () => (await vite.ssrLoadModule('./server/app.ts')) as AppModule
  let { createApp } = await load()
  let app = await createApp(services, 'development')
  return {
    listener: (request, response) => {
      vite.middlewares(request, response, async () => {
        try {
          const current = await load()
          if (current.createApp !== createApp) {
            createApp = current.createApp
            await app.close()
            app = await createApp(services, 'development')
          }
          app.listener(request, response)
        } catch (error) {
          if (error instanceof Error) vite.ssrFixStacktrace(error)
          services.log.error({ err: error })
          response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
          response.end(error instanceof Error ? error.stack : String(error))
        }
      })
    },
    lookup: () => undefined,
    countryHeader: undefined,
    statistics: () => app.statistics(),
    endStreams: () => app.endStreams(),
    close: async () => {
      await app.close()
      await vite.close()
    },
  }
}
