import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { longId, shortId } from './short-id.ts'

describe('short ids', () => {
  it('represent an id in 22 characters of base64url', () => {
    for (let round = 0; round < 200; round += 1) {
      const id = randomUUID()
      const short = shortId(id)
      expect(short).toBe(Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'))
      expect(longId(short)).toBe(id)
    }
  })

  it.each([
    '',
    'abc',
    'ABCDEFGHIJKLMNOPQRSTUV',
    '0123456789012345678901',
    'ABCDEFGHIJKLMNOPQRST/A',
    'x'.repeat(23),
  ])('reject "%s"', (text) => expect(longId(text)).toBeUndefined())
})
