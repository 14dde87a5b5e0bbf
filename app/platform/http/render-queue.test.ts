import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRenderQueue } from './render-queue.server.ts'

describe('the render queue', () => {
  const open = (mustShare: () => boolean, atOnce = 1) => {
    const begun: string[] = []
    const queue = createRenderQueue({ atOnce, mustShare })
    const add = (name: string, work: () => Promise<unknown> = async () => {}) =>
      queue.add(async () => {
        begun.push(name)
        await work()
      })
    return { queue, begun, add }
  }
  const turns = async () => {
    for (let i = 0; i < 3; i += 1) await turn()
  }

  it('runs no more jobs at once than its limit', async () => {
    const { begun, add, queue } = open(() => false, 2)
    const { promise, resolve } = Promise.withResolvers<void>()
    const all = ['a', 'b', 'c'].map((name) => {
      const one = add(name, () => promise)
      one.request(1, false)
      return one.outcome
    })
    await turns()
    expect([begun, queue.isFull]).toEqual([['a', 'b'], true])
    resolve()
    await Promise.all(all)
    expect([begun, queue.isFull]).toEqual([['a', 'b', 'c'], false])
  })

  it('pauses as long as the last job took, unless a visitor waits', async () => {
    const { begun, add } = open(() => true)
    const first = add('first', () => sleep(400))
    const refresh = add('refresh')
    refresh.request(100, false)
    await first.outcome
    await turns()
    expect(begun).toEqual(['first'])
    const awaited = add('awaited')
    awaited.request(1, true)
    await awaited.outcome
    expect(begun).toEqual(['first', 'awaited'])
    await refresh.outcome
    expect(begun).toEqual(['first', 'awaited', 'refresh'])
  })

  it('continues when a job fails', async () => {
    const { begun, add } = open(() => false)
    const failing = add('failing', () => Promise.reject(new Error('broken')))
    const next = add('next')
    next.request(1, false)
    await expect(failing.outcome).rejects.toThrow('broken')
    await next.outcome
    expect(begun).toEqual(['failing', 'next'])
  })
})
