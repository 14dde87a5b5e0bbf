import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkUsername, type UsernameState } from './username-check.ts'

let states: UsernameState[]
let asked: string[]
let answer: () => Promise<Response>
beforeEach(() => {
  vi.useFakeTimers()
  states = []
  asked = []
  answer = async () => Response.json({ available: true })
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const type = (name: string) => checkUsername(name, (state) => states.push(state))

describe('a username that is typed', () => {
  it('is looked up half a second after the last letter, and not after each letter', async () => {
    const stop = type('zo')
    await vi.advanceTimersByTimeAsync(499)
    stop()
    type('zoe & co')
    await vi.advanceTimersByTimeAsync(499)
    expect([asked, states]).toEqual([[], ['checking', 'checking']])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toEqual(['/resources/username?name=zoe%20%26%20co'])
  })

  it.each<[string, () => Promise<Response>, UsernameState]>([
    ['free', async () => Response.json({ available: true }), 'available'],
    ['in use', async () => Response.json({ available: false }), 'taken'],
    ['asked for too often', async () => new Response(null, { status: 429 }), 'idle'],
    ['not reached', () => Promise.reject(new TypeError('Failed to fetch')), 'idle'],
  ])('is reported as %s once the answer arrives', async (_, answered, state) => {
    answer = answered
    type('zoe')
    expect(states).toEqual(['checking'])
    await vi.advanceTimersByTimeAsync(500)
    expect(states).toEqual(['checking', state])
  })

  it('is not looked up when it is empty', async () => {
    type(' ')
    await vi.advanceTimersByTimeAsync(10_000)
    expect([asked, states]).toEqual([[], ['idle']])
  })

  it('is not reported when another letter was typed meanwhile', async () => {
    const answers = Promise.withResolvers<Response>()
    answer = () => answers.promise
    const stop = type('zoe')
    await vi.advanceTimersByTimeAsync(500)
    stop()
    answers.resolve(Response.json({ available: false }))
    await vi.advanceTimersByTimeAsync(0)
    expect(states).toEqual(['checking'])
  })
})
