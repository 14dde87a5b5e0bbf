import { statfs } from 'node:fs/promises'
import os from 'node:os'
import type { Kysely } from 'kysely'
import { type CheckedLink, listCheckedLinks } from '#app/features/affiliates/link-check.server.ts'
import { readScheduleHealth, type ScheduleHealth } from '#app/features/feed-health/facts.server.ts'
import { isTroubled, type TurnFacts } from '#app/features/feed-health/state.ts'
import { matchesOfEndedPrices } from '#app/features/odds/typed-prices.server.ts'
import { isKeyValid } from '#app/features/read-api/valid-key.server.ts'
import { findOwner } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import type { DB } from '#app/platform/db/types.ts'
import { groupBySource, type IllSchedule, isOfSource, membersOf } from './group-by-source.ts'
import { diskSubject, type Findings, type FoundTrouble, PRICES_SUBJECT } from './schema.ts'
import { NO_DETAIL } from './texts.ts'
import { listEveryOpenTrouble } from './troubles.server.ts'

/** A disk with less free space is nearly full: the import of a large feed needs as much. */
const LEAST_FREE_BYTES = 1024 ** 3

/** The maximum number of places that are listed for a link. */
const NAMES = 3

export interface TroubleSite {
  env: SourcesEnv & { dataDir: string }
}

/** The disk of a machine's data. */
interface Disk {
  machine: string
  /** Bytes. */
  free: number
}

/** The troubles of schedules, typed prices, links, webhooks and the disk. The screen, the alerts and `overround check` all use it. */
export async function findTroubles(
  db: Kysely<DB>,
  { env }: TroubleSite,
  now: Date,
  disk: Disk | null,
): Promise<Findings> {
  const health = await readScheduleHealth(db, env, now)
  const open = await listEveryOpenTrouble(db)
  const illSchedules = health.flatMap(toIll)
  const troubles: FoundTrouble[] = groupBySource(
    illSchedules,
    open.map((trouble) => ({ ...trouble, owner: ownerOf(trouble.source) })),
    now,
  )
  if (disk && disk.free < LEAST_FREE_BYTES) {
    troubles.push({
      kind: 'disk',
      subject: diskSubject(disk.machine),
      source: '',
      name: disk.machine,
      detail: { ...NO_DETAIL, free: disk.free, foundAt: now.toISOString() },
    })
  }
  const { rows: ended } = await matchesOfEndedPrices(now).execute(db)
  if (ended.length > 0) {
    const detail = { ...NO_DETAIL, items: ended.length }
    troubles.push({ kind: 'prices', subject: PRICES_SUBJECT, source: '', name: '', detail })
  }
  const links = await listCheckedLinks(db)
  for (const [key, places] of Map.groupBy(links, (it) => it.key)) {
    const [first] = places
    if (first?.state !== 'broken') continue
    const { link, reason, status } = first
    const names = [...new Set(places.map((it) => it.name))]
    const name = names.slice(0, NAMES).join(', ') + (names.length > NAMES ? ' …' : '')
    troubles.push({
      kind: 'link',
      subject: key,
      source: '',
      name,
      detail: { ...NO_DETAIL, reason, link, status },
    })
  }
  for (const { id, name } of await listStoppedWebhooks(db, now)) {
    troubles.push({ kind: 'webhook', subject: `webhook:${id}`, source: '', name, detail: NO_DETAIL })
  }
  // Other schedules of a trouble can be well.
  const others = troubles.filter(({ detail }) => detail.schedules.length === 0)
  const ill = new Set([...illSchedules.map(({ schedule }) => schedule.id), ...others.flatMap(membersOf)])
  const looked = [
    ...health.map(({ id }) => id),
    PRICES_SUBJECT,
    ...(disk ? [diskSubject(disk.machine)] : []),
    ...(await listHealedLinks(db, links)),
    // Resumed, switched off, deleted or without a valid key, unless it was found above.
    ...open.flatMap(({ kind, subject }) => (kind === 'webhook' ? [subject] : [])),
  ]
  const busy = new Set(health.filter(isUnderWay).map(({ source }) => ownerOf(source)))
  const growing = troubles.filter((one) => isOfSource(one) && busy.has(ownerOf(one.source)))
  return {
    troubles,
    well: new Set(looked.filter((subject) => !ill.has(subject))),
    running: new Set(health.flatMap(({ id, state }) => (state === 'stopped' ? [] : [id]))),
    growing: new Set(growing.map(({ subject }) => subject)),
  }
}

/** Those that have given up a message, and would send again if they were resumed. */
function listStoppedWebhooks(db: Kysely<DB>, now: Date): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('webhooks as w')
    .innerJoin('api_keys as k', 'k.id', 'w.key_id')
    .select(['w.id', 'w.name'])
    .where('w.is_active', '=', true)
    .where('w.stopped_at', 'is not', null)
    .where(isKeyValid(now))
    .orderBy('w.id')
    .execute()
}

const isUnderWay = ({ isActive, turns: [latest] }: ScheduleHealth) =>
  isActive && latest !== undefined && latest.endedAt === null && latest.error === null

/** Resolved troubles of links: the link works, was changed, or is no longer shown. */
async function listHealedLinks(db: Kysely<DB>, links: readonly CheckedLink[]): Promise<string[]> {
  const rows = await db
    .selectFrom('troubles')
    .select('subject')
    .where('kind', '=', 'link')
    .where('closed_at', 'is', null)
    .execute()
  // A link whose server has started to reject robots can still be broken.
  const unclear = new Set(links.filter(({ state }) => state === 'unclear').map(({ key }) => key))
  return rows.map(({ subject }) => subject).filter((subject) => !unclear.has(subject))
}

/** The source of a schedule's key. */
function ownerOf(key: string): string {
  const [feed = key] = key.split('/')
  return findOwner(feed)?.key ?? feed
}

function toIll({ id, source, name, ...health }: ScheduleHealth): IllSchedule[] {
  const { state, reason, failures, variable } = health
  if (!isTroubled(state)) return []
  // Of items and prices, the one that shrank more.
  const share = (now: number | null, usual = 0) => (usual > 0 ? (now ?? 0) / usual : 1)
  const isOfOdds = share(health.odds, health.usual?.odds) < share(health.items, health.usual?.items)
  const items = isOfOdds ? health.odds : health.items
  const usual = (isOfOdds ? health.usual?.odds : health.usual?.items) ?? null
  return [
    {
      kind: state,
      schedule: { id, source, name },
      owner: ownerOf(source),
      workedAt: reason === 'old_prices' ? health.newestPriceAt : (health.turns.find(hasWorked)?.at ?? null),
      detail: { ...NO_DETAIL, reason, failures, items, usual, variable },
    },
  ]
}

const hasWorked = ({ endedAt, error, lacksItems, items }: TurnFacts) =>
  endedAt !== null && error === null && !(lacksItems && items === 0)

/** The disk of the site's data on this machine; null where unknown. */
export async function readDisk(folder: string): Promise<Disk | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return { machine: os.hostname(), free: bavail * bsize }
  } catch {
    return null
  }
}
