import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#app/platform/time.ts'
import { type HealthFacts, judgeHealth, type TurnFacts, usualOf } from './state.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS)

/** A successful run. */
const turn = (minutes: number, more: Partial<TurnFacts> = {}): TurnFacts => ({
  at: ago(minutes),
  endedAt: ago(minutes - 0.5),
  error: null,
  wasInterrupted: false,
  lacksItems: false,
  items: 100,
  odds: 800,
  newestPriceAt: ago(minutes),
  ...more,
})

/** A working schedule of every ten minutes, whose last run was five minutes ago. */
const judge = (more: Partial<HealthFacts> = {}) =>
  judgeHealth({
    now: NOW,
    isActive: true,
    isSetUp: true,
    everyMinutes: 10,
    cronDueAt: null,
    lastTurnAt: ago(5),
    activeSince: ago(9_000),
    countedMinutes: 30,
    turns: [turn(5), turn(15), turn(25)],
    usual: { items: 100, odds: 800 },
    ...more,
  })

describe('the state of a schedule', () => {
  it('is working, with the counts of its last run', () => {
    expect(judge()).toEqual({
      state: 'working',
      reason: null,
      failures: 0,
      failingSince: null,
      lastSuccessAt: ago(4.5),
      newestPriceAt: ago(5),
      items: 100,
      odds: 800,
      usual: { items: 100, odds: 800 },
    })
  })

  const failed = { error: 'unreachable', items: 0, odds: 0, newestPriceAt: null }
  const running = { endedAt: null, items: 0, odds: 0, newestPriceAt: null }
  it.each<[string, Partial<HealthFacts>, object]>([
    ['off', { isActive: false, lastTurnAt: ago(999) }, { state: 'paused' }],
    ['without a key', { isSetUp: false }, { state: 'stopped', reason: 'not_configured' }],
    ['that missed its turn', { lastTurnAt: ago(15.1) }, { state: 'stopped', reason: 'overdue' }],
    ['a little behind', { lastTurnAt: ago(14.9) }, { state: 'working' }],
    ['of each minute that missed two', { everyMinutes: 1, lastTurnAt: ago(3) }, { state: 'stopped' }],
    [
      'of each minute whose last turn was long and has just ended',
      { everyMinutes: 1, lastTurnAt: ago(4), turns: [turn(4, { endedAt: ago(1) }), turn(5)] },
      { state: 'late', reason: 'slow' },
    ],
    [
      'of each minute whose last turn was long and whose next one is not over',
      {
        everyMinutes: 1,
        lastTurnAt: ago(0.5),
        turns: [turn(0.5, running), turn(4, { endedAt: ago(1) }), turn(5)],
      },
      { state: 'late', reason: 'slow' },
    ],
    [
      'of each minute with a turn in time after a long one',
      {
        everyMinutes: 1,
        lastTurnAt: ago(1),
        turns: [turn(1, { endedAt: ago(0.5) }), turn(4, { endedAt: ago(1) })],
      },
      { state: 'working' },
    ],
    [
      'one of whose runs failed while others are not over',
      { turns: [turn(1, { ...running, error: 'timed_out' }), turn(15)] },
      { state: 'failing', reason: 'timed_out', failures: 1 },
    ],
    [
      'of each minute whose last turn was long and ended a while ago',
      { everyMinutes: 1, lastTurnAt: ago(6), turns: [turn(6, { endedAt: ago(2) }), turn(7)] },
      { state: 'stopped', reason: 'overdue' },
    ],
    ['switched on after a pause', { lastTurnAt: ago(9_000), activeSince: ago(1) }, { state: 'working' }],
    [
      'by a cron line whose turn was missed',
      { cronDueAt: ago(6), lastTurnAt: ago(60) },
      { state: 'stopped' },
    ],
    ['by a cron line that was kept', { cronDueAt: ago(6), lastTurnAt: ago(6) }, { state: 'working' }],
    ['that has not had a turn', { turns: [], activeSince: ago(1), lastTurnAt: null }, { state: 'waiting' }],
    ['in its first turn', { turns: [turn(1, running)] }, { state: 'waiting' }],
    [
      'whose last turn failed',
      { turns: [turn(5, failed), turn(15)] },
      { state: 'failing', reason: 'unreachable', failures: 1 },
    ],
    [
      'that fails, and tries again',
      { turns: [turn(1, running), turn(5, failed), turn(15, failed), turn(25)] },
      { state: 'failing', failures: 2, lastSuccessAt: ago(24.5) },
    ],
    ['that fails from the beginning', { turns: [turn(5, failed)] }, { failures: 1, lastSuccessAt: null }],
    [
      'that listed nothing',
      { turns: [turn(5, { items: 0, odds: 0, lacksItems: true }), turn(15)] },
      { state: 'empty', failures: 1 },
    ],
    ['one of whose leagues has no matches', { turns: [turn(5, { lacksItems: true })] }, { state: 'working' }],
    ['that lost all prices', { turns: [turn(5, { odds: 0 })] }, { state: 'empty' }],
    [
      'without prices, as ever',
      { turns: [turn(5, { odds: 0 })], usual: { items: 100, odds: 0 } },
      { state: 'working' },
    ],
    [
      'that asked for scores only',
      { turns: [turn(5, { items: null, odds: null }), turn(15)] },
      { state: 'working' },
    ],
    [
      'whose turn takes longer than its interval',
      { turns: [turn(10.1, running), turn(20)] },
      { state: 'late', reason: 'slow' },
    ],
    [
      'whose turn takes longer because its process ended',
      { turns: [turn(10.1, { ...running, wasInterrupted: true }), turn(20)] },
      { state: 'late', reason: 'interrupted' },
    ],
    [
      'whose interrupted turn was over in time',
      { turns: [turn(5, { wasInterrupted: true }), turn(15)] },
      { state: 'working' },
    ],
    [
      'whose turn takes so long that the next one is overdue',
      { lastTurnAt: ago(40), turns: [turn(40, running), turn(50)] },
      { state: 'late', reason: 'slow' },
    ],
    [
      'that failed, and whose next turn takes long',
      { lastTurnAt: ago(40), turns: [turn(40, running), turn(50, failed), turn(60)] },
      { state: 'failing', reason: 'unreachable', failures: 1 },
    ],
    ['whose turn takes a while', { turns: [turn(9.9, running), turn(20)] }, { state: 'working' }],
    [
      'whose prices have grown old',
      { turns: [turn(5, { newestPriceAt: ago(30) })] },
      { state: 'late', reason: 'old_prices', newestPriceAt: ago(30) },
    ],
    [
      'of old fixtures',
      { turns: [turn(5, { newestPriceAt: ago(99) })], countedMinutes: null },
      { state: 'working' },
    ],
    ['with half of its items', { turns: [turn(5, { items: 50 })] }, { state: 'shrunken' }],
    ['with half of its prices', { turns: [turn(5, { odds: 400 })] }, { state: 'shrunken' }],
    ['with a little less', { turns: [turn(5, { items: 61, odds: 500 })] }, { state: 'working' }],
    [
      'with few items',
      { turns: [turn(5, { items: 1, odds: 0 })], usual: { items: 4, odds: 0 } },
      { state: 'working' },
    ],
    [
      'with half, and nothing to compare',
      { turns: [turn(5, { items: 50 })], usual: null },
      { state: 'working' },
    ],
  ])('%s', (_, facts, expected) => {
    expect(judge(facts)).toMatchObject(expected)
  })

  it('compares with the median of successful runs that list everything', () => {
    const turns = [
      turn(15, { items: 10, odds: 20 }),
      turn(25, { error: 'timed_out', items: 0 }),
      turn(35, { items: null, odds: null }),
      turn(45, { items: 30, odds: 60 }),
      turn(55, { items: 0, odds: 0 }),
    ]
    expect(usualOf(turns)).toBeNull()
    expect(usualOf([...turns, turn(65, { items: 20, odds: 90 })])).toEqual({ items: 20, odds: 60 })
  })
})
