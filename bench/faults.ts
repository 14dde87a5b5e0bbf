/**
 * Measures a site under load during faults, on PostgreSQL (TEST_DATABASE_URL) and embedded: all connections terminated
 * ten times, the database unavailable for OUTAGE seconds (60), a worker killed, the site killed and restarted at once,
 * and a full disk. Prints a line of JSON for each: the visitors' responses, and the milliseconds until recovery.
 * Arguments select faults by name.
 */
import './support/templates.ts'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabaseLine } from '#tests/support/database-line.ts'
import { launchServer } from '#tests/support/server-process.ts'
import { listAddresses, type OddsSite, openOddsSite } from './support/odds-site.ts'
import { describeAnswers, sendVisitors } from './support/visitors.ts'

const OUTAGE_MS = Number(process.env.OUTAGE ?? 60) * 1_000
const SIZE = { matches: 200, bookmakers: 8 }
const RATE = 50
const ADDRESSES = 60
const HEAL_LIMIT_MS = 30_000

const faults: Record<string, { on: OddsSite['kind']; measure(): Promise<Record<string, unknown>> }> = {
  'terminated connections': { on: 'postgres', measure: terminateConnections },
  'no database': { on: 'postgres', measure: cutDatabase },
  'killed worker': { on: 'postgres', measure: killWorker },
  'killed site': { on: 'embedded', measure: killSite },
  'full disk': { on: 'embedded', measure: fillDisk },
}

/** Milliseconds until every address returns a current page. */
async function healed(origin: string, addresses: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  for (const address of addresses) {
    for (;;) {
      const response = await fetch(origin + address).catch(() => undefined)
      await response?.arrayBuffer()
      if (response?.status === 200 && !response.headers.has('x-overround-stale')) break
      if (performance.now() - startedAt > HEAL_LIMIT_MS) throw new Error(`${address} did not heal`)
      await sleep(20)
    }
  }
  return Math.round(performance.now() - startedAt)
}

async function withDatabase<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

async function terminateConnections() {
  const site = await openOddsSite(SIZE)
  try {
    const addresses = await listAddresses(site.server.origin, ADDRESSES)
    await healed(site.server.origin, addresses)
    const visitors = sendVisitors(site.server.origin, addresses, RATE)
    const url = site.url ?? ''
    for (let round = 0; round < 10; round += 1) {
      await sleep(500)
      await withDatabase(url, async (client) => {
        // Pages must be rendered at that moment.
        await client.query(`select pg_notify('overround_changes', '*')`)
        await sleep(20)
        await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
      })
    }
    const healedAfter = await healed(site.server.origin, addresses)
    await visitors.stop()
    return { rounds: 10, ...describeAnswers(visitors.answers), healedAfter }
  } finally {
    await site.close()
  }
}

async function cutDatabase() {
  const site = await openOddsSite(SIZE)
  const line = await openDatabaseLine(site.url ?? '')
  const through = await launchServer({ ...site.env, DATABASE_URL: line.url })
  try {
    const addresses = await listAddresses(through.origin, ADDRESSES)
    await healed(through.origin, addresses)
    const visitors = sendVisitors(through.origin, addresses, RATE)
    await sleep(1_000)
    line.cut('silent')
    await sleep(OUTAGE_MS)
    line.mend()
    await site.changeAllPrices()
    const healedAfter = await healed(through.origin, addresses)
    await visitors.stop()
    return { seconds: OUTAGE_MS / 1_000, ...describeAnswers(visitors.answers), healedAfter }
  } finally {
    await through.end('SIGTERM')
    await line.close()
    await site.close()
  }
}

async function killWorker() {
  const site = await openOddsSite(SIZE)
  const several = await launchServer({ ...site.env, WEB_CONCURRENCY: '2' })
  try {
    const addresses = await listAddresses(several.origin, ADDRESSES)
    await healed(several.origin, addresses)
    const visitors = sendVisitors(several.origin, addresses, RATE)
    await sleep(1_000)
    const [worker] = childrenOf(several.pid)
    process.kill(Number(worker), 'SIGKILL')
    const killedAt = performance.now()
    while (childrenOf(several.pid).length < 2 || childrenOf(several.pid).includes(worker ?? ''))
      await sleep(50)
    const replacedAfter = Math.round(performance.now() - killedAt)
    await sleep(2_000)
    const healedAfter = await healed(several.origin, addresses)
    await visitors.stop()
    return { ...describeAnswers(visitors.answers), replacedAfter, healedAfter }
  } finally {
    await several.end('SIGTERM')
    await site.close()
  }
}

function childrenOf(pid: number): string[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
  } catch {
    return []
  }
}

async function killSite() {
  const site = await openOddsSite(SIZE)
  try {
    const addresses = await listAddresses(site.server.origin, ADDRESSES)
    const visitors = sendVisitors(site.server.origin, addresses, RATE)
    await sleep(1_000)
    process.kill(site.server.pid, 'SIGKILL')
    const killedAt = performance.now()
    await site.restart()
    const startedAfter = Math.round(performance.now() - killedAt)
    // The new process has another port, so stop the visitors of the old one.
    await visitors.stop()
    const healedAfter = await healed(site.server.origin, addresses)
    await site.changeAllPrices()
    return { startedAfter, healedAfter, addresses: addresses.length }
  } finally {
    await site.close()
  }
}

/** Uses a separate small file system; needs the right to mount. */
async function fillDisk() {
  const folder = path.resolve('node_modules/.cache/overround-full-disk')
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder])
  const site = await openOddsSite(SIZE, path.join(folder, 'data'))
  try {
    const addresses = await listAddresses(site.server.origin, ADDRESSES)
    await healed(site.server.origin, addresses)
    const visitors = sendVisitors(site.server.origin, addresses, RATE)
    const ballast = path.join(folder, 'ballast')
    execFileSync('sh', ['-c', `cat /dev/zero > ${ballast} || true`], { stdio: 'ignore' })
    const whileFull = await site.changeAllPrices().then(
      () => 'done',
      () => 'failed',
    )
    await sleep(2_000)
    rmSync(ballast)
    const healedAfter = await healed(site.server.origin, addresses)
    const afterwards = await site.changeAllPrices().then(
      () => 'done',
      () => 'failed',
    )
    await visitors.stop()
    return {
      importWhileFull: whileFull,
      importAfterwards: afterwards,
      ...describeAnswers(visitors.answers),
      healedAfter,
    }
  } finally {
    await site.close()
    execFileSync('umount', [folder])
  }
}

const kind = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'
const wanted = process.argv.slice(2)
for (const [fault, { on, measure }] of Object.entries(faults)) {
  if (on !== kind || (wanted.length > 0 && !wanted.some((word) => fault.includes(word)))) continue
  const outcome = await measure()
  process.stdout.write(`${JSON.stringify({ bench: 'faults', database: on, fault, ...outcome })}\n`)
}
