import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { deliverAlerts } from '#app/features/visitor-alerts/deliver.server.ts'
import { evaluateAlerts } from '#app/features/visitor-alerts/evaluate.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createMatch, createPlace } from './factories.ts'
import { alertSite } from './visitor-alerts.ts'

/** The most firings of a visitor a day. */
const MOST_MATCHES = 50
/** Matches that are added at once, while fewer messages than theirs are waiting. */
const ADDED_MATCHES = 3
const PROCESSES = 2
const LEASE_MS = 5_000

export interface KillReport {
  /** Of processes at a step of a mail, and soon after an evaluation began. */
  kills: { inMail: number; inEvaluation: number }
  firings: number
  /** Firings that there have to be: each visitor is told of each match. */
  due: number
  /** Different mails that arrived, by their Message-ID. */
  arrived: number
  /** Mails that arrived again after a kill between the mail server's answer and the mark. */
  copies: number
  /** Messages that more than one process took, since the first was killed. */
  takenAgain: number
  /** Firings of which no mail arrived. */
  lost: number
  /** Mails that arrived more often than processes had taken them. */
  unexplained: number
}

/** A generator of numbers from 0 to 1 with a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A mail server that reports each step of each mail. */
async function openReceiver(onStep: () => void) {
  const ids: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      onStep()
      done()
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      onStep()
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const id = /^Message-ID: (\S+)/im.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? ''
        ids.push(id)
        onStep()
        done()
      })
    },
  })
  // A killed client resets its connection.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    ids,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A process that evaluates and delivers without end. It writes a line before each evaluation. */
function startProcess(url: string, smtpUrl: string): ChildProcess {
  const program = `
    import { openDatabase } from '#app/platform/db/connection.server.ts'
    import { deliverAlerts } from '#app/features/visitor-alerts/deliver.server.ts'
    import { evaluateAlerts } from '#app/features/visitor-alerts/evaluate.server.ts'
    import { alertSite } from '#tests/support/visitor-alerts.ts'
    const database = await openDatabase({ url: ${JSON.stringify(url)} })
    const site = alertSite(database, { smtpUrl: ${JSON.stringify(smtpUrl)}, leaseMs: ${LEASE_MS} })
    for (;;) {
      process.stdout.write('evaluates\\n')
      await evaluateAlerts(site)
      await deliverAlerts(site)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }`
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/**
 * Kills processes that evaluate and deliver alerts with SIGKILL, at moments that a seed decides: at a step of a mail, or
 * soon after an evaluation began. Then one process finishes the work.
 */
export async function killAlerts(
  database: Database & { url?: string | undefined },
  { kills, seed, visitors }: { kills: number; seed: number; visitors: number },
): Promise<KillReport> {
  const { kysely } = database
  if (!database.url) throw new Error('Several processes need PostgreSQL.')
  const random = randomOf(seed)
  let onStep = () => {}
  const receiver = await openReceiver(() => onStep())
  const { leagueId } = await createPlace(kysely)
  await createVisitors(database, leagueId, visitors)
  let matches = 0
  const addWork = async () => {
    const { count } = await kysely
      .selectFrom('visitor_alert_messages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    if (Number(count) >= ADDED_MATCHES * visitors || matches >= MOST_MATCHES) return
    for (let n = 0; n < ADDED_MATCHES && matches < MOST_MATCHES; n += 1) {
      await createMatch(kysely, { league_id: leagueId })
      matches += 1
    }
  }
  const done = { inMail: 0, inEvaluation: 0 }
  const running: ChildProcess[] = []
  let fail = (_: Error) => {}
  /** Ends the wait for a process that has ended by itself. */
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => {})
  const start = () => {
    const one = startProcess(database.url ?? '', receiver.url)
    one.once('exit', (code) => running.includes(one) && fail(new Error(`a process ended with ${code}`)))
    running.push(one)
  }
  const kill = async (victim: ChildProcess) => {
    const ended = once(victim, 'exit')
    running.splice(running.indexOf(victim), 1)
    victim.kill('SIGKILL')
    await ended
  }
  try {
    for (let n = 0; n < PROCESSES; n += 1) start()
    for (let n = 0; n < kills; n += 1) {
      await addWork()
      const victim = running[Math.floor(random() * running.length)] as ChildProcess
      const isInMail = random() < 0.75 && matches < MOST_MATCHES
      const steps = 1 + Math.floor(random() * 60)
      const pause = random() * 30
      done[isInMail ? 'inMail' : 'inEvaluation'] += 1
      if (isInMail)
        await Promise.race([
          failed,
          new Promise<void>((resolve) => {
            let left = steps
            onStep = () => {
              left -= 1
              if (left === 0) resolve()
            }
          }),
        ])
      else {
        await Promise.race([failed, once(victim.stdout as NodeJS.ReadableStream, 'data')])
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
      await kill(victim)
      start()
    }
  } finally {
    for (const one of [...running]) await kill(one)
  }
  // The leases of the killed processes are over by this clock.
  const clock = () => new Date(Date.now() + 2 * LEASE_MS)
  const site = alertSite(database, { smtpUrl: receiver.url, clock })
  await evaluateAlerts(site)
  await deliverAlerts(site)
  await receiver.close()
  return { ...(await report(database, receiver.ids)), kills: done, due: matches * visitors }
}

async function createVisitors({ kysely }: Database, leagueId: string, length: number): Promise<void> {
  const emails = Array.from({ length }, (_, n) => ({ email: `v${n}@example.org`, is_active: true }))
  const visitors = await kysely.insertInto('profiles').values(emails).returning('id').execute()
  await kysely
    .insertInto('visitor_alert_settings')
    .values(visitors.map(({ id }) => ({ user_id: id, language: 'en', time_zone: 'UTC', daily_limit: 50 })))
    .execute()
  await kysely
    .insertInto('visitor_alerts')
    .values(
      visitors.map(({ id }) => ({ user_id: id, kind: 'kick_off', league_id: leagueId, minutes: 1_440 })),
    )
    .execute()
}

async function report(
  { kysely }: Database,
  ids: readonly string[],
): Promise<Omit<KillReport, 'due' | 'kills'>> {
  const rows = await kysely
    .selectFrom('visitor_alert_messages')
    .select(['id', 'state', 'attempts', 'firing_id'])
    .execute()
  const arrivals = Map.groupBy(ids, (id) => /alert-([0-9a-f-]+)@/.exec(id)?.[1] ?? id)
  const timesOf = (id: string) => arrivals.get(id)?.length ?? 0
  const known = new Set(rows.map(({ id }) => id))
  return {
    firings: new Set(rows.map(({ firing_id }) => firing_id)).size,
    arrived: arrivals.size,
    copies: ids.length - arrivals.size,
    takenAgain: rows.filter(({ attempts }) => attempts > 1).length,
    lost: rows.filter(({ id, state }) => state !== 'sent' || timesOf(id) === 0).length,
    unexplained:
      rows.filter(({ id, attempts }) => timesOf(id) > attempts).length +
      [...arrivals.keys()].filter((id) => !known.has(id)).length,
  }
}
