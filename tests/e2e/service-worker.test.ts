import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refreshHeadlines } from '#app/features/odds/best-prices.server.ts'
import { PASSWORD } from '#tests/support/accounts.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openBrowser, settled, visit } from './browser.ts'
import { openSiteWithMail } from './own-site.ts'

/** Robots are not counted, and a browser without a window says that it is one. */
const PERSON = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  serviceWorkers: 'allow' as const,
}
const MATCH = '/en/soccer/italy/serie-a/one-vs-two'
const PRELOAD = 'service-worker-navigation-preload'

/** What workers of earlier releases did with navigations: they had all of them sent ahead, and answered the site's pages only. */
const EARLIER = `
addEventListener('install', (event) => event.waitUntil(skipWaiting()))
addEventListener('activate', (event) =>
  event.waitUntil(registration.navigationPreload.enable().then(() => clients.claim())))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && new URL(event.request.url).pathname === '${MATCH}')
    event.respondWith(event.preloadResponse.then((response) => response ?? fetch(event.request)))
})`

let browser: Browser
/** Offers the match at this price of the home side. */
let offer: (home: number) => Promise<void>
let site: Awaited<ReturnType<typeof openSiteWithMail>>
let front: Awaited<ReturnType<typeof openFront>>

beforeAll(async () => {
  site = await openSiteWithMail(async ({ kysely }) => {
    const { leagueId } = await createPlace(kysely, { league: 'Serie A' })
    const match = await createMatch(kysely, { league_id: leagueId, slug: 'one-vs-two' })
    const bookmaker = await createBookmaker(kysely, { name: 'Alfa' })
    offer = async (home) => {
      await offerPrices(kysely, match, {
        [bookmaker]: [quoteOf(marketOf({ type: 'match_result' }), [home, 3.4, 3.2])],
      })
      await refreshHeadlines(kysely, [match])
    }
    await kysely
      .insertInto('affiliate_buttons')
      .values({
        ...{ provider: 'Alfa', button_text: 'Bet', bookmaker_id: bookmaker, button_link: '/en/tools' },
      })
      .execute()
    await offer(2.5)
  })
  front = await openFront(site.origin)
  browser = await openBrowser()
})
beforeEach(async () => {
  front.reset()
  await site.database.kysely.deleteFrom('clicks').execute()
})
afterAll(async () => {
  await browser.close()
  await front.close()
  await site.close()
})

/** Counts what a browser sends to the site: of a request of a worker, the page does not know. */
async function openFront(origin: string) {
  const asked: { path: string; isAhead: boolean }[] = []
  const front: { worker: string | undefined } = { worker: undefined }
  const { hostname, port } = new URL(origin)
  const server = createServer((incoming, outgoing) => {
    const { url: path = '', method, headers } = incoming
    asked.push({ path, isAhead: headers[PRELOAD] !== undefined })
    if (path === '/service-worker.js' && front.worker !== undefined) {
      outgoing.writeHead(200, { 'Content-Type': 'text/javascript' }).end(front.worker)
      return
    }
    const forwarded = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return Object.assign(front, {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Whether each request of an address so far was sent ahead of its navigation. */
    askedFor: (path: string) => asked.filter((it) => it.path === path).map(({ isAhead }) => isAhead),
    reset: () => {
      front.worker = undefined
      asked.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** Opens the page of a match, until its service worker handles navigations. */
async function openControlled(page: Page): Promise<void> {
  await page.goto(front.origin + MATCH)
  await settled(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** Clicks the button of the bookmaker; returns its address. */
async function click(page: Page): Promise<string> {
  const way = page.locator('#compare tbody .way')
  const opened = page.waitForEvent('popup')
  await way.click()
  const out = await opened
  await out.waitForURL(`${front.origin}/en/tools`)
  await out.close()
  return (await way.getAttribute('href')) ?? ''
}

/** Signs up on a page that a worker controls; returns the address in the mail. */
async function signUp(page: Page, name: string): Promise<string> {
  const email = `${name}@example.org`
  const fields = { username: name, email, password: PASSWORD, country: 'IT', phone: '06 1234', consent: 'on' }
  await page.evaluate(
    async (fields) =>
      void (await fetch('/en/register', { method: 'POST', body: new URLSearchParams(fields) })),
    fields,
  )
  const { pathname, search } = new URL((await site.mailbox.waitFor(email)).link)
  return pathname + search
}

const clicks = async () => (await site.database.kysely.selectFrom('clicks').select('id').execute()).length
const WELCOME = 'Your email address is confirmed, and you are signed in.'

describe('with an active service worker', () => {
  it('a click on a bookmaker is one request, and is stored once', () =>
    visit(browser, PERSON, async (page) => {
      await openControlled(page)
      for (const times of [1, 2]) {
        const href = await click(page)
        await expect.poll(clicks).toBe(times)
        expect(front.askedFor(href)).toEqual(Array(times).fill(false))
      }
      expect(await clicks()).toBe(2)
    }))

  it('a page is the one that the server has now, also soon after it was opened', () =>
    visit(browser, PERSON, async (page) => {
      await openControlled(page)
      await page.goto(front.origin + MATCH)
      for (const home of [2.71, 2.82]) {
        await offer(home)
        const stored = async () => (await fetch(front.origin + MATCH)).text()
        await expect.poll(stored).toContain(String(home))
        const response = await page.goto(front.origin + MATCH)
        expect(await response?.text()).toContain(String(home))
      }
    }))

  it('a link of a mail, the sign-in and the back office are requested once', () =>
    visit(browser, PERSON, async (page) => {
      await openControlled(page)
      const link = await signUp(page, 'zoe')
      await page.goto(front.origin + link)
      await page.getByText(WELCOME).waitFor()
      expect(front.askedFor(link)).toEqual([false])
      front.reset()
      for (const path of ['/en/reset-password', '/admin', '/en/profile', MATCH]) {
        await page.goto(front.origin + path)
        expect(front.askedFor(path), path).toEqual([false])
      }
    }))
})

describe('with a service worker of an earlier release, which has every navigation sent twice', () => {
  it('a click is stored once, a link of a mail is followed, and the next worker ends it', () =>
    visit(browser, PERSON, async (page) => {
      front.worker = EARLIER
      await openControlled(page)
      const href = await click(page)
      await expect.poll(clicks).toBe(1)
      expect(front.askedFor(href).sort()).toEqual([false, true])
      const link = await signUp(page, 'ada')
      await page.goto(front.origin + link)
      await page.getByText(WELCOME).waitFor()
      expect(front.askedFor(link).sort()).toEqual([false, true])
      // A third click would be stored after a second one that came late.
      await page.goto(front.origin + MATCH)
      await settled(page)
      await click(page)
      await expect.poll(clicks).toBe(2)

      front.reset()
      await page.reload()
      await settled(page)
      const isPreloading = () =>
        page.evaluate(
          async () =>
            (await (await navigator.serviceWorker.ready).navigationPreload.getState()).enabled ?? false,
        )
      await expect.poll(isPreloading, { timeout: 60_000 }).toBe(false)
      await page.goto(`${front.origin}/en/reset-password`)
      expect(front.askedFor('/en/reset-password')).toEqual([false])
    }))
})
