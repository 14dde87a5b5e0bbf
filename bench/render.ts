/**
 * Measures the processor time of the main thread for each page that is rendered from the database and compressed, with
 * the site of the page weight budgets, with and without a change of one of its matches before each page. Other work on the
 * machine affects the wall clock, and the processor time less. For comparison, the same page from the cache. Prints a line
 * of JSON for each page.
 */
import './support/templates.ts'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
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

/** Tells the site that these things have changed, and gives it time to hear it. */
async function tell(tags: readonly string[]): Promise<void> {
  await sql`select pg_notify('overround_changes', ${tags.join('\n')})`.execute(database.kysely)
  await wait(5)
}

/**
 * Mean milliseconds of this thread's processor time for a page. Without APP_URL, each host has its own cached copies.
 * @param changed the tags of what changes before each page
 */
async function processorTime(
  path: string,
  hostOf: () => string,
  changed?: readonly string[],
): Promise<number> {
  const before = process.threadCpuUsage()
  for (let made = 0; made < PAGES_A_ROUND; made += 1) {
    if (changed !== undefined) await tell(changed)
    const host = hostOf()
    const status = await ask(site.origin + path, host)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000 / PAGES_A_ROUND
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

let asked = 0
try {
  const { id, country_id } = await database.kysely
    .selectFrom('matches')
    .select(['id', 'country_id'])
    .where('slug', '=', match.split('/').at(-1) ?? '')
    .executeTakeFirstOrThrow()
  // What the database tells when the best price of a match changes (db/migrations/0202_prices_change_no_lists.sql).
  const price = [`match:${id}`, `best-prices:${country_id}`]
  for (const [page, path] of Object.entries({ home: '/en', league, match })) {
    const anew = () => `${asked++}.example`
    const again = () => 'bench.example'
    for (let made = 0; made < WARM_UP; made += PAGES_A_ROUND) await processorTime(path, anew)
    const rounds: { unchanged: number; changed: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      // The HTTP request, the notification and the pause cost the same in both.
      const unchanged = (await processorTime(path, anew)) - (await processorTime(path, again))
      const changed =
        (await processorTime(path, anew, price)) - (await processorTime(path, again, ['nothing']))
      rounds.push({ unchanged, changed })
    }
    const best = Math.min(...rounds.map(({ unchanged }) => unchanged))
    process.stdout.write(
      `${JSON.stringify({
        name: 'page_made_anew',
        page,
        processor_ms: Number(median(rounds.map(({ unchanged }) => unchanged)).toFixed(2)),
        best_ms: Number(best.toFixed(2)),
        after_a_change_ms: Number(median(rounds.map(({ changed }) => changed)).toFixed(2)),
        rounds: ROUNDS,
      })}\n`,
    )
  }
} finally {
  agent.destroy()
  await site.close()
  await database.close()
}
