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

/** A schedule in trouble. */
export interface IllSchedule {
  kind: Trouble['kind']
  schedule: TroubleDetail['schedules'][number]
  /** The source that it runs, or that has its tool. */
  owner: string
  /** The begin of its last successful turn. */
  workedAt: Date | null
  detail: TroubleDetail
}

export type OpenTrouble = Pick<Trouble, 'kind' | 'subject' | 'detail' | 'openedAt'> & { owner: string }

/**
 * The troubles of schedules: one for a fault of a source, with all its schedules that meet it, one for all schedules
 * whose runs do not take place, and one for each other schedule. A schedule stays in its open trouble. It joins that of
 * the others, unless it has worked since that began: then the fault is a new one.
 */
export function groupBySource(ill: readonly IllSchedule[], open: readonly OpenTrouble[]): FoundTrouble[] {
  const groups = Map.groupBy(ill, (one) => {
    const known = findOpen(one, open)
    return `${one.kind} ${known?.subject ?? scopeOf(one) ?? one.schedule.id}`
  })
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    return first ? [toTrouble(first, members, findOpen(first, open))] : []
  })
}

export function isOfSource({ reason }: TroubleDetail): boolean {
  return FAULTS_OF_SOURCE.includes(reason ?? '')
}

/** What the schedules of a trouble have in common: their source, or the site that runs none. Null: nothing. */
function scopeOf({ owner, detail }: { owner: string; detail: TroubleDetail }): string | null {
  if (detail.reason === 'overdue') return SITE_SUBJECT
  return isOfSource(detail) ? owner : null
}

function findOpen(one: IllSchedule, open: readonly OpenTrouble[]): OpenTrouble | undefined {
  const ofKind = open.filter(({ kind }) => kind === one.kind)
  const own = ofKind.find((trouble) => membersOf(trouble).includes(one.schedule.id))
  const scope = scopeOf(one)
  if (own || scope === null) return own
  const workedAt = one.workedAt?.getTime() ?? 0
  return ofKind.find((trouble) => scopeOf(trouble) === scope && workedAt <= Date.parse(trouble.openedAt))
}

/** The schedules of a trouble, or its other subject. */
export function membersOf({ subject, detail }: Pick<Trouble, 'subject' | 'detail'>): string[] {
  return detail.schedules.length > 0 ? detail.schedules.map(({ id }) => id) : [subject]
}

function toTrouble(
  first: IllSchedule,
  members: readonly IllSchedule[],
  open: OpenTrouble | undefined,
): FoundTrouble {
  const known = open?.detail.schedules ?? []
  const isKnown = ({ schedule }: IllSchedule) => known.some(({ id }) => id === schedule.id)
  const schedules = [...known, ...members.filter((one) => !isKnown(one)).map(({ schedule }) => schedule)]
  const [only, ...others] = schedules
  const scope = scopeOf(first) === SITE_SUBJECT ? '' : first.owner
  const { source, name } = only && others.length === 0 ? only : { source: scope, name: '' }
  return {
    kind: first.kind,
    subject: open?.subject ?? first.schedule.id,
    source,
    name,
    detail: { ...first.detail, schedules },
  }
}
