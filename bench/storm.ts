/**
 * Changes every price of 1,000 matches with 40 bookmakers in one import while visitors read 200 URLs: 200 a second on
 * PostgreSQL (TEST_DATABASE_URL), 100 embedded. Prints a line of JSON: the response times in milliseconds for pages
 * with a cached copy and on a cold cache, and the duration of the import relative to one without visitors. MATCHES,
 * BOOKMAKERS, RATE and ADDRESSES set the size.
 */
import './support/templates.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { listAddresses, openOddsSite } from './support/odds-site.ts'
import { describeAnswers, sendVisitors } from './support/visitors.ts'

const size = {
  matches: Number(process.env.MATCHES ?? 1_000),
  bookmakers: Number(process.env.BOOKMAKERS ?? 40),
}
const ADDRESSES = Number(process.env.ADDRESSES ?? 200)
const AFTER_MS = 10_000

const site = await openOddsSite(size)
try {
  const rate = Number(process.env.RATE ?? (site.kind === 'embedded' ? 100 : 200))
  const addresses = await listAddresses(site.server.origin, ADDRESSES)
  const alone = Math.min(await site.changeAllPrices(), await site.changeAllPrices())

  const cold = sendVisitors(site.server.origin, addresses, rate)
  await sleep(AFTER_MS)
  await cold.stop()
  for (const path of addresses) await (await fetch(site.server.origin + path)).arrayBuffer()

  const warm = sendVisitors(site.server.origin, addresses, rate)
  const during = await site.changeAllPrices()
  const endedAt = Date.now()
  await sleep(AFTER_MS)
  await warm.stop()
  const report = {
    bench: 'storm',
    database: site.kind,
    ...size,
    rate,
    addresses: addresses.length,
    importAlone: alone,
    importDuring: during,
    slower: Number((during / alone).toFixed(2)),
    during: describeAnswers(warm.answers.filter(({ at }) => at <= endedAt)),
    after: describeAnswers(warm.answers.filter(({ at }) => at > endedAt)),
    cold: describeAnswers(cold.answers),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
} finally {
  await site.close()
}
