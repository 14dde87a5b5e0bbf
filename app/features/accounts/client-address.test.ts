import { describe, expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

describe('the address of a client', () => {
  it.each([
    [0, '198.51.100.1', '10.0.0.1'],
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '192.0.2.9, 198.51.100.1', '198.51.100.1'],
    [2, '192.0.2.9, 198.51.100.1', '192.0.2.9'],
    [2, '198.51.100.1', '198.51.100.1'],
    [1, null, '10.0.0.1'],
  ])('is beyond %i proxies of the chain %s: %s', (proxies, forwarded, expected) => {
    expect(clientAddress('10.0.0.1', forwarded, proxies)).toBe(expected)
  })

  it.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('has no port and no brackets, with which some proxies write it: %s', (forwarded, expected) => {
    expect(clientAddress('10.0.0.1', `192.0.2.9:1, ${forwarded}`, 1)).toBe(expected)
  })
})
