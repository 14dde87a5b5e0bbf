import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createLog } from '#app/platform/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { readRun, readRunLogEnd } from './run-queries.server.ts'
import { enqueueRun, readQueuedRuns } from './run-queue.server.ts'
import { type RunHandler, type RunWorker, startRunWorker, toolHandler } from './run-worker.server.ts'
import { cancelRun, isRunAlive } from './runs.server.ts'
import { runTool, TOOL_ORIGIN, type Tool } from './tool-run.server.ts'

let database: Database
let worker: RunWorker | undefined
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await database.close()
})

type Counting = Tool<{ to: number }, 'done'>

/** Counts to a number, a step each; a step waits for `pause`. */
const counting = (
  pause: (n: number, signal: AbortSignal) => Promise<unknown> = async () => {},
): Counting => ({
  source: 'counting',
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

const start = async (tool: Counting = counting(), log = createLog('silent')) => {
  worker = await startRunWorker({ database, log, handlers: { counting: toolHandler(database, tool) } })
}

async function ask(to: unknown = 3): Promise<string> {
  const asked = await enqueueRun(database.kysely, {
    source: 'counting',
    origin: TOOL_ORIGIN,
    requestedBy: 'admin-1',
    params: { to },
  })
  expect(asked.kind).toBe('queued')
  return asked.runId
}

const waitFor = (runId: string, state: object) =>
  vi.waitFor(async () => expect(await readRun(database.kysely, runId)).toMatchObject(state), 60_000)

/** The run's process is gone, after two steps. */
const kill = (runId: string) =>
  sql`update import_runs set status = 'running', heartbeat_at = now() - interval '2 minutes 0.123456 seconds',
    cursor = coalesce(cursor, '{}') || '{"key": "2", "owner": {"host": "elsewhere", "pid": 1, "token": "gone"}}',
    counts = '{"done": 2}' where id = ${runId}`.execute(database.kysely)

/** Until the signal says to stop. */
const forEver = (_: number, signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('the runs that a screen asks for', () => {
  it('are carried out as soon as they are asked for', async () => {
    await start()
    const runId = await ask()
    await waitFor(runId, { status: 'done', percent: 100, counts: { done: 3 }, reasons: { no_events: 3 } })
    const end = await readRunLogEnd(database.kysely, runId, 2)
    expect(end.map(({ detail }) => detail)).toEqual(['step 2', 'step 3'])
  })

  it('are carried out that were asked for before the server began', async () => {
    const runId = await ask()
    await start()
    await waitFor(runId, { status: 'done' })
  })

  it('are one of a kind at a time', async () => {
    await start(counting(forEver))
    const runId = await ask()
    await waitFor(runId, { status: 'running' })
    const request = { source: 'counting', origin: TOOL_ORIGIN, requestedBy: 'admin-2', params: { to: 9 } }
    expect(await enqueueRun(database.kysely, request)).toEqual({ kind: 'already_running', runId })
  })

  it('end when somebody cancels them, waiting or running', async () => {
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

  it('wait for the next server when this one stops, and go on where they were', async () => {
    await start(counting((n, signal) => (n < 3 ? Promise.resolve() : forEver(n, signal))))
    const runId = await ask(4)
    await waitFor(runId, { counts: { done: 2 } })
    await worker?.stop()
    expect(await readRun(database.kysely, runId)).toMatchObject({ status: 'queued', counts: { done: 2 } })
    await start()
    await waitFor(runId, { status: 'done', counts: { done: 4 }, reasons: { no_events: 4 } })
  })

  it('go on after their process was killed', async () => {
    const runId = await ask(4)
    await kill(runId)
    await start()
    await waitFor(runId, { status: 'done', counts: { done: 4 } })
  })

  it('are given up when their process was killed again and again, and begin with all attempts anew', async () => {
    const runId = await ask(4)
    for (let revival = 1; revival <= 3; revival += 1) {
      await kill(runId)
      expect(await readQueuedRuns(database.kysely)).toMatchObject([{ id: runId }])
    }
    await kill(runId)
    expect(await readQueuedRuns(database.kysely)).toEqual([])
    const message = 'The process that ran it ended.'
    expect(await readRun(database.kysely, runId)).toMatchObject({
      status: 'failed',
      error: { message },
      finishedAt: expect.any(Date),
    })
    const again = await ask(4)
    await kill(again)
    expect(await readQueuedRuns(database.kysely)).toMatchObject([{ id: again }])
  })

  it('are alive from before they are recorded as running until after their end is', async () => {
    const runId = await ask(1)
    let cursor: unknown
    await runTool(
      database.kysely,
      counting(async () => {
        const row = database.kysely.selectFrom('import_runs').select('cursor').where('id', '=', runId)
        cursor = (await row.executeTakeFirstOrThrow()).cursor
      }),
      { params: { to: 1 }, requestedBy: null, runId },
    )
    await sql`update import_runs set status = 'queued' where id = ${runId}`.execute(database.kysely)
    const alive: boolean[] = []
    const isAlive = () => isRunAlive({ id: runId, cursor, heartbeat_at: new Date() })
    const watched = database.kysely.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'UpdateQueryNode') alive.push(isAlive())
        return node
      },
      async transformResult({ result }) {
        alive.push(isAlive())
        return result
      },
    })
    await runTool(watched, counting(), { params: { to: 2 }, requestedBy: null, runId })
    // What reads the queued run first finds it idle; from there on it is at work.
    expect(alive.slice(alive.indexOf(true))).not.toContain(false)
    expect(alive.indexOf(true)).toBeLessThanOrEqual(2)
    expect(isAlive()).toBe(false)
  })

  it('leave room for others where all of some sources wait for the same thing', async () => {
    const begun: string[] = []
    const handler: RunHandler = ({ source }, signal) => {
      begun.push(source)
      return forEver(0, signal).catch(() => {})
    }
    const sources = ['paced-1', 'paced-2', 'paced-3', 'paced-4', 'odds']
    for (const source of sources) {
      await enqueueRun(database.kysely, { source, origin: TOOL_ORIGIN, requestedBy: null, params: {} })
    }
    worker = await startRunWorker({
      database,
      log: createLog('silent'),
      handlers: Object.fromEntries(sources.map((source) => [source, handler])),
      oneAtATime: sources.slice(0, 4),
    })
    expect(begun).toEqual(['paced-1', 'odds'])
  })

  it('do not go on when they were being cancelled as their process was killed', async () => {
    const runId = await ask(4)
    await sql`update import_runs set status = 'cancelling', heartbeat_at = now() - interval '2 minutes'
      where id = ${runId}`.execute(database.kysely)
    await start()
    await waitFor(runId, { status: 'cancelled' })
  })

  it('fail, and say why, with an error of the program or parameters that nobody understands', async () => {
    const lines: { source?: string }[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
    await start(
      counting(() => Promise.reject(new Error('a broken step'))),
      log,
    )
    const broken = await ask()
    await waitFor(broken, { status: 'failed', error: { code: 'unexpected', message: 'a broken step' } })
    const strange = await ask('three')
    await waitFor(strange, { status: 'failed', error: { code: 'unexpected' } })
    expect(lines.map(({ source }) => source)).toEqual(['counting', 'counting'])
  })

  it('fail when nothing carries them out', async () => {
    worker = await startRunWorker({ database, log: createLog('silent'), handlers: {} })
    const runId = await ask()
    await waitFor(runId, { status: 'failed', error: { code: 'not_configured' } })
  })

  it('go on where the last one of the same wishes failed, and begin anew with others', async () => {
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
