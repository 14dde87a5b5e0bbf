/**
 * The demonstration: the sandbox feed on loopback, imported by the same runner as any feed, again and again so that its
 * prices move. It loads itself into an empty database and goes on until an operator turns it off (DEMO=0).
 */
import { z } from 'zod'
import { importHere } from '#app/features/imports/import-here.server.ts'
import type { ImportSummary } from '#app/features/imports/schema.ts'
import { openRunner, type Runner } from '#app/features/runs/carry-out.server.ts'
import { RunError } from '#app/features/runs/schema.ts'
import { saveDemoFeeds } from '#app/features/sources/places.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Env } from '#app/platform/env.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import { createLog, type Logger } from '#app/platform/log.ts'
import { type Sandbox, type SandboxFeed, startSandbox } from '../sandbox/server.ts'
import { addDemoOffers } from './demo-offers.ts'

/** A fixed seed: a restart shows the same matches. */
const SEED = 2026
/** The same port where it is free, so that a load which was killed is taken up again by the next one. */
const PORT = 47_390
const EVERY_TWO_MINUTES = '*/2 * * * *'

export interface DemoOptions {
  database: Database
  env: Env
  log: Logger
  say: (line: string) => void
}

/** The demonstration's feed while it runs, and the job that refreshes the content from it. */
export interface Demo {
  refresh: JobKind<Record<string, never>>
  stop(): Promise<void>
}

/** Starts the demonstration if this database shows it or is empty; resolves when there is content to serve. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { database, env, log, say } = options
  const state = env.demo === false ? 'own content' : await readState(database)
  if (state === 'own content') {
    await saveDemoFeeds(database.kysely, [])
    return { refresh: refreshJob(async () => {}, undefined), stop: async () => {} }
  }
  const sandbox = await openSandbox()
  await saveDemoFeeds(database.kysely, sandbox.places)
  if (state === 'to be loaded') {
    say('Loading demonstration content, once per database (DEMO=0 npm start begins with an empty site) ...')
    await loadAll(options, sandbox)
  }
  const latest = sandbox.feeds.filter((feed) => !feed.once)
  return {
    refresh: refreshJob(
      (signal) => importFeeds({ database, log, say: (line) => log.debug(line) }, latest, signal),
      EVERY_TWO_MINUTES,
    ),
    stop: () => sandbox.close(),
  }
}

/** Loads the demonstration once, for `npm run overround -- seed`. */
export async function seedDemo(
  database: Database,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<ImportSummary[]> {
  const sandbox = await openSandbox()
  try {
    return await importFeeds({ database, log: createLog('error'), say }, sandbox.feeds, signal)
  } finally {
    await sandbox.close()
  }
}

function refreshJob(
  run: (signal: AbortSignal) => Promise<unknown>,
  cron: string | undefined,
): Demo['refresh'] {
  return {
    name: 'demo-refresh',
    payload: z.object({}) as unknown as z.ZodType<Record<string, never>>,
    exclusive: true,
    ...(cron ? { cron } : {}),
    expireInSeconds: 600,
    handle: async (_, signal) => {
      await run(signal)
    },
  }
}

async function openSandbox(): Promise<Sandbox> {
  try {
    return await startSandbox({ port: PORT, seed: SEED })
  } catch (error) {
    // Another site on this machine shows the demonstration too.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return startSandbox({ port: 0, seed: SEED })
  }
}

/** A load that was cut short begins again: what is there already stays as it is. */
async function readState(database: Database): Promise<'to be loaded' | 'loaded' | 'own content'> {
  const settings = await database.kysely.selectFrom('site_settings').select('demo_content').executeTakeFirst()
  if (!settings?.demo_content) {
    const sport = await database.kysely.selectFrom('sports').select('id').limit(1).executeTakeFirst()
    return sport ? 'own content' : 'to be loaded'
  }
  const log = await database.kysely
    .selectFrom('import_logs')
    .select('id')
    .where('type', '=', 'demo')
    .executeTakeFirst()
  return log ? 'loaded' : 'to be loaded'
}

async function loadAll(importer: Importer, sandbox: Sandbox): Promise<void> {
  const { database } = importer
  const summaries = await importFeeds(importer, sandbox.feeds, new AbortController().signal)
  const failed = summaries.find((summary) => summary.status !== 'done')
  if (failed) throw new Error(`The demonstration could not be loaded: ${failed.error?.message}`)
  await addDemoOffers(database)
}

type Importer = Pick<DemoOptions, 'database' | 'log' | 'say'>

/** Imports feeds of the sandbox, in order. */
async function importFeeds(
  { database, log, say }: Importer,
  feeds: readonly SandboxFeed[],
  signal: AbortSignal,
): Promise<ImportSummary[]> {
  const db = database.kysely
  await db
    .updateTable('site_settings')
    .set({ demo_content: true })
    .where('demo_content', '=', false)
    .execute()
  const summaries: ImportSummary[] = []
  const runner = await openRunner(database, log)
  try {
    for (const feed of feeds) {
      if (signal.aborted) return summaries
      const summary = await importFeed({ database, runner }, feed, signal)
      if (!summary) continue
      const { items, odds, rejected, seconds } = summary
      say(`  ${feed.label}: ${items} items, ${odds} quotes, ${rejected} rejected, ${seconds.toFixed(1)} s`)
      summaries.push(summary)
    }
  } finally {
    await runner.close()
  }
  const complete =
    summaries.length === feeds.length && summaries.every((summary) => summary.status === 'done')
  if (complete && feeds.some((feed) => feed.once)) {
    await db
      .insertInto('import_logs')
      .values({ type: 'demo', summary: { feeds: feeds.length } })
      .execute()
  }
  return summaries
}

/** @returns undefined when another process of the same site imports the feed just now */
async function importFeed(
  target: { database: Database; runner: Runner },
  feed: SandboxFeed,
  signal: AbortSignal,
): Promise<ImportSummary | undefined> {
  try {
    return await importHere(target, {
      source: feed.source,
      origin: feed.address,
      options: {
        requestedBy: 'demo',
        fetch: { allowPrivateAddresses: true },
        ...(feed.bookmaker ? { bookmaker: feed.bookmaker } : {}),
      },
      signal,
    })
  } catch (error) {
    if (error instanceof RunError && error.code === 'already_running') return undefined
    throw error
  }
}
