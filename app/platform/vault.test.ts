import { describe, expect, it } from 'vitest'
import { SealError, seal, unseal } from './vault.ts'

const SECRET = 'a secret of the site'

describe('an encrypted text', () => {
  it('is decrypted only with its secret and context', () => {
    const sealed = seal(SECRET, 'promo/KEY', 'the k€y')
    expect(unseal(SECRET, 'promo/KEY', sealed)).toBe('the k€y')
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('the k')
    expect(() => unseal('another secret', 'promo/KEY', sealed)).toThrow(SealError)
    expect(() => unseal(SECRET, 'other/KEY', sealed)).toThrow(SealError)
  })

  it('is different each time', () => {
    expect(seal(SECRET, 'a', 'same')).not.toBe(seal(SECRET, 'a', 'same'))
  })

  it('that was changed anywhere is refused', () => {
    const sealed = seal(SECRET, 'a', 'text')
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => unseal(SECRET, 'a', `v1.${changed.toString('base64url')}`)).toThrow(SealError)
    }
    expect(() => unseal(SECRET, 'a', 'v2.x')).toThrow(SealError)
    expect(() => unseal(SECRET, 'a', '')).toThrow(SealError)
  })
})
