import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to PostgreSQL that a test can interrupt like a network fault. */
export interface DatabaseLine {
  /** The database's URL through this connection. */
  url: string
  /**
   * Ends every connection.
   * @param next what happens to new ones: accepted and never answered, or refused
   */
  cut(next: 'silent' | 'refused'): void
  mend(): void
  close(): Promise<void>
}

/** @param url the database's own URL */
export async function openDatabaseLine(url: string): Promise<DatabaseLine> {
  const target = new URL(url)
  const host = target.hostname || '127.0.0.1'
  const port = Number(target.port || 5432)
  const sockets = new Set<Socket>()
  let state: 'mended' | 'silent' | 'refused' = 'mended'
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  }
  const server = createServer((near) => {
    keep(near)
    if (state === 'refused') return near.destroy()
    if (state === 'silent') return
    const far = connect({ host, port })
    keep(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: through.href,
    cut(next) {
      state = next
      cutAll()
    },
    mend() {
      state = 'mended'
      cutAll()
    },
    async close() {
      server.close()
      cutAll()
      await once(server, 'close')
    },
  }
}
