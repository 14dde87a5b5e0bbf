/**
 * Opens STREAMS (19,000) live streams of one process, from as many networks as a site's visitors, then changes a page
 * that all of them show, CHANGES (5) times, while a visitor requests pages. Prints a line of JSON with the resident memory
 * with and without streams, how long it takes until the last stream has heard of a change, and how long the visitor's
 * slowest page takes in that time and without a change. Each process needs as many open files as streams: see `ulimit -n`.
 */
import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { createTestDatabase } from '#tests/support/database.ts'
import { launchServer } from '#tests/support/server-process.ts'
import { fillWeighedSite } from '#tests/support/weighed-site.ts'
import { quantile } from './support/visitors.ts'

const STREAMS = Number(process.env.STREAMS ?? 19_000)
const CHANGES = Number(process.env.CHANGES ?? 5)
/** Streams that are opened at once, and of one network. */
const AT_ONCE = 50
const OF_NETWORK = 100
const EVENT = 'event: changed'

async function measure(): Promise<void> {
  await import('./support/templates.ts')
  const database = await createTestDatabase()
  const { league, match } = await fillWeighedSite(database)
  // A page that does not show the match: it stays cached.
  const other = league.replace('premier-league', 'serie-a')
  const { id } = await database.kysely
    .selectFrom('matches')
    .select('id')
    .where('slug', '=', match.split('/').at(-1) ?? '')
    .executeTakeFirstOrThrow()
  const server = await launchServer({
    DATABASE_URL: database.url ?? '',
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
  })
  const visitors = fork(fileURLToPath(import.meta.url), { execArgv: process.execArgv })
  const heard = () => new Promise<Heard>((resolve) => visitors.once('message', (it) => resolve(it as Heard)))
  try {
    for (const path of [match, other]) await timeOf(server.origin + path)
    const alone = await residentMb(server.pid)
    visitors.send({ origin: server.origin, page: match, streams: STREAMS })
    const { opened } = await heard()
    const quiet = await visitPages(server.origin, other, wait(5_000))
    const told: number[] = []
    const during: number[] = []
    for (let change = 0; change < CHANGES; change += 1) {
      visitors.send('expect')
      const all = heard()
      const from = performance.now()
      await sql`select pg_notify('overround_changes', ${`match:${id}`})`.execute(database.kysely)
      during.push(...(await visitPages(server.origin, other, all)))
      told.push(performance.now() - from)
      await wait(1_000)
    }
    print({
      streams: opened,
      resident_mb: { alone, with: await residentMb(server.pid) },
      told_ms: told.map(Math.round),
      page_ms: { quiet: summary(quiet), during: summary(during) },
    })
  } finally {
    visitors.kill()
    await server.end('SIGTERM')
    await database.close()
  }
}

interface Heard {
  opened: number
}

/** The milliseconds of each page that a visitor requests, one after another, until something has happened. */
async function visitPages(origin: string, path: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  until.then(() => {
    isOver = true
  })
  while (!isOver) {
    times.push(await timeOf(origin + path))
    await wait(5)
  }
  return times
}

async function timeOf(address: string): Promise<number> {
  const from = performance.now()
  const response = await fetch(address)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  return performance.now() - from
}

function summary(times: number[]) {
  return {
    median: Math.round(quantile(times, 0.5)),
    p99: Math.round(quantile(times, 0.99)),
    slowest: Math.round(Math.max(...times)),
    pages: times.length,
  }
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024)
}

/** The other process: reports when all streams are open, and whenever all have had an event. */
async function listenAsVisitors(): Promise<void> {
  const asked = await new Promise<{ origin: string; page: string; streams: number }>((resolve) => {
    process.once('message', (it) => resolve(it as never))
  })
  const { hostname, port } = new URL(asked.origin)
  let opened = 0
  let deaf = new Set<number>()
  const open = (at: number) =>
    new Promise<void>((resolve, reject) => {
      const network = Math.floor(at / OF_NETWORK)
      const socket = connect({ port: Number(port), host: hostname === 'localhost' ? '127.0.0.1' : hostname })
      socket.on('error', reject)
      socket.write(
        `GET /resources/live?page=${encodeURIComponent(asked.page)} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
          `Accept: text/event-stream\r\nX-Forwarded-For: 10.${network >> 8}.${network & 255}.1\r\n\r\n`,
      )
      let isOpen = false
      socket.setEncoding('latin1').on('data', (text: string) => {
        if (!isOpen && text.includes('retry:')) {
          isOpen = true
          opened += 1
          resolve()
        } else if (!isOpen) reject(new Error(text.slice(0, 200)))
        if (text.includes(EVENT) && deaf.delete(at) && deaf.size === 0) process.send?.({ opened })
      })
    })
  for (let at = 0; at < asked.streams; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, asked.streams - at) }, (_, n) => open(at + n))
    await Promise.all(some)
  }
  process.on('message', () => {
    deaf = new Set(Array.from({ length: opened }, (_, at) => at))
  })
  process.send?.({ opened })
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify({ bench: 'streams', ...line })}\n`)
}

if (process.send) await listenAsVisitors()
else await measure()
