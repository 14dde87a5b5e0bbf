/**
 * Pages per second that one process renders anew, from the database to the compressed answer, with demonstration content
 * in the embedded database; beside them the same page from the cache, asked for in the same way. A line of JSON a page.
 */
import './support/templates.ts'
import { startServer } from '#tests/support/server.ts'

const ROUNDS = 5
const ROUND_MS = 2_000
const CONNECTIONS = 4

const PAGES = [
  { name: 'home', path: '/en', parameter: 'sport' },
  { name: 'league', path: '/en/soccer/england/premier-league', parameter: 'sort' },
  { name: 'match', path: '', parameter: 'sort' },
]

/** Answers per second while connections ask one after another. */
async function answersPerSecond(nextTarget: () => string): Promise<number> {
  const startedAt = performance.now()
  let answers = 0
  const ask = async () => {
    while (performance.now() - startedAt < ROUND_MS) {
      const response = await fetch(nextTarget(), { headers: { 'accept-encoding': 'br' } })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  return (answers / (performance.now() - startedAt)) * 1_000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const server = await startServer({ content: 'demonstration' })
try {
  const league = await (await fetch(`${server.origin}${PAGES[1]?.path}`)).text()
  const match = /href="(\/en\/soccer\/england\/premier-league\/[^"]+)"/.exec(league)?.[1] ?? ''
  let asked = 0
  for (const { name, path, parameter } of PAGES) {
    const page = server.origin + (path || match)
    // A value that no page knows shows the page as it is, under a key of the cache of its own.
    const anew = () => `${page}?${parameter}=bench-${asked++}`
    await answersPerSecond(anew)
    const rounds: { anew: number; cached: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ anew: await answersPerSecond(anew), cached: await answersPerSecond(() => page) })
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
  await server.stop()
}
