/**
 * The demonstration: the sandbox feed on loopback, imported repeatedly by the same runner as any feed, so that its
 * prices change. It is loaded into an empty database while the site already answers, and runs until an operator turns
 * it off (DEMO=0).
 */

import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { orderLeagues } from '#app/features/catalogue/order-leagues.server.ts'
import {
  BY_DEMO,
  beginDemoLoading,
  DEMO_MINUTES,
  endDemoLoading,
  giveUpDemoLoading,
  isDemoLoaded,
  saveDemoPercent,
} from '#app/features/imports/demo-loading.server.ts'
import { Places } from '#app/features/imports/places/places.server.ts'
import { importHere } from '#app/features/imports/run/import-here.server.ts'
import type { ImportSummary } from '#app/features/imports/schema.ts'
import { openRunner, type Runner } from '#app/features/runs/carry-out.server.ts'
import { RunError } from '#app/features/runs/schema.ts'
import { saveDemoFeeds } from '#app/features/sources/source-address.server.ts'
import { oddsApiSport } from '#app/features/sources/the-odds-api/competitions.ts'
import { storeBookmakerFigures } from '#app/features/statistics/bookmaker-figures.server.ts'
import { nameTeams, storeClosingOdds } from '#app/features/statistics/closing.server.ts'
import { analyzeChanged } from '#app/platform/db/analyze.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Env } from '#app/platform/env.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import { createLog, type Logger } from '#app/platform/log.ts'
import { type Sandbox, type SandboxFeed, startSandbox } from '../sandbox/server.ts'
import { addDemoDoubts, addDemoExchanges, addDemoOffers } from './demo-offers.ts'
import { loadAlone } from './load-alone.ts'

/** A fixed seed: a restart shows the same matches. */
const SEED = 2026
/** The same port if it is free, so that the next start resumes an interrupted load. */
const PORT = 47_390
const LOG_EVERY_PERCENT = 10

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

/**
 * Starts the demonstration if this database has it or is empty. Loads what is missing; a failure is logged, and the
 * next start resumes.
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { database, env, log, say } = options
  const state = env.demo === false ? 'own content' : await readState(database)
  if (state === 'own content') {
    await saveDemoFeeds(database.kysely, [])
    await giveUpDemoLoading(database.kysely)
    return { refresh: refreshJob(async () => {}, undefined), stop: async () => {} }
  }
  const sandbox = await openSandbox()
  await saveDemoFeeds(database.kysely, sandbox.places)
  const stopping = new AbortController()
  let isLoading = state === 'to be loaded'
  const loading = isLoading ? load() : Promise.resolve()
  async function load() {
    try {
      const summaries = await loadDemo({ database, log, say }, sandbox, stopping.signal)
      for (const { status, source, error } of summaries) {
        if (status === 'failed') log.error({ source, error }, 'a part of the demonstration was not loaded')
      }
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'the demonstration was not loaded')
    } finally {
      isLoading = false
    }
  }
  const latest = sandbox.feeds.filter((feed) => !feed.once)
  return {
    refresh: refreshJob(async (signal) => {
      if (!isLoading) await importFeeds({ database, log }, latest, { signal })
    }, `*/${DEMO_MINUTES} * * * *`),
    stop: async () => {
      stopping.abort()
      await loading
      await sandbox.close()
    },
  }
}

/**
 * Loads the demonstration once, for `npm run overround -- seed`.
 * @throws RunError already_running
 */
export async function seedDemo(
  database: Database,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<ImportSummary[]> {
  const sandbox = await openSandbox()
  try {
    return await loadDemo({ database, log: createLog('error'), say }, sandbox, signal)
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

/** An interrupted load starts over: existing data stays as it is. */
export async function readState({ kysely }: Database): Promise<'to be loaded' | 'loaded' | 'own content'> {
  const settings = await kysely.selectFrom('site_settings').select('demo_content').executeTakeFirst()
  if (!settings?.demo_content) return (await hasOwnContent(kysely)) ? 'own content' : 'to be loaded'
  return (await isDemoLoaded(kysely)) ? 'loaded' : 'to be loaded'
}

/** Whether somebody uses the database: changes in the back office are in the history. Each site has an administrator. */
async function hasOwnContent(kysely: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from sports) or exists (select from bookmakers) or exists (select from pages)
      or exists (select from source_settings) or exists (select from audit_log)
      or exists (select from profiles where role <> 'admin') as is_used`.execute(kysely)
  return rows[0]?.is_used ?? false
}

type Importer = Pick<DemoOptions, 'database' | 'log'>

type Loader = Importer & Pick<DemoOptions, 'say'>
type Content = Pick<Sandbox, 'leagues' | 'feeds'>

/**
 * Loads everything, the next matches first.
 * @returns the summaries of the imports that ended
 * @throws RunError already_running
 */
export function loadDemo(site: Loader, content: Content, signal: AbortSignal): Promise<ImportSummary[]> {
  return loadAlone(site.database, () => loadContent(site, content, signal))
}

async function loadContent(
  { database, log, say }: Loader,
  { leagues, feeds }: Content,
  signal: AbortSignal,
): Promise<ImportSummary[]> {
  const db = database.kysely
  say('Loading demonstration content, once per database (DEMO=0 npm start begins with an empty site) ...')
  await beginDemoLoading(db)
  await createPlaces(database, leagues)
  await addDemoExchanges(database)
  let logged = 0
  const onProgress = async (percent: number) => {
    if (percent < logged + LOG_EVERY_PERCENT || percent === 100) return
    logged = percent
    say(`The demonstration is loading: ${percent} %`)
    try {
      await saveDemoPercent(db, percent)
    } catch (error) {
      log.warn({ err: error }, 'the progress of the demonstration was not saved')
    }
  }
  const summaries = await importFeeds({ database, log }, feeds, {
    signal,
    onProgress,
    onImported: async (feed) => {
      // Buttons and promotions need the bookmakers, which the first feed creates.
      if (feed === feeds[0]) await addDemoOffers(database)
      // Before the job of the next minute: the pages of the first visitor, too, are planned for these tables.
      await analyzeChanged(database)
    },
  })
  if (summaries.length < feeds.length || summaries.some(({ status }) => status !== 'done')) return summaries
  await orderLeagues(db)
  await addDemoDoubts(database)
  await endDemoLoading(db, { feeds: feeds.length })
  say('The demonstration is loaded.')
  await computeStatistics({ database, log }, signal)
  return summaries
}

/** What jobs compute later anyway, so that the pages of teams, results and bookmakers are complete at first sight. */
async function computeStatistics(site: Importer, signal: AbortSignal): Promise<void> {
  const now = new Date()
  try {
    await nameTeams(site)
    await storeClosingOdds(site, now, { signal })
    await storeBookmakerFigures(site, now, signal)
  } catch (error) {
    site.log.warn({ err: error }, 'the statistics of the demonstration were not computed')
  }
}

/** Sports, countries and leagues in the order of the sandbox, instead of the order of their next matches. */
async function createPlaces({ kysely }: Database, leagues: Sandbox['leagues']): Promise<void> {
  const places = new Places(kysely)
  for (const { oddsApiKey, oddsApiTitle } of leagues) {
    const { sport, country: category, league } = oddsApiSport(oddsApiKey, oddsApiTitle)
    await places.of({ sport, category, league })
  }
}

interface Load {
  signal: AbortSignal
  /** @param percent of all feeds, 0 to 100 */
  onProgress?: (percent: number) => Promise<void>
  onImported?: (feed: SandboxFeed) => Promise<void>
}

/** Imports feeds of the sandbox, in order. */
async function importFeeds(
  { database, log }: Importer,
  feeds: readonly SandboxFeed[],
  { signal, onProgress, onImported }: Load,
): Promise<ImportSummary[]> {
  const summaries: ImportSummary[] = []
  const whole = feeds.reduce((sum, { share }) => sum + share, 0)
  let loaded = 0
  const runner = await openRunner(database, log)
  try {
    for (const feed of feeds) {
      if (signal.aborted) return summaries
      const report = async (percent: number) =>
        onProgress?.(Math.floor((100 * loaded + percent * feed.share) / whole))
      const summary = await importFeed({ database, runner }, feed, { signal, report })
      loaded += feed.share
      if (!summary) continue
      const { status, items, odds, rejected, reasons, seconds } = summary
      log.debug({ feed: feed.label, status, items, odds, rejected, reasons, seconds }, 'a feed was imported')
      summaries.push(summary)
      if (status === 'done') await onImported?.(feed)
      await report(0)
    }
  } finally {
    await runner.close()
  }
  return summaries
}

/** @returns undefined when another process of the same site imports the feed just now */
async function importFeed(
  target: { database: Database; runner: Runner },
  feed: SandboxFeed,
  { signal, report }: { signal: AbortSignal; report: (percent: number) => Promise<void> },
): Promise<ImportSummary | undefined> {
  try {
    return await importHere(target, {
      source: feed.source,
      origin: feed.address,
      options: {
        requestedBy: BY_DEMO,
        fetch: { allowPrivateAddresses: true },
        ...(feed.bookmaker ? { bookmaker: feed.bookmaker } : {}),
      },
      signal,
      onProgress: ({ percent }) => void report(percent),
    })
  } catch (error) {
    if (error instanceof RunError && error.code === 'already_running') return undefined
    throw error
  }
}
