import { MINUTE_MS } from '#app/platform/time.ts'
import { type FoundTrouble, SITE_SUBJECT, type Trouble, type TroubleDetail } from './schema.ts'

/** Reasons that are faults of a source, or of its address and key: every schedule of the source meets them. */
const FAULTS_OF_SOURCE: readonly string[] = [
  'unreachable',
  'timed_out',
  'too_many_redirects',
  'not_found',
  'address_refused',
  'http_status',
  'source_fault',
  'error_answer',
  'not_configured',
]

/** What a source that is dead, or comes back, does to a schedule, one after the other. */
const OUTAGE: readonly Trouble['kind'][] = ['failing', 'empty', 'late']

/** A schedule that was well for so long has left its trouble, also if another one keeps that open. */
const LEFT_AFTER_MS = 60 * MINUTE_MS

/** A schedule in trouble. */
export interface IllSchedule {
  kind: Trouble['kind']
  schedule: TroubleDetail['schedules'][number]
  /** The source that it runs, or that has its tool. */
  owner: string
  /** When its source was last well: the begin of its last successful turn, or the time of its newest price. */
  workedAt: Date | null
  detail: TroubleDetail
}

export type OpenTrouble = Pick<Trouble, 'kind' | 'subject' | 'detail' | 'openedAt'> & { owner: string }

/**
 * The troubles of schedules: one for a fault of a source, with all its schedules that meet it, one for all schedules
 * whose runs do not take place, and one for each other schedule. A schedule stays in its open trouble, also when its
 * source fails in another way before it works again for an hour. It joins that of the others, unless it has worked since
 * that began: then the fault is a new one.
 */
export function groupBySource(
  ill: readonly IllSchedule[],
  open: readonly OpenTrouble[],
  now: Date,
): FoundTrouble[] {
  const groups = Map.groupBy(ill, (one) => {
    const known = findOpen(one, open, now)
    return `${known?.kind ?? one.kind} ${known?.subject ?? scopeOf(one) ?? one.schedule.id}`
  })
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    if (!first) return []
    const known = findOpen(first, open, now)
    return [toTrouble(first, members, known, known?.subject ?? freeSubject(first, open, now))]
  })
}

/** Whether a trouble is one of a source: other schedules of it can meet the same. */
export function isOfSource({ kind, detail }: Pick<Trouble, 'kind' | 'detail'>): boolean {
  return kind === 'empty' || kind === 'late' || FAULTS_OF_SOURCE.includes(detail.reason ?? '')
}

type Scoped = Pick<OpenTrouble, 'kind' | 'owner' | 'detail'>

/** What the schedules of a trouble have in common: their source, or the site that runs none. Null: nothing. */
function scopeOf(trouble: Scoped): string | null {
  if (trouble.detail.reason === 'overdue') return SITE_SUBJECT
  return isOfSource(trouble) ? trouble.owner : null
}

function findOpen(one: IllSchedule, open: readonly OpenTrouble[], now: Date): OpenTrouble | undefined {
  const ofKind = open.filter(({ kind }) => kind === one.kind)
  const isOwn = (trouble: OpenTrouble) =>
    membersOf(trouble).includes(one.schedule.id) && !hasLeft(trouble, one.schedule.id, now)
  const own =
    ofKind.find(isOwn) ??
    (isOfOutage(one) ? open.find((it) => OUTAGE.includes(it.kind) && isOwn(it)) : undefined)
  const scope = scopeOf(one)
  if (own || scope === null) return own
  const workedAt = one.workedAt?.getTime() ?? 0
  return ofKind.find((trouble) => scopeOf(trouble) === scope && workedAt <= Date.parse(trouble.openedAt))
}

/** Whether a schedule of an open trouble has nothing to do with it any more. */
export function hasLeft({ detail }: Pick<Trouble, 'detail'>, id: string, now: Date): boolean {
  const since = detail.wellSince[id]
  return since !== undefined && now.getTime() - Date.parse(since) >= LEFT_AFTER_MS
}

/** Since when the schedules of an open trouble are well. One that has left it stays so. */
export function wellSinceOf(
  trouble: Pick<Trouble, 'subject' | 'detail'>,
  isWell: (id: string) => boolean,
  now: Date,
): Record<string, string> {
  const known = trouble.detail.wellSince
  const stays = (id: string) => isWell(id) || hasLeft(trouble, id, now)
  return Object.fromEntries(
    membersOf(trouble).flatMap((id) => (stays(id) ? [[id, known[id] ?? now.toISOString()]] : [])),
  )
}

/** The subject of a new trouble: its schedule, or its own if that one has left an open trouble of the same name. */
function freeSubject({ kind, schedule }: IllSchedule, open: readonly OpenTrouble[], now: Date): string {
  const isTaken = open.some((it) => it.kind === kind && it.subject === schedule.id)
  return isTaken ? `${schedule.id} ${now.toISOString()}` : schedule.id
}

/** A schedule whose source hangs does not begin its next run. */
const isOfOutage = ({ kind, detail }: IllSchedule) => OUTAGE.includes(kind) || detail.reason === 'overdue'

/** The schedules of a trouble, or its other subject. */
export function membersOf({ subject, detail }: Pick<Trouble, 'subject' | 'detail'>): string[] {
  return detail.schedules.length > 0 ? detail.schedules.map(({ id }) => id) : [subject]
}

function toTrouble(
  first: IllSchedule,
  members: readonly IllSchedule[],
  open: OpenTrouble | undefined,
  subject: string,
): FoundTrouble {
  const known = open?.detail.schedules ?? []
  const isKnown = ({ schedule }: IllSchedule) => known.some(({ id }) => id === schedule.id)
  const schedules = [...known, ...members.filter((one) => !isKnown(one)).map(({ schedule }) => schedule)]
  const [only, ...others] = schedules
  const scope = scopeOf(first) === SITE_SUBJECT ? '' : first.owner
  const { source, name } = only && others.length === 0 ? only : { source: scope, name: '' }
  return {
    kind: open?.kind ?? first.kind,
    subject,
    source,
    name,
    detail: { ...first.detail, schedules },
  }
}
