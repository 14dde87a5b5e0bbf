import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const KILOBYTE = 1024
const SCREEN = '/admin/translations/import'

let database: Database
let site: TestSite
let cookie: string
beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  cookie = (await signInAdministrator(database, site)).cookie
})
afterAll(async () => {
  await site.close()
  await database.close()
})

/** Sends only the beginning of a body; returns the status of the response. */
async function statusBeforeTheEnd(fields: Record<string, string>, start: string): Promise<number> {
  const { port, hostname, host } = new URL(site.origin)
  const socket = connect(Number(port), hostname)
  const head = { host, origin: site.origin, 'sec-fetch-site': 'same-origin', ...fields }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${SCREEN} HTTP/1.1\r\n${lines.join('')}content-type: application/json\r\n\r\n${start}`)
  const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(20_000) })) as [Buffer]
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString('latin1'))?.[1])
}

const chunk = (length: number) => `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`

describe('a large body for the back office', () => {
  it.each([
    ['nobody', {}],
    ['a cookie that opens nothing', { cookie: 'overround.session_token=abc.def' }],
  ])('is not read when it comes from %s', async (_, from) => {
    const declared = { ...from, 'content-length': String(20 * KILOBYTE * KILOBYTE) }
    expect(await statusBeforeTheEnd(declared, 'x'.repeat(KILOBYTE))).toBe(401)
    const chunked = { ...from, 'transfer-encoding': 'chunked' }
    expect(await statusBeforeTheEnd(chunked, chunk(80 * KILOBYTE))).toBe(401)
  })

  it('is not read beyond 24 MB, for any sender', async () => {
    const declared = { cookie, 'content-length': String(25 * KILOBYTE * KILOBYTE) }
    expect(await statusBeforeTheEnd(declared, 'x')).toBe(413)
  })

  it.each([
    ['that says how long it is', (body: string) => body],
    ['that comes in chunks', (body: string) => new Blob([body]).stream()],
  ])('is read from an administrator: one %s', async (_, sent) => {
    const body = JSON.stringify({ padding: 'x'.repeat(20 * KILOBYTE * KILOBYTE) })
    const response = await fetch(site.origin + SCREEN, {
      method: 'POST',
      headers: {
        origin: site.origin,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie,
      },
      body: sent(body),
      duplex: 'half',
    } as RequestInit)
    expect([401, 403, 413]).not.toContain(response.status)
  })
})
