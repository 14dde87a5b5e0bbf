import { createHmac, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Database } from '#app/platform/db/connection.server.ts'
import { isRefusedValue } from '#app/platform/db/sql-state.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { dayOf } from '#app/platform/time.ts'
import { createWriteSoon } from '#app/platform/write-soon.server.ts'

/** The most clicks in the queue. If it is full, the database is unavailable, and memory matters more than a count. */
const MAX_WAITING = 10_000
/** The most that one statement stores: PostgreSQL takes 65,535 parameters. */
const AT_ONCE = 1_000

type ClickRow = Omit<Selectable<DB['clicks']>, 'id'>
type ShownPrice = Pick<ClickRow, 'market' | 'outcome' | 'price' | 'position'>
/** A click without the price that was shown, which is read after the visitor has left. */
export type Click = Omit<ClickRow, 'market' | 'price' | 'position'>

interface WaitingClick {
  click: Click
  shown: Promise<ShownPrice | null>
}

const waiting = createWriteSoon((): WaitingClick[] => [], writeBatch)

/**
 * Adds a click to the next batch, so the visitor does not wait for the database.
 * @param shown the clicked price; null if there is none. If it cannot be read, the click is stored without it
 */
export function recordClick(
  services: Services,
  click: Click,
  shown: Promise<ShownPrice | null> = Promise.resolve(null),
): void {
  // Before a full queue is left: a failure that nobody waits for would end the process.
  const known = shown.catch((error: unknown) => {
    services.log.error({ err: error }, 'a click is counted without its price')
    return null
  })
  waiting.hold(services, (clicks) => {
    if (clicks.length < MAX_WAITING) clicks.push({ click, shown: known })
  })
}

/** Writes the queued clicks. */
export const writeClicks = waiting.flush

/** A batch that fails is logged and stays in the queue. */
async function writeBatch(
  services: Pick<Services, 'database' | 'log'>,
  waitingClicks: WaitingClick[],
): Promise<void> {
  const all = waitingClicks.splice(0)
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const batch = all.slice(from, from + AT_ONCE)
    try {
      await insertAll(services, await Promise.all(batch.map(toRow)))
    } catch (error) {
      const left = all.slice(from)
      services.log.error({ err: error, clicks: left.length }, 'clicks could not be written')
      waitingClicks.unshift(...left.slice(0, MAX_WAITING - waitingClicks.length))
      return
    }
  }
}

/** A click that the database refuses is lost alone: it must not keep the others waiting for ever. */
async function insertAll(services: Pick<Services, 'database' | 'log'>, clicks: ClickRow[]): Promise<void> {
  try {
    await insertClicks(services.database, clicks)
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    if (clicks.length > 1) {
      for (const click of clicks) await insertAll(services, [click])
    } else services.log.error({ err: error, click: clicks[0] }, 'a click that cannot be stored is dropped')
  }
}

async function toRow({ click, shown }: WaitingClick): Promise<ClickRow> {
  const { market, outcome, price, position } = (await shown) ?? { ...click, ...NO_PRICE }
  return { ...click, market, outcome, price, position }
}

const NO_PRICE = { market: null, price: null, position: null }

/**
 * If a match, a button or a promotion was deleted meanwhile, the click is stored without it. Existing ones are locked until the
 * click is stored, so a later deletion leaves its name on the click.
 */
async function insertClicks(database: Database, batch: ClickRow[]): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    const existing = async (
      table: 'matches' | 'affiliate_buttons' | 'bookmakers' | 'promotions',
      ids: (string | null)[],
    ) => {
      const wanted = [...new Set(ids.filter((id) => id !== null))]
      if (wanted.length === 0) return new Set<string>()
      const rows = await trx.selectFrom(table).select('id').where('id', 'in', wanted).forKeyShare().execute()
      return new Set(rows.map((row) => row.id))
    }
    const matches = await existing(
      'matches',
      batch.map((it) => it.match_id),
    )
    const buttons = await existing(
      'affiliate_buttons',
      batch.map((it) => it.button_id),
    )
    const bookmakers = await existing(
      'bookmakers',
      batch.map((it) => it.bookmaker_id),
    )
    const promotions = await existing(
      'promotions',
      batch.map((it) => it.promotion_id),
    )
    const kept = (id: string | null, ids: Set<string>) => (id !== null && ids.has(id) ? id : null)
    const rows = batch.map((click) => ({
      ...click,
      match_id: kept(click.match_id, matches),
      button_id: kept(click.button_id, buttons),
      bookmaker_id: kept(click.bookmaker_id, bookmakers),
      promotion_id: kept(click.promotion_id, promotions),
    }))
    await trx.insertInto('clicks').values(rows).execute()
  })
}

/** Without a secret, hashes are comparable only within one process. */
const ownSecret = randomBytes(32)

/**
 * Identifies a visitor for one day (UTC). The hash reveals no address and does not link a visitor's days.
 * @param sender the address and the browser, as far as they are known
 */
export function visitorHash(secret: string | undefined, sender: string, at: Date): string {
  const day = dayOf(at, 'UTC')
  const salt = createHmac('sha256', secret ?? ownSecret)
    .update(`clicks ${day}`)
    .digest()
  return createHmac('sha256', salt).update(sender).digest('base64url').slice(0, 22)
}
