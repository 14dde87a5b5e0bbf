import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createLog } from '#app/platform/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openDesk, startWorker } from '#tests/support/runs.ts'
import { openRunner, type RunHandler, toolHandler } from './carry-out.server.ts'
import { readRun, readRunLogEnd } from './run-queries.server.ts'
import { endLostRuns, type RequestOptions, requestRun } from './run-queue.server.ts'
import { beginRun, cancelRun, SITE, saveProgress } from './runs.server.ts'
import type { Tool } from './tool-run.server.ts'

let database: Database
let desk: ReturnType<typeof openDesk>
let worker: { stop(): Promise<void> } | undefined
beforeEach(async () => {
  database = await createTestDatabase()
  desk = openDesk(database)
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await desk.close()
  await database.close()
})

type Counting = Tool<{ to: number }, 'done'>

/** Counts to a number, one per step; a step waits for `pause`. */
const counting = (
  pause: (n: number, signal: AbortSignal) => Promise<unknown> = async () => {},
): Counting => ({
  kind: 'counting',
  params: z.object({ to: z.number() }),
  counts: ['done'],
  log: (summary) => ({ type: 'counting', summary }),
  async run(run) {
    for (let n = Number(run.after ?? 0) + 1; n <= run.params.to; n += 1) {
      await pause(n, run.signal)
      run.note({ level: 'warning', reason: 'no_events', detail: `step ${n}` })
      await run.commit({ key: String(n), share: n / run.params.to, counts: { done: 1 } })
    }
  },
})

const start = async (tool: Counting = counting(), log?: Parameters<typeof startWorker>[2]) => {
  worker = await startWorker(database, { counting: toolHandler(database, tool) }, log)
}

const request = (kind: string, params: object = {}, options?: RequestOptions) =>
  requestRun(desk, { kind, subject: SITE, requestedBy: 'admin-1', params: { ...params } }, options)

async function ask(to: unknown = 3): Promise<string> {
  const asked = await request('counting', { to })
  expect(asked.kind).toBe('queued')
  return asked.runId
}

const waitFor = (runId: string, state: object) =>
  vi.waitFor(async () => expect(await readRun(database.kysely, runId)).toMatchObject(state), 60_000)

/** The run's process ends after two steps; its job has had so many attempts before. */
async function kill(runId: string, tried = 0) {
  await sql`update runs set status = 'running', heartbeat_at = now() - interval '2 minutes', cursor = '{"key": "2"}',
    counts = '{"done": 2}' where id = ${runId}`.execute(database.kysely)
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '2 minutes',
    retry_count = ${tried} where id = (select job_id from runs where id = ${runId})`.execute(database.kysely)
}

/** Waits until the signal aborts. */
const forEver = (_: number, signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('the runs that a screen requests', () => {
  it('are carried out as soon as they are requested', async () => {
    await start()
    const runId = await ask()
    await waitFor(runId, { status: 'done', percent: 100, counts: { done: 3 }, reasons: { no_events: 3 } })
    const end = await readRunLogEnd(database.kysely, runId, 2)
    expect(end.map(({ detail }) => detail)).toEqual(['step 2', 'step 3'])
  })

  it('are carried out when they were requested before the server started', async () => {
    const runId = await ask()
    await start()
    await waitFor(runId, { status: 'done' })
  })

  it('are one of a kind at a time', async () => {
    await start(counting(forEver))
    const runId = await ask()
    await waitFor(runId, { status: 'running' })
    expect(await request('counting', { to: 9 })).toEqual({ kind: 'already_running', runId })
  })

  it('end when somebody cancels them, queued or running', async () => {
    const waiting = await ask()
    expect(await cancelRun(database.kysely, waiting)).toBe(true)
    expect(await readRun(database.kysely, waiting)).toMatchObject({
      status: 'cancelled',
      finishedAt: expect.any(Date),
    })
    let release = () => {}
    const steps = counting((n) =>
      n < 2 ? Promise.resolve() : new Promise<void>((resolve) => (release = resolve)),
    )
    await start(steps)
    const runId = await ask(5)
    await waitFor(runId, { counts: { done: 1 } })
    expect(await cancelRun(database.kysely, runId)).toBe(true)
    await vi.waitFor(() => expect(release).not.toBeUndefined(), 20_000)
    release()
    await waitFor(runId, { status: 'cancelled', counts: { done: 2 } })
  })

  it('wait for the next server when this one stops, and resume where they were', async () => {
    await start(counting((n, signal) => (n < 3 ? Promise.resolve() : forEver(n, signal))))
    const runId = await ask(4)
    await waitFor(runId, { counts: { done: 2 } })
    await worker?.stop()
    expect(await readRun(database.kysely, runId)).toMatchObject({ status: 'queued', counts: { done: 2 } })
    await start()
    await waitFor(runId, { status: 'done', counts: { done: 4 }, reasons: { no_events: 4 } })
  })

  it('resume after their process was killed', async () => {
    const runId = await ask(4)
    await kill(runId)
    await start()
    await waitFor(runId, { status: 'done', counts: { done: 4 } })
  })

  it('fail when their process was killed for the fourth time, and can then be restarted with all attempts', async () => {
    const runId = await ask(4)
    await kill(runId, 2)
    expect(await endLostRuns(database.kysely)).toBe(0)
    await kill(runId, 3)
    expect(await endLostRuns(database.kysely)).toBe(1)
    const message = 'The process that ran it ended.'
    expect(await readRun(database.kysely, runId)).toMatchObject({
      status: 'failed',
      error: { message },
      finishedAt: expect.any(Date),
    })
    await start()
    await waitFor(await ask(4), { status: 'done', counts: { done: 4 } })
  })

  it('are replaced when they are requested again and their job is gone', async () => {
    const lost = await ask(4)
    await sql`delete from pgboss.job`.execute(database.kysely)
    const next = await ask(4)
    expect(next).not.toBe(lost)
    expect(await readRun(database.kysely, lost)).toMatchObject({ status: 'failed' })
  })

  it('do not affect a process that was thought lost and continues', async () => {
    const runId = await ask(4)
    const identity = { kind: 'counting', subject: SITE, requestedBy: null }
    const before = await beginRun(database.kysely, identity, { done: 0 }, runId)
    await start()
    await waitFor(runId, { status: 'done', counts: { done: 4 } })
    await expect(saveProgress(database.kysely, before, 50)).rejects.toMatchObject({ code: 'taken_over' })
  })

  it('leave capacity for others when all of some kinds wait for the same resource, and are eight at a time', async () => {
    const begun: string[] = []
    const handler: RunHandler = ({ kind }, signal) => {
      begun.push(kind)
      return forEver(0, signal).catch(() => {})
    }
    const paced = ['paced-1', 'paced-2', 'paced-3', 'paced-4']
    const others = Array.from({ length: 8 }, (_, n) => `odds-${n + 1}`)
    for (const kind of paced) await request(kind, {}, { group: 'paced' })
    for (const kind of others) await request(kind)
    worker = await startWorker(
      database,
      Object.fromEntries([...paced, ...others].map((kind) => [kind, handler])),
    )
    await vi.waitFor(() => expect(begun).toHaveLength(8), 60_000)
    // The queue decides which of the waiting runs is first.
    const isPaced = (kind: string) => kind.startsWith('paced')
    expect(begun.filter(isPaced)).toHaveLength(1)
    expect(begun.filter((kind) => !isPaced(kind)).sort()).toEqual(others.slice(0, 7))
  })

  it('do not resume when they were being cancelled as their process was killed', async () => {
    const runId = await ask(4)
    await kill(runId)
    await sql`update runs set status = 'cancelling' where id = ${runId}`.execute(database.kysely)
    await start()
    await waitFor(runId, { status: 'cancelled' })
  })

  it('fail, and state why, with a program error or invalid parameters', async () => {
    const lines: { kind?: string }[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
    await start(
      counting(() => Promise.reject(new Error('a broken step'))),
      log,
    )
    const broken = await ask()
    await waitFor(broken, { status: 'failed', error: { code: 'unexpected', message: 'a broken step' } })
    const strange = await ask('three')
    await waitFor(strange, { status: 'failed', error: { code: 'unexpected' } })
    expect(lines.map(({ kind }) => kind)).toEqual(['counting', 'counting'])
  })

  it('fail when there is no handler for them', async () => {
    worker = await startWorker(database, {})
    const runId = await ask()
    await waitFor(runId, { status: 'failed', error: { code: 'not_configured' } })
  })

  it('resume where the last one with the same parameters failed, and start over with others', async () => {
    let fails = true
    await start(counting(async (n) => (n === 3 && fails ? Promise.reject(new Error('away')) : undefined)))
    await waitFor(await ask(4), { status: 'failed', counts: { done: 2 } })
    const readLog = () => database.kysely.selectFrom('import_logs').select('type').execute()
    await vi.waitFor(async () => expect(await readLog()).toEqual([{ type: 'counting' }]), 20_000)
    fails = false
    await waitFor(await ask(4), { status: 'done', counts: { done: 4 } })
    await waitFor(await ask(2), { status: 'done', counts: { done: 2 } })
  })
})

describe('the runs of a command', () => {
  const identity = { kind: 'counting', subject: 'feed.json', requestedBy: 'cli', params: {} }

  it('are carried out by its own process, even while others run', async () => {
    await start()
    const runner = await openRunner(database, createLog('silent'))
    const result = await runner.run(identity, async ({ id }) => (await readRun(database.kysely, id))?.kind)
    await runner.close()
    expect(result).toBe('counting')
    const { rows } = await sql`select from pgboss.queue where name like 'own-%'`.execute(database.kysely)
    expect(rows).toEqual([])
  })

  it('are one of a kind and subject at a time, and report what went wrong', async () => {
    const runners = [
      await openRunner(database, createLog('silent')),
      await openRunner(database, createLog('silent')),
    ]
    const [first, second] = runners
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let begin = (_: string) => {}
    const begun = new Promise<string>((resolve) => (begin = resolve))
    const broken = first?.run(identity, async ({ id }) => {
      begin(id)
      await released
      throw new Error('a broken step')
    })
    const failure = expect(broken).rejects.toThrow('a broken step')
    const runId = await begun
    await expect(second?.run(identity, async () => {})).rejects.toMatchObject({ code: 'already_running' })
    release()
    await failure
    await waitFor(runId, { status: 'failed', error: { message: 'a broken step' } })
    for (const runner of runners) await runner.close()
  })
})
