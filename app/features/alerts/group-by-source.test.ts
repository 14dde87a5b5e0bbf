import { expect, it } from 'vitest'
import { MINUTE_MS } from '#app/platform/time.ts'
import { groupBySource, type IllSchedule, type OpenTrouble } from './group-by-source.ts'
import { troubleDetail } from './schema.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS)

const schedule = (id: string) => ({ id, source: `the-odds-api/${id}`, name: id })
const detail = (reason: string, ids: string[] = []) =>
  troubleDetail.parse({ reason, schedules: ids.map(schedule) })

/** A schedule that fails, and worked an hour ago. */
const ill = (id: string, reason = 'unreachable', more: Partial<IllSchedule> = {}): IllSchedule => ({
  kind: 'failing',
  schedule: schedule(id),
  owner: 'the-odds-api',
  workedAt: ago(60),
  detail: detail(reason),
  ...more,
})

/** An open trouble, which began ten minutes ago. */
const open = (ids: string[], reason = 'unreachable'): OpenTrouble => ({
  kind: 'failing',
  subject: ids[0] ?? '',
  owner: 'the-odds-api',
  openedAt: ago(10).toISOString(),
  detail: detail(reason, ids),
})

const told = (found: IllSchedule[], known: OpenTrouble[] = []) =>
  groupBySource(found, known, NOW).map(({ subject, detail: { schedules } }) => [
    subject,
    schedules.map(({ id }) => id).join(' '),
  ])

it.each<[string, IllSchedule[], OpenTrouble[], string[][]]>([
  ['is one for all schedules that meet it', [ill('a'), ill('b', 'source_fault')], [], [['a', 'a b']]],
  [
    'is one for schedules without a key',
    ['a', 'b'].map((id) => ill(id, 'not_configured', { kind: 'stopped' })),
    [],
    [['a', 'a b']],
  ],
  [
    'is one for each source',
    [ill('a'), ill('b', 'unreachable', { owner: 'promo' })],
    [],
    [
      ['a', 'a'],
      ['b', 'b'],
    ],
  ],
  ['takes up a schedule that meets it later', [ill('a'), ill('b')], [open(['a'])], [['a', 'a b']]],
  ['stays while one schedule meets it', [ill('b')], [open(['a', 'b'])], [['a', 'a b']]],
  ['takes up a schedule when the first works again', [ill('b')], [open(['a'])], [['a', 'a b']]],
  [
    'stays that of a schedule that fails again',
    [ill('a', 'unreachable', { workedAt: ago(5) }), ill('b')],
    [open(['a', 'b'])],
    [['a', 'a b']],
  ],
  [
    'is another one for schedules that worked since the first began',
    [ill('a'), ill('b', 'unreachable', { workedAt: ago(5) }), ill('c', 'unreachable', { workedAt: ago(5) })],
    [open(['a'])],
    [
      ['a', 'a'],
      ['b', 'b c'],
    ],
  ],
  [
    'is apart from what one schedule asks for',
    [ill('a'), ill('b', 'unknown_address'), ill('c', 'not_json')],
    [],
    [
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ],
  ],
  [
    'does not join what one schedule asks for',
    [ill('a', 'unknown_address'), ill('b')],
    [open(['a'], 'unknown_address')],
    [
      ['a', 'a'],
      ['b', 'b'],
    ],
  ],
  [
    'is one for all schedules that list nothing',
    ['a', 'b'].map((id) => ill(id, '', { kind: 'empty' })),
    [],
    [['a', 'a b']],
  ],
  [
    'is one for all schedules whose prices are old',
    ['a', 'b'].map((id) => ill(id, 'old_prices', { kind: 'late' })),
    [],
    [['a', 'a b']],
  ],
])('a fault of a source %s', (_, found, known, expected) => {
  expect(told(found, known)).toEqual(expected)
})

it('a trouble of several schedules is named after their source, and that of one after it', () => {
  expect(groupBySource([ill('a')], [], NOW)).toMatchObject([{ source: 'the-odds-api/a', name: 'a' }])
  expect(groupBySource([ill('a'), ill('b')], [], NOW)).toMatchObject([{ source: 'the-odds-api', name: '' }])
})

it('schedules that do not run are one trouble of the site, whatever their source', () => {
  const overdue = (id: string, owner: string) => ill(id, 'overdue', { kind: 'stopped', owner })
  const [all, ...others] = groupBySource([overdue('a', 'the-odds-api'), overdue('b', 'promo')], [], NOW)
  expect(others).toEqual([])
  expect(all).toMatchObject({ kind: 'stopped', source: '', name: '', detail: { reason: 'overdue' } })
  expect(all?.detail.schedules).toHaveLength(2)
  expect(groupBySource([overdue('a', 'the-odds-api')], [], NOW)).toMatchObject([{ source: 'the-odds-api/a' }])
})

it.each<[string, string, string]>([
  ['failing', 'late', 'slow'],
  ['failing', 'empty', ''],
  ['late', 'failing', 'timed_out'],
  ['failing', 'stopped', 'overdue'],
])('a schedule that was %s and is %s before it works again stays in its trouble', (before, kind, reason) => {
  const known = { ...open(['a', 'b']), kind: before as OpenTrouble['kind'] }
  const found = groupBySource([ill('a', reason, { kind: kind as OpenTrouble['kind'] })], [known], NOW)
  expect(found).toMatchObject([{ kind: before, subject: 'a' }])
})

it('a schedule that ran again, and fails, is in another trouble than the site that did not run it', () => {
  const stopped: OpenTrouble = { ...open(['a'], 'overdue'), kind: 'stopped' }
  expect(groupBySource([ill('a')], [stopped], NOW)).toMatchObject([{ kind: 'failing' }])
})

it('a feed that has shrunk, and fails later, is in two troubles', () => {
  const shrunken: OpenTrouble = { ...open(['a'], ''), kind: 'shrunken' }
  expect(groupBySource([ill('a')], [shrunken], NOW)).toMatchObject([{ kind: 'failing' }])
})

it('a schedule that worked for an hour, and fails again, is in another trouble of another subject', () => {
  const left = (minutes: number): OpenTrouble => {
    const known = open(['a', 'b'])
    return { ...known, detail: { ...known.detail, wellSince: { a: ago(minutes).toISOString() } } }
  }
  const found = [ill('a', 'unreachable', { workedAt: ago(5) }), ill('b')]
  expect(told(found, [left(59)])).toEqual([['a', 'a b']])
  expect(told(found, [left(60)])).toEqual([
    [`a ${NOW.toISOString()}`, 'a'],
    ['a', 'a b'],
  ])
})
