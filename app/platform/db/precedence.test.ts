import { describe, expect, it } from 'vitest'
import { createPrecedence } from './precedence.ts'

describe('background work', () => {
  it('continues at once while nobody waits', async () => {
    let waited = false
    const work = createPrecedence().work((giveWay) => giveWay(60_000))
    const turn = new Promise((resolve) => setImmediate(resolve)).then(() => {
      waited = true
    })
    await work
    expect(waited).toBe(false)
    await turn
  })

  it('yields to visitors until none waits', async () => {
    const precedence = createPrecedence()
    let waiting = 2
    precedence.watch(() => waiting)
    const order: string[] = []
    const work = precedence.work((giveWay) => giveWay(60_000)).then(() => order.push('work'))
    await new Promise((resolve) => setTimeout(resolve, 30))
    order.push('visitor')
    expect(precedence.isWorking).toBe(true)
    waiting = 0
    await work
    expect(order).toEqual(['visitor', 'work'])
    expect(precedence.isWorking).toBe(false)
  })

  it('continues after its limit, however many wait', async () => {
    const precedence = createPrecedence()
    precedence.watch(() => 1)
    await precedence.work((giveWay) => giveWay(20))
  })
})
