import { expect, it } from 'vitest'
import { arePushKeys, encryptPush } from './push-encryption.ts'

const base64 = (text: string) => Buffer.from(text, 'base64url')

// RFC 8291, section 5 and appendix A.
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

it('a push message is encrypted as in the example of RFC 8291', () => {
  const body = encryptPush('When I grow up, I want to be a watermelon', KEYS, {
    key: base64('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: base64('DGv6ra1nlYgDCS1FRnbzlw'),
  })
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('keys that are no point of the curve, or of a wrong length, are refused', () => {
  expect(arePushKeys(KEYS)).toBe(true)
  expect(arePushKeys({ ...KEYS, auth: 'BTBZ' })).toBe(false)
  expect(arePushKeys({ ...KEYS, p256dh: base64('AA').toString('base64url') })).toBe(false)
  const outside = base64(KEYS.p256dh)
  outside[40] = (outside[40] ?? 0) ^ 1
  expect(arePushKeys({ ...KEYS, p256dh: outside.toString('base64url') })).toBe(false)
})
