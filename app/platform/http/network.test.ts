import { describe, expect, it } from 'vitest'
import { network } from './network.server.ts'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:0:1::443', '2001:db8:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s: %s', (address, expected) => {
    expect(network(address)).toBe(expected)
  })
})
