/**
 * Measures the pages per second that one process renders, from the database to the compressed response, with
 * demonstration content in the embedded database, and the rate of the same page from the cache. Prints a line of JSON
 * for each page.
 */
import './support/templates.ts'
import { Agent, get } from 'node:http'
import { startServer } from '#tests/support/server.ts'

const ROUNDS = 5
const ROUND_MS = 2_000
const CONNECTIONS = 4

const PAGES = [
  { name: 'home', path: '/en' },
  { name: 'league', path: '/en/soccer/england/premier-league' },
  { name: 'match', path: '' },
]

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/**
 * The status of a complete response. Without APP_URL each host has its own cached pages, so a new host causes a render.
 */
function ask(url: string, host: string): Promise<number> {
  const headers = { 'accept-encoding': 'br', host, 'x-forwarded-for': host }
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
}

/** Responses per second while each connection sends one request after another. */
async function answersPerSecond(url: string, nextHost: () => string): Promise<number> {
  const startedAt = performance.now()
  let answers = 0
  const keepAsking = async () => {
    while (performance.now() - startedAt < ROUND_MS) {
      const status = await ask(url, nextHost())
      if (status !== 200) throw new Error(`${url} answered ${status}`)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, keepAsking))
  return (answers / (performance.now() - startedAt)) * 1_000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const server = await startServer({ content: 'demonstration', env: { TRUST_PROXY: '1' } })
try {
  const league = await (await fetch(`${server.origin}${PAGES[1]?.path}`)).text()
  const match = /href="(\/en\/soccer\/england\/premier-league\/[^"]+)"/.exec(league)?.[1] ?? ''
  let asked = 0
  for (const { name, path } of PAGES) {
    const page = server.origin + (path || match)
    const anew = () => `${asked++}.example`
    const again = () => 'bench.example'
    await answersPerSecond(page, anew)
    const rounds: { anew: number; cached: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ anew: await answersPerSecond(page, anew), cached: await answersPerSecond(page, again) })
    }
    const result = {
      name: 'page_rendered_anew',
      page: name,
      per_s: Number(median(rounds.map((it) => it.anew)).toFixed(1)),
      share_of_cached: Number(median(rounds.map((it) => it.anew / it.cached)).toFixed(3)),
      rounds: ROUNDS,
      connections: CONNECTIONS,
    }
    process.stdout.write(`${JSON.stringify(result)}\n`)
  }
} finally {
  agent.destroy()
  await server.stop()
}
