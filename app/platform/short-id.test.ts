import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { idStart, idsOf, longId, shortId } from './short-id.ts'

describe('short ids', () => {
  it('represent an id in 22 characters of base64url', () => {
    for (let round = 0; round < 200; round += 1) {
      const id = randomUUID()
      const short = shortId(id)
      expect(short).toBe(Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'))
      expect(idsOf(short)).toEqual({ first: id, last: id })
      expect([longId(short), longId(idStart(id))]).toEqual([id, undefined])
    }
  })

  it('represent the first digits of an id in 8 characters', () => {
    for (let round = 0; round < 200; round += 1) {
      const id = randomUUID()
      const start = idStart(id)
      expect(start).toBe(Buffer.from(id.replaceAll('-', '').slice(0, 12), 'hex').toString('base64url'))
      const { first = '', last = '' } = idsOf(start) ?? {}
      expect([first, id, last].toSorted()).toEqual([first, id, last])
      expect([first.slice(0, 13), last.slice(0, 13)]).toEqual([id.slice(0, 13), id.slice(0, 13)])
    }
  })

  it.each([
    '',
    'abc',
    'ABCDEFGHIJKLMNOPQRSTUV',
    '0123456789012345678901',
    'ABCDEFGHIJKLMNOPQRST/A',
    'x'.repeat(23),
    'ABCDEFGHI',
  ])('reject "%s"', (text) => expect(idsOf(text)).toBeUndefined())
})
