import pg from 'pg'

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000
const CONNECT_TIMEOUT_MS = 10_000

export type Listen = (
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
) => Promise<() => Promise<void>>

/**
 * Listens on a connection of its own, which is opened again when it breaks; what was sent meanwhile is lost, so `onGap`
 * is called after each reconnection. Needs a direct address, not a transaction pooler's.
 * @throws the connection's error when the first connection fails
 */
export async function listenOnPostgres(
  url: string,
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'overround listen',
    })
    next.on('notification', (message) => onMessage(message.payload ?? ''))
    next.on('error', () => {})
    next.on('end', () => {
      if (client === next && !stopped) reconnect(FIRST_RETRY_MS)
    })
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    client = next
    if (stopped) await next.end()
  }

  function reconnect(delay: number): void {
    timer = setTimeout(async () => {
      try {
        await connect()
        onGap()
      } catch {
        reconnect(Math.min(delay * 2, LAST_RETRY_MS))
      }
    }, delay)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end()
  }
}
