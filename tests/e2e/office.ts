import type { Browser } from 'playwright-core'
import { signInAdministrator, takeOver } from '#tests/support/administrator.ts'
import { startServer } from '#tests/support/server.ts'
import type { ServerOptions } from '#tests/support/server-data.ts'
import { type SiteClient, siteAt } from '#tests/support/site.ts'
import { addCookies, openBrowser, type Visits, visitsOf } from './browser.ts'
import { openOwnSite } from './own-site.ts'

/** The number of lines of the server that a failure prints. */
const LAST_LINES = 12

/** A site whose administrator has signed in, and a browser that is his. */
export interface Office {
  browser: Browser
  site: SiteClient
  origin: string
  cookie: string
  /** A visit by the administrator. */
  visit: Visits
  close(): Promise<void>
}

/** An office in the process of the tests, where nothing runs in the background. */
export async function openOffice(options: Parameters<typeof openOwnSite>[0] = {}): Promise<Office> {
  const [browser, site] = await Promise.all([openBrowser(), openOwnSite(options)])
  const { cookie } = await signInAdministrator(site.database, site)
  return officeOf({ browser, site, cookie, close: site.close })
}

/** An office in a process of its own, which carries out runs and has a clock of its own; its first administrator's. */
export async function startOffice(options: ServerOptions): Promise<Office> {
  const [browser, server] = await Promise.all([openBrowser(), startServer(options)])
  const site = siteAt(server.origin)
  const { cookie } = await takeOver(server.output(), site)
  const lastLines = () => server.output().split('\n').slice(-LAST_LINES).join('\n')
  return officeOf({ browser, site, cookie, close: () => server.stop() }, lastLines)
}

function officeOf(
  {
    browser,
    site,
    cookie,
    close,
  }: Pick<Office, 'browser' | 'site' | 'cookie'> & { close: () => Promise<unknown> },
  lastLines?: () => string,
): Office {
  const { origin } = site
  const visit = visitsOf(browser, origin)
  return {
    browser,
    site,
    origin,
    cookie,
    visit: (visitOptions, run) =>
      visit(visitOptions, async (page) => {
        await addCookies(page, cookie, origin)
        try {
          await run(page)
        } catch (error) {
          if (lastLines) console.log(`   The last lines of the server:\n${lastLines()}`)
          throw error
        }
      }),
    close: async () => {
      await browser.close()
      await close()
    },
  }
}
