import net from 'node:net'
import pg from 'pg'

const LAST_RETRY_MS = 2_000
const CONNECT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_DELAY_MS = 10_000

const DEFAULTS = {
  firstRetryMs: 100,
  /** The interval of the connection's health check, and its timeout. */
  beatMs: 15_000,
  limitMs: 5_000,
}

export type Listen = (
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
) => Promise<() => Promise<void>>

/**
 * Listens on a separate connection, which is reopened when it breaks or no longer responds: a connection that was cut
 * silently would otherwise deliver nothing for hours. Notifications sent meanwhile are lost, so `onGap` is called after
 * each reconnection. Requires a direct address, not a transaction pooler's.
 * @throws the connection's error when the first connection fails
 */
export async function listenOnPostgres(
  url: string,
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
  options: Partial<typeof DEFAULTS> = {},
): Promise<() => Promise<void>> {
  const { firstRetryMs, beatMs, limitMs } = { ...DEFAULTS, ...options }
  let stopped = false
  let current: { client: pg.Client; socket: net.Socket } | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const socket = new net.Socket()
    const client = new pg.Client({
      connectionString: url,
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'overround listen',
    })
    client.on('notification', (message) => onMessage(message.payload ?? ''))
    client.on('error', () => {})
    client.on('end', () => {
      if (current?.client === client && !stopped) reconnect(firstRetryMs)
    })
    try {
      await client.connect()
      await within(limitMs, socket, client.query(`listen ${pg.escapeIdentifier(channel)}`))
    } catch (error) {
      socket.destroy()
      throw error
    }
    if (stopped) return within(limitMs, socket, client.end())
    current = { client, socket }
    beat(client, socket)
  }

  function beat(client: pg.Client, socket: net.Socket): void {
    timer = setTimeout(async () => {
      try {
        await within(limitMs, socket, client.query('select 1'))
      } catch {
        socket.destroy()
      }
      if (!stopped && !socket.destroyed) beat(client, socket)
    }, beatMs)
  }

  function reconnect(delay: number): void {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      try {
        await connect()
        if (!stopped) onGap()
      } catch {
        if (!stopped) reconnect(Math.min(delay * 2, LAST_RETRY_MS))
      }
    }, delay)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    if (current) await within(limitMs, current.socket, current.client.end())
  }
}

/** Waits for a response; a connection without one in time is closed, which ends all its pending queries. */
async function within(limitMs: number, socket: net.Socket, answer: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), limitMs)
  try {
    await answer
  } finally {
    clearTimeout(timer)
  }
}
