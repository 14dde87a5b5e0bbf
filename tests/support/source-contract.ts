/** The contract of every source: called by the test of each, with a valid body of one match. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventItem, FeedItem, Source } from '#app/features/sources/contract.ts'
import { DERBY } from './feeds.ts'

export const CONFIRMED = new Date('2024-03-01T12:00:00Z')
export const contractMatch = DERBY

export async function* inPieces(text: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export async function readItems(
  source: Source,
  body: unknown,
  { size = 1 << 16, ...context }: { size?: number; competitions?: readonly string[] } = {},
): Promise<FeedItem[]> {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const items: FeedItem[] = []
  const told = { confirmedAt: CONFIRMED, bookmaker: undefined, ...context }
  for await (const item of source.parse(inPieces(text, size), told)) items.push(item)
  return items
}

export async function readOneEvent(source: Source, body: unknown): Promise<EventItem> {
  const [item, ...others] = await readItems(source, body)
  expect(others).toEqual([])
  if (item?.kind !== 'event') throw new Error(`not an event: ${JSON.stringify(item)}`)
  return item
}

/** The kind of each item, or the reason why it is rejected. */
export function reasonsOf(items: readonly FeedItem[]): string[] {
  return items.map((item) => (item.kind === 'rejected' ? item.reason : item.kind))
}

/** The kind of each item; of a rejected one the reason, the event and the detail. */
export function toldOf(items: readonly FeedItem[]) {
  return items.map((item) =>
    item.kind === 'rejected' ? [item.reason, item.externalId ?? null, item.detail] : [item.kind],
  )
}

export async function failureOf(source: Source, body: unknown): Promise<string> {
  const error = await readItems(source, body).then(
    () => null,
    (failure: Error) => failure,
  )
  return error?.message ?? 'none'
}

export interface ContractBodies {
  /** One match, Riverton against Hillford in the Premier League of England. */
  sound: unknown
  /** A valid body with this in place of its list. */
  withList(list: readonly unknown[]): unknown
  /** The match's item in the list. */
  item: unknown
  /** Invalid bodies, with the code of the failure. */
  broken: readonly (readonly [body: string, code: string])[]
}

/** Bodies that are invalid for every JSON source. */
export const BROKEN_JSON = [
  ['', 'empty_body'],
  ['Service unavailable', 'not_json'],
  ['<html>', 'not_json'],
  ['null', 'not_json'],
  ['[', 'cut_short'],
  ['[1][2]', 'malformed_body'],
] as const

export function describeContract(source: Source, { sound, withList, item, broken }: ContractBodies): void {
  describe(`the contract: ${source.key}`, () => {
    it('reads the same event for any division of the body into chunks', async () => {
      const whole = await readItems(source, sound)
      expect(whole).toMatchObject([
        { kind: 'event', position: 0, home: 'Riverton', away: 'Hillford', sport: 'Soccer' },
      ])
      for (const size of [1, 7, 64]) expect(await readItems(source, sound, { size })).toEqual(whole)
    })

    it('numbers the items from 0 without a gap', async () => {
      const items = await readItems(source, withList([item, null, 7, 'x', {}, [], [[]], item]))
      expect(items.map(({ position }) => position)).toEqual(items.map((_, n) => n))
    })

    it('reads an empty list as no items', async () => {
      expect(await readItems(source, withList([]))).toEqual([])
    })

    it.each(broken)('fails for %j with %s', async (body, code) => {
      await expect(readItems(source, body)).rejects.toMatchObject({ code })
    })

    it('returns items or throws a RunError for any JSON', async () => {
      const keys = fc.constantFrom(
        'id',
        'key',
        'desc',
        'market',
        'markets',
        'events',
        'data',
        'bookmakers',
        'outcomes',
        'competitors',
        'name',
        'sport',
        'home_team',
        'away_team',
        'commence_time',
        'sport_key',
        'scheduled',
        'price',
        'k',
        '1',
        '4',
        '',
        '__proto__',
        'scores',
        'response',
        'fixture',
        'teams',
        'goals',
        'status',
        'errors',
      )
      const { value } = fc.letrec((tie) => ({
        value: fc.oneof(
          { depthSize: 'medium' },
          fc.constantFrom(
            null,
            true,
            0,
            -1,
            1e308,
            1.5,
            'desc',
            'market',
            'match',
            'h2h',
            'Draw',
            '2024-03-05T15:00:00Z',
          ),
          fc.string({ unit: 'binary' }),
          fc.array(tie('value'), { maxLength: 5 }),
          fc.array(fc.tuple(keys, tie('value')), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs)),
        ),
      }))
      await fc.assert(
        fc.asyncProperty(value, fc.boolean(), async (made, inList) => {
          try {
            const body = inList ? withList([made, item]) : made
            for (const read of await readItems(source, body, { size: 50 })) {
              expect(['event', 'live', 'result', 'rejected']).toContain(read.kind)
              if (read.kind === 'event')
                expect(read.home && read.away && read.externalId && read.sport && read.league).toBeTruthy()
            }
          } catch (error) {
            expect(error).toMatchObject({ name: 'RunError' })
          }
        }),
        { numRuns: 400 },
      )
    })
  })
}
