import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { halfId, idsOf, longId, shortId } from './short-id.ts'

describe('short ids', () => {
  it('represent an id in 22 characters of base64url', () => {
    for (let round = 0; round < 200; round += 1) {
      const id = randomUUID()
      const short = shortId(id)
      expect(short).toBe(Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'))
      expect(idsOf(short)).toEqual({ first: id, last: id })
      expect([longId(short), longId(halfId(id))]).toEqual([id, undefined])
    }
  })

  it('represent the first half of an id in 11 characters', () => {
    for (let round = 0; round < 200; round += 1) {
      const id = randomUUID()
      const half = halfId(id)
      expect(half).toBe(Buffer.from(id.replaceAll('-', '').slice(0, 16), 'hex').toString('base64url'))
      const { first = '', last = '' } = idsOf(half) ?? {}
      expect([first, id, last].toSorted()).toEqual([first, id, last])
      expect([first.slice(0, 18), last.slice(0, 18)]).toEqual([id.slice(0, 18), id.slice(0, 18)])
    }
  })

  it.each([
    '',
    'abc',
    'ABCDEFGHIJKLMNOPQRSTUV',
    '0123456789012345678901',
    'ABCDEFGHIJKLMNOPQRST/A',
    'x'.repeat(23),
    'ABCDEFGHIJK'.replace('K', 'B'),
  ])('reject "%s"', (text) => expect(idsOf(text)).toBeUndefined())
})
