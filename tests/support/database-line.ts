import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A connection to PostgreSQL that a test can interrupt like a network fault. */
export interface DatabaseLine {
  /** The database's URL through this connection. */
  url: string
  /**
   * Ends every connection.
   * @param next what happens to new ones: accepted and never answered, or refused
   */
  cut(next: 'silent' | 'refused'): void
  /** Keeps every connection open, and passes nothing on any more; new ones are accepted and never answered. */
  hang(): void
  /** Refuses the next connections, and leaves the others. @returns awaits that they were refused */
  refuseNext(count: number): Promise<void>
  /** New connections work, and the others end; those that hang continue to hang. */
  mend(): void
  close(): Promise<void>
}

/**
 * @param url the database's own URL
 * @param alter what becomes of the database's answers
 */
export async function openDatabaseLine(
  url: string,
  alter?: (answer: Buffer) => Buffer,
): Promise<DatabaseLine> {
  const target = new URL(url)
  const host = target.hostname || '127.0.0.1'
  const port = Number(target.port || 5432)
  const sockets = new Set<Socket>()
  const hung = new Set<Socket>()
  let state: 'mended' | 'silent' | 'refused' = 'mended'
  let refusals = 0
  let refused = () => {}
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      hung.delete(socket)
    })
  }
  const server = createServer((near) => {
    keep(near)
    if (state === 'refused') return near.destroy()
    if (refusals > 0) {
      near.destroy()
      refusals--
      if (refusals === 0) refused()
      return
    }
    if (state === 'silent') return
    const far = connect({ host, port })
    keep(far)
    near.on('close', () => hung.has(far) || far.destroy())
    far.on('close', () => near.destroy())
    const answers = near.pipe(far)
    if (alter) answers.pipe(through(alter)).pipe(near)
    else answers.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  const cutAll = () => {
    for (const socket of sockets) if (!hung.has(socket)) socket.destroy()
  }
  return {
    url: address.href,
    cut(next) {
      state = next
      cutAll()
    },
    hang() {
      state = 'silent'
      for (const socket of sockets) {
        hung.add(socket)
        socket.unpipe().pause()
      }
    },
    refuseNext(count) {
      refusals = count
      return new Promise((resolve) => {
        refused = resolve
      })
    },
    mend() {
      state = 'mended'
      cutAll()
    },
    async close() {
      server.close()
      hung.clear()
      cutAll()
      await once(server, 'close')
    },
  }
}

const through = (alter: (answer: Buffer) => Buffer) =>
  new Transform({ transform: (answer, _, done) => done(null, alter(answer)) })
