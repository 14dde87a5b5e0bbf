/**
 * Measures the resident memory of the embedded demonstration: VISITS pages a second (1) in four languages and an
 * import every two minutes, for MINUTES (20). Prints a line of JSON each minute with what holds the memory, and one
 * with the highest and the last value. SEED chooses the pages.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MEMORY } from '#scripts/memory-options.mjs'
import { startFeedServer } from '#tests/support/feed-server.ts'
import { freePort, launchServer } from '#tests/support/server-process.ts'
import { drawsOf } from './hostile/draws.ts'
import { importEmbedded, listAddresses, makeEvents } from './support/odds-site.ts'

const MINUTES = Number(process.env.MINUTES ?? 20)
const VISITS = Number(process.env.VISITS ?? 1)
const IMPORT_EVERY_MS = 120_000
const SIZE = { matches: 300, bookmakers: 12 }
const V8_PAGE = 262_144
const WORDS = ['milan', 'real', 'bayern', 'city', 'psg', 'ajax', 'river', 'lakers']

const draws = drawsOf(Number(process.env.SEED ?? 2026))
const dataDir = await mkdtemp(path.join(tmpdir(), 'overround-memory-'))
const feed = await startFeedServer()
const metrics = await freePort()
const server = await launchServer(
  {
    ...MEMORY.env,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    METRICS_PORT: String(metrics),
    ODDS_API_URL: feed.url('').replace(/\/$/, ''),
    ODDS_API_KEY: 'bench',
    ALLOW_PRIVATE_FEEDS: '1',
  },
  // As `npm start` does, which loads no TypeScript.
  { nodeOptions: MEMORY.options, until: 'The demonstration is loaded', hasQuickPasswords: false },
)
try {
  const addresses = await listAddresses(server.origin, 4_000)
  const end = Date.now() + MINUTES * 60_000
  const counts = { visits: 0, failed: 0, imports: 0 }
  const resident: number[] = []
  const visiting = repeat(end, 1_000 / VISITS, async () => {
    const address = draws.chance(0.05)
      ? `/resources/search?q=${draws.pick(WORDS)}&lang=en`
      : draws.pick(addresses)
    // As browsers do; without Brotli, a page would be stored twice.
    const response = await fetch(`${server.origin}${address}`, {
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    })
    await response.arrayBuffer()
    counts.visits += 1
    if (response.status >= 500) counts.failed += 1
  })
  const importing = repeat(end, IMPORT_EVERY_MS, async () => {
    feed.answer('/v4/sports/upcoming/odds', {
      kind: 'body',
      body: JSON.stringify(makeEvents(SIZE, counts.imports)),
    })
    await importEmbedded(dataDir, feed.url('/v4/sports/upcoming/odds'))
    counts.imports += 1
  })
  const measuring = repeat(end, 60_000, async () => {
    const now = await measure()
    resident.push(now.residentMb)
    print({ ...counts, ...now })
  })
  await Promise.all([visiting, importing, measuring])
  print({ ...counts, highest: Math.max(...resident), last: resident.at(-1) })
} finally {
  await server.end('SIGTERM')
  await feed.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** Calls `work` every `everyMs` until `end`, never twice at once. */
async function repeat(end: number, everyMs: number, work: () => Promise<void>): Promise<void> {
  while (Date.now() < end) {
    const next = Date.now() + everyMs
    await work().catch((error: unknown) => print({ error: String(error).slice(0, 500) }))
    await sleep(Math.max(0, next - Date.now()))
  }
}

async function measure() {
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  const gauge = (name: string) =>
    toMb(Number(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+]+)$`, 'm').exec(text)?.[1]))
  return {
    residentMb: gauge('process_resident_memory_bytes'),
    heapMb: gauge('nodejs_heap_size_used_bytes'),
    heapTotalMb: gauge('nodejs_heap_size_total_bytes'),
    externalMb: gauge('nodejs_external_memory_bytes'),
    pagesMb: gauge('overround_page_cache_bytes'),
    ...(await readMappings()),
  }
}

/** Resident memory by kind of mapping, in MB: files (Node and libraries), V8's pages of all threads, the largest others. */
async function readMappings() {
  const lines = (await readFile(`/proc/${server.pid}/smaps`, 'utf8').catch(() => '')).split('\n')
  let [files, pages, kind] = [0, 0, 'file']
  const others: number[] = []
  for (const line of lines) {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) /.exec(line) ?? []
    if (from && to) {
      const bytes = Number.parseInt(to, 16) - Number.parseInt(from, 16)
      kind = / \//.test(line) ? 'file' : bytes === V8_PAGE ? 'page' : 'other'
    }
    const kilobytes = Number(/^Rss:\s+(\d+)/.exec(line)?.[1] ?? 0)
    if (kind === 'file') files += kilobytes
    else if (kind === 'page') pages += kilobytes
    else if (kilobytes > 0) others.push(kilobytes)
  }
  const [largest, rest] = [others.sort((a, b) => b - a).slice(0, 6), others.slice(6)]
  return {
    filesMb: Math.round(files / 1_024),
    heapPagesMb: Math.round(pages / 1_024),
    largestMb: largest.map((it) => Math.round(it / 1_024)),
    restMb: Math.round(rest.reduce((sum, it) => sum + it, 0) / 1_024),
  }
}

function toMb(bytes: number): number {
  return Math.round(bytes / 1_048_576)
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify({ bench: 'memory', ...line })}\n`)
}
