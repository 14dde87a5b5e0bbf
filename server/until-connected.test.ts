import { pino } from 'pino'
import { beforeEach, expect, it, vi } from 'vitest'
import { isFull, untilConnected } from './until-connected.ts'

let lines: string[]
let pauses: number[]
beforeEach(() => {
  lines = []
  pauses = []
})

const full = () => Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
const wait = (run: () => Promise<string>, more: { signal?: AbortSignal; onWait?: () => void } = {}) =>
  untilConnected('the background work', run, {
    log: pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line).msg) }),
    passes: isFull,
    pause: async (seconds) => pauses.push(seconds),
    ...more,
  })

it('waits until the database has a connection, with growing pauses, and says so', async () => {
  const run = vi.fn(async () => 'started')
  for (let attempt = 0; attempt < 7; attempt += 1) run.mockRejectedValueOnce(full())
  const onWait = vi.fn()
  expect(await wait(run, { onWait })).toBe('started')
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30])
  expect(onWait).toHaveBeenCalledTimes(7)
  expect(lines[1]).toBe('the background work: the database has no connection for it; next attempt in 2 s')
})

it('does not wait where waiting does not help', async () => {
  const refused = Object.assign(new Error('no such role'), { code: '28000' })
  await expect(wait(() => Promise.reject(refused))).rejects.toBe(refused)
  expect(lines).toEqual([])
})

it('ends with the process', async () => {
  const ending = new AbortController()
  const onWait = () => ending.abort()
  expect(await wait(() => Promise.reject(full()), { signal: ending.signal, onWait })).toBeUndefined()
  expect(lines).toHaveLength(1)
})
