import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { beforeEach, expect, it, vi } from 'vitest'
import { type ServingProcess, superviseServers } from './supervise.ts'

class FakeProcess extends EventEmitter {
  readonly signals: string[] = []
  readonly process = {
    pid: 1,
    kill: (signal: string) => {
      this.signals.push(signal)
      this.end(0)
      return true
    },
  }
  listens() {
    this.emit('listening')
  }
  end(code: number) {
    this.emit('exit', code, null)
  }
}

let forked: FakeProcess[]
let lines: string[]
beforeEach(() => {
  forked = []
  lines = []
})

function supervise() {
  return superviseServers({
    count: 2,
    log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
    fork: () => {
      const child = new FakeProcess()
      forked.push(child)
      return child as unknown as ServingProcess
    },
    firstPauseMs: 1,
  })
}

it('ends when a process ends before it listens, and stops the others', async () => {
  const started = supervise()
  forked[0]?.listens()
  forked[1]?.end(1)
  await expect(started).rejects.toThrow(/ended with code 1 before it listened/)
  expect(forked).toHaveLength(2)
  expect(forked[0]?.signals).toEqual(['SIGTERM'])
})

it('replaces a process that ends later, and logs it', async () => {
  const started = supervise()
  for (const child of forked) child.listens()
  const stop = await started
  forked[0]?.end(7)
  await vi.waitFor(() => expect(forked).toHaveLength(3), 20_000)
  expect(lines.join()).toMatch(/"code":7/)
  // A process that fails to start after that is restarted: the database can be unavailable for a while.
  forked[2]?.end(1)
  await vi.waitFor(() => expect(forked).toHaveLength(4), 20_000)
  forked[3]?.listens()
  await stop()
  expect(forked.map(({ signals }) => signals)).toEqual([[], ['SIGTERM'], [], ['SIGTERM']])
})

it('starts no process while it stops', async () => {
  const started = supervise()
  for (const child of forked) child.listens()
  const stop = await started
  forked[0]?.end(7)
  await stop()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(forked).toHaveLength(2)
})
