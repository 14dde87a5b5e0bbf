import { EventEmitter } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { recordPauses } from '#tests/support/pauses.ts'
import {
  askStatus,
  fetchGuarded,
  type GuardedFetchOptions,
  isPublicAddress,
  postGuarded,
} from './fetch-guarded.server.ts'

const local: GuardedFetchOptions = {
  allowPrivateAddresses: true,
  retryDelayMs: 5,
}
/** For tests of a silent server: others must hold on a busy machine. */
const impatient: GuardedFetchOptions = { ...local, headersTimeoutMs: 200, idleTimeoutMs: 200 }
let server: FeedServer

beforeAll(async () => {
  server = await startFeedServer()
})
afterAll(() => server.close())

async function readText(address: string, options: GuardedFetchOptions = {}): Promise<string> {
  const { body } = await fetchGuarded(address, { ...local, ...options })
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378::1',
    '2001:db8::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '[::1]',
    'localhost',
    '',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '[2a00:1450:4001::1]'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('the guard', () => {
  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user:pass@10.0.0.1/',
    'file:///etc/passwd',
    'ftp://example.org/',
    'gopher://127.0.0.1/',
    'not an address',
  ])('refuses %s', async (address) => {
    await expect(fetchGuarded(address, { attempts: 1 })).rejects.toMatchObject({ code: 'address_refused' })
  })

  it('refuses a redirect to another scheme', async () => {
    const address = server.answer('/to-file', { kind: 'redirect', to: 'file:///etc/passwd' })
    await expect(readText(address)).rejects.toMatchObject({ code: 'address_refused' })
  })

  it('gives up after five redirects', async () => {
    const address = server.answer('/loop', { kind: 'redirect', to: '/loop' })
    await expect(readText(address)).rejects.toMatchObject({ code: 'too_many_redirects' })
  })
})

describe.each([
  ['fetchGuarded', (address: string, options: GuardedFetchOptions) => fetchGuarded(address, options)],
  ['postGuarded', (address: string, options: GuardedFetchOptions) => postGuarded(address, '{}', options)],
  ['askStatus', (address: string, options: GuardedFetchOptions) => askStatus(address, 'HEAD', options)],
])('%s', (_, ask) => {
  it('ends with an answer that switches to another protocol', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'x' }
    const address = server.answer('/switch', { kind: 'body', status: 101, headers, body: '' })
    await expect(ask(address, local)).rejects.toMatchObject({ code: 'http_status', status: 101 })
  })

  it('ends within its time, even if the connection tells nothing', async () => {
    const silent = Object.assign(new EventEmitter(), { end: () => {}, destroy: () => {} })
    const asked = vi.spyOn(http, 'request').mockReturnValue(silent as unknown as http.ClientRequest)
    try {
      const asking = ask('http://127.0.0.1/', { ...local, totalTimeoutMs: 50 })
      await expect(asking).rejects.toMatchObject({ code: 'timed_out' })
    } finally {
      asked.mockRestore()
    }
  })
})

describe('fetchGuarded', () => {
  it('follows redirects', async () => {
    server.answer('/target', { kind: 'body', body: 'here' })
    const address = server.answer('/moved', { kind: 'redirect', to: '../target', status: 307 })
    expect(await readText(address)).toBe('here')
  })

  it.each(['gzip', 'br', 'deflate'] as const)('undoes %s', async (encoding) => {
    const address = server.answer(`/${encoding}`, {
      kind: 'compressed',
      body: 'odds '.repeat(1000),
      encoding,
    })
    expect(await readText(address)).toBe('odds '.repeat(1000))
  })

  it('retries on 429 and 5xx, after the requested pause', async () => {
    const address = server.answer(
      '/busy',
      { kind: 'body', status: 429, body: '{}', headers: { 'retry-after': '1' } },
      { kind: 'body', status: 503, body: '' },
      { kind: 'drop' },
      { kind: 'body', body: 'at last' },
    )
    const began = Date.now()
    expect(await readText(address)).toBe('at last')
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000)
  })

  it('tries four times at most, each time after a pause twice as long', async () => {
    const address = server.answer('/down', { kind: 'body', status: 503, body: '' })
    const pauses = recordPauses()
    const reading = fetchGuarded(address, { allowPrivateAddresses: true }).finally(pauses.stop)
    await expect(reading).rejects.toMatchObject({ code: 'http_status', status: 503 })
    expect(server.requests.filter(({ path }) => path === '/down')).toHaveLength(4)
    expect(pauses.lengths).toHaveLength(3)
    for (const [n, ms] of pauses.lengths.entries()) {
      expect(Math.abs(ms / (1000 * 2 ** n) - 1)).toBeLessThanOrEqual(0.25)
    }
  })

  it("does not retry on 401, and reports the server's message", async () => {
    const address = server.answer('/key', {
      kind: 'body',
      status: 401,
      body: '{"message":"API key is missing"}',
    })
    await expect(readText(address)).rejects.toMatchObject({
      code: 'http_status',
      status: 401,
      message: expect.stringContaining('API key is missing'),
    })
    expect(server.requests.filter(({ path }) => path === '/key')).toHaveLength(1)
  })

  it('gives up on a server that hangs or stops sending', async () => {
    const hung = server.answer('/hang', { kind: 'hang' })
    await expect(readText(hung, { ...impatient, attempts: 2 })).rejects.toMatchObject({ code: 'timed_out' })
    const stalled = server.answer('/stall', { kind: 'stall', body: 'x'.repeat(100), after: 10 })
    await expect(readText(stalled, impatient)).rejects.toMatchObject({ code: 'timed_out' })
  })

  it('makes no attempt that the time for all of them does not suffice for', async () => {
    const hung = server.answer('/hang-once', { kind: 'hang' })
    await expect(readText(hung, { ...local, answerWithinMs: 300 })).rejects.toMatchObject({
      code: 'timed_out',
    })
    const down = server.answer('/down-once', { kind: 'body', status: 503, body: '' })
    const reading = readText(down, { ...local, answerWithinMs: 300, retryDelayMs: 1_000 })
    await expect(reading).rejects.toMatchObject({ code: 'http_status', status: 503 })
    const asked = server.requests.filter(({ path }) => path === '/hang-once' || path === '/down-once')
    expect(asked).toHaveLength(2)
  })

  it('distinguishes a truncated body from a complete one', async () => {
    const cut = server.answer('/cut', { kind: 'cut', body: 'x'.repeat(100), after: 10 })
    await expect(readText(cut)).rejects.toMatchObject({ code: 'cut_short' })
    const gzip = server.answer('/cut-gzip', { kind: 'cut-gzip', body: 'xyz'.repeat(1000), after: 20 })
    await expect(readText(gzip)).rejects.toMatchObject({ code: 'cut_short' })
  })

  it('stops at the size limit, counted after decompression', async () => {
    const bomb = server.answer('/bomb', { kind: 'compressed', body: 'x'.repeat(5_000_000), encoding: 'gzip' })
    await expect(readText(bomb, { maxBytes: 1_000_000 })).rejects.toMatchObject({ code: 'too_large' })
  })

  it("does not count the reader's own time as silence", async () => {
    const address = server.answer('/reader', { kind: 'body', body: 'x'.repeat(500_000) })
    const { body } = await fetchGuarded(address, { ...local, idleTimeoutMs: 200 })
    let size = 0
    for await (const piece of body) {
      if (size === 0) await new Promise((resolve) => setTimeout(resolve, 400))
      size += piece.length
    }
    expect(size).toBe(500_000)
  })

  it('can be aborted', async () => {
    const address = server.answer('/abort', { kind: 'hang' })
    const signal = AbortSignal.timeout(50)
    await expect(fetchGuarded(address, { ...local, signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('rejects an unknown encoding before another of the same response is undone', async () => {
    const address = server.answer('/two-encodings', {
      kind: 'body',
      body: 'not gzip',
      headers: { 'content-encoding': 'zstd, gzip' },
    })
    await expect(readText(address)).rejects.toMatchObject({ code: 'not_decodable' })
    // What gzip would say comes later, with nobody to tell.
    await new Promise((resolve) => setTimeout(resolve, 50))
  })

  it('rejects a response with an encoding that was not requested', async () => {
    const address = server.answer('/zstd', {
      kind: 'stall',
      body: 'x'.repeat(100),
      after: 50,
      headers: { 'content-encoding': 'zstd' },
    })
    const { body } = await fetchGuarded(address, local)
    const read = async () => {
      for await (const _ of body);
    }
    expect(server.connections()).toBeGreaterThan(0)
    await expect(read()).rejects.toMatchObject({ code: 'not_decodable' })
    await vi.waitFor(() => expect(server.connections()).toBe(0), 20_000)
  })
})
