import type { AddressInfo } from 'node:net'
import { createServer, connect as openSocket, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import type { Database } from './connection.server.ts'
import { listenOnPostgres } from './listen.server.ts'

const FAST = { beatMs: 20, limitMs: 300, firstRetryMs: 20 }

/** A proxy to the database that can stop responding, or refuse connections, without closing any. */
class Road {
  readonly #server: Server
  readonly #sockets: Socket[] = []
  #holds = false
  connections = 0

  constructor(address: URL) {
    this.#server = createServer((socket) => {
      this.connections += 1
      this.#sockets.push(socket)
      socket.on('error', () => {})
      if (this.#holds) return
      const target = openSocket(Number(address.port || 5432), address.hostname)
      this.#sockets.push(target)
      target.on('error', () => {})
      socket.pipe(target).pipe(socket)
    })
  }
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return (this.#server.address() as AddressInfo).port
  }
  fallSilent(): void {
    for (const socket of this.#sockets) socket.unpipe().pause()
  }
  /** Closes all connections. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
  /** Accepts new connections without forwarding them. */
  hold(): void {
    this.#holds = true
  }
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

describe.runIf(process.env.TEST_DATABASE_URL)('listening on PostgreSQL', () => {
  let database: Database
  let road: Road
  let url: string
  beforeEach(async () => {
    database = await createTestDatabase()
    const address = new URL(database.url ?? '')
    road = new Road(new URL(address))
    address.port = String(await road.open())
    address.hostname = '127.0.0.1'
    url = address.href
  })
  afterEach(async () => {
    await road.close()
    await database.close()
  })

  it('detects a connection that died silently, and receives again', async () => {
    const heard: string[] = []
    const gap = vi.fn()
    const stop = await listenOnPostgres(url, 'news', (payload) => heard.push(payload), gap, FAST)
    road.fallSilent()
    await vi.waitFor(() => expect(gap).toHaveBeenCalled(), 10_000)
    await sql`select pg_notify('news', 'again')`.execute(database.kysely)
    await vi.waitFor(() => expect(heard).toEqual(['again']), 20_000)
    await stop()
  })

  it('stops also when its connection is dead', async () => {
    const stop = await listenOnPostgres(
      url,
      'news',
      () => {},
      () => {},
      { ...FAST, beatMs: 60_000 },
    )
    road.fallSilent()
    await stop()
  })

  it('does not retry, and reports no gap, once it was stopped', async () => {
    const gap = vi.fn()
    const stop = await listenOnPostgres(url, 'news', () => {}, gap, FAST)
    road.hold()
    road.hangUp()
    await vi.waitFor(() => expect(road.connections).toBe(2), 20_000)
    // An attempt is pending, and fails after the stop.
    await stop()
    road.hangUp()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(road.connections).toBe(2)
    expect(gap).not.toHaveBeenCalled()
  })
})
