import type { Browser, Page } from 'playwright-core'
import { takeOver } from '#tests/support/administrator.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import type { ServerOptions } from '#tests/support/server-data.ts'
import { type SiteClient, siteAt } from '#tests/support/site.ts'
import { addCookies, openBrowser, type VisitOptions, visit } from './browser.ts'

/** The number of lines of the server that a failure prints. */
const LAST_LINES = 12

/** A site whose first administrator has signed in, and a browser that is his. */
export interface Office {
  browser: Browser
  server: RunningServer
  site: SiteClient
  origin: string
  cookie: string
  /** A visit by the administrator. */
  visit(options: VisitOptions, run: (page: Page) => Promise<void>): Promise<void>
  close(): Promise<void>
}

export async function openOffice(options: ServerOptions): Promise<Office> {
  const [browser, server] = await Promise.all([openBrowser(), startServer(options)])
  const { origin } = server
  const site = siteAt(origin)
  const { cookie } = await takeOver(server.output(), site)
  return {
    browser,
    server,
    site,
    origin,
    cookie,
    visit: (visitOptions, run) =>
      visit(browser, visitOptions, async (page) => {
        await addCookies(page, cookie, origin)
        try {
          await run(page)
        } catch (error) {
          console.log(
            `   The last lines of the server:\n${server.output().split('\n').slice(-LAST_LINES).join('\n')}`,
          )
          throw error
        }
      }),
    close: async () => {
      await browser.close()
      await server.stop()
    },
  }
}
