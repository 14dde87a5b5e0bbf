/**
 * Measures the processor time of the main thread for each page that is rendered from the database and compressed, with
 * the site of the page weight budgets. Other work on the machine affects the wall clock, but hardly the processor time.
 * For comparison, the same page from the cache. Prints a line of JSON for each page.
 */
import './support/templates.ts'
import { Agent, get } from 'node:http'
import { createTestDatabase } from '#tests/support/database.ts'
import { openSite } from '#tests/support/site.ts'
import { fillWeighedSite } from '#tests/support/weighed-site.ts'

const ROUNDS = 7
const PAGES_A_ROUND = 60
const WARM_UP = 150

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const database = await createTestDatabase()
const { league, match } = await fillWeighedSite(database)
const site = await openSite(database, { TRUST_PROXY: '1' })

/** The status of a complete response. */
function ask(url: string, host: string): Promise<number> {
  const headers = { 'accept-encoding': 'br', host, 'x-forwarded-for': host }
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
}

/**
 * Mean milliseconds of this thread's processor time for a page. Without APP_URL, each host has its own cached copies.
 */
async function processorTime(path: string, hostOf: () => string): Promise<number> {
  const before = process.threadCpuUsage()
  for (let made = 0; made < PAGES_A_ROUND; made += 1) {
    const host = hostOf()
    const status = await ask(site.origin + path, host)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000 / PAGES_A_ROUND
}

let asked = 0
try {
  for (const [page, path] of Object.entries({ home: '/en', league, match })) {
    const anew = () => `${asked++}.example`
    const again = () => 'bench.example'
    for (let made = 0; made < WARM_UP; made += PAGES_A_ROUND) await processorTime(path, anew)
    const rounds: { anew: number; cached: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ anew: await processorTime(path, anew), cached: await processorTime(path, again) })
    // The HTTP request and response cost the same in both.
    const best = Math.min(...rounds.map((it) => it.anew - it.cached))
    const median =
      rounds.map((it) => it.anew - it.cached).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
    process.stdout.write(
      `${JSON.stringify({
        name: 'page_made_anew',
        page,
        processor_ms: Number(median.toFixed(2)),
        best_ms: Number(best.toFixed(2)),
        rounds: ROUNDS,
      })}\n`,
    )
  }
} finally {
  agent.destroy()
  await site.close()
  await database.close()
}
