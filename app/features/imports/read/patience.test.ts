import { expect, it, vi } from 'vitest'
import { FeedReader } from './feed-reader.server.ts'
import { Patience } from './patience.ts'

/** A body that sends a piece each few milliseconds, for ever. */
async function* trickle(signal: AbortSignal) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    signal.throwIfAborted()
    yield new Uint8Array(1)
  }
}

async function drain(body: AsyncIterable<Uint8Array>): Promise<number> {
  let pieces = 0
  for await (const _ of body) pieces += 1
  return pieces
}

it('a body that never ends is given up, and so is the next request', async () => {
  const patience = new Patience(50)
  const limit = new AbortController()
  await expect(drain(patience.read(limit, trickle(limit.signal)))).rejects.toMatchObject({
    code: 'timed_out',
  })
  expect(patience.leftMs).toBe(0)
  await expect(patience.wait(new AbortController(), async () => 'answer')).rejects.toMatchObject({
    code: 'timed_out',
  })
})

it('what happens between two pieces of a body does not count', async () => {
  const patience = new Patience(1_000_000)
  const before = patience.leftMs
  for await (const _ of patience.read(new AbortController(), pieces(3))) {
    const left = patience.leftMs
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(patience.leftMs).toBe(left)
  }
  expect(patience.leftMs).toBeLessThan(before)
})

it('other errors are told as they are, and without a limit nothing is given up', async () => {
  const patience = new Patience()
  const failing = patience.wait(new AbortController(), () => Promise.reject(new Error('refused')))
  await expect(failing).rejects.toThrow('refused')
  expect(await drain(patience.read(new AbortController(), pieces(3)))).toBe(3)
  expect(patience.leftMs).toBe(Number.POSITIVE_INFINITY)
})

it('a limit of a month is no shorter one', async () => {
  const patience = new Patience(31 * 24 * 3_600_000)
  const limit = new AbortController()
  const slowly = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    limit.signal.throwIfAborted()
    return 'answer'
  }
  expect(await patience.wait(limit, slowly)).toBe('answer')
})

it('a request that there is no time for reserves no credits', async () => {
  const reserve = vi.fn()
  type Options = ConstructorParameters<typeof FeedReader>
  const options = { source: { key: 'feed' }, patience: new Patience(0), credits: { reserve } }
  const reader = new FeedReader(...([{}, options] as unknown as Options))
  const asked = reader.request({ address: 'https://feed.example/odds' })
  await expect(asked).rejects.toMatchObject({ code: 'timed_out' })
  expect(reserve).not.toHaveBeenCalled()
})

async function* pieces(count: number) {
  for (let n = 0; n < count; n += 1) yield new Uint8Array(1)
}
