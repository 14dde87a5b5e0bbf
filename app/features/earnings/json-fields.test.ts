import { describe, expect, it } from 'vitest'
import { readJsonFields } from './json-fields.ts'

describe('the fields of a JSON object', () => {
  it.each([
    ['90071992547409930001', '90071992547409930001'],
    ['12345678901.05', '12345678901.05'],
    ['0.30000000000000000001', '0.30000000000000000001'],
    ['7731', '7731'],
    ['-12.50', '-12.5'],
    ['12.00', '12'],
    ['0', '0'],
    ['0.05', '0.05'],
    ['1.0E7', '10000000'],
    ['9007199254740993e0', '9007199254740993'],
    ['125e-1', '12.5'],
    ['5e-2', '0.05'],
    ['1e400', '1e400'],
  ])('keep every digit of the number %s: %s', (number, text) => {
    expect(readJsonFields(`{"amount": ${number}}`)).toEqual([['amount', text]])
  })

  it('are all there, in order, also those that are there twice', () => {
    const json = String.raw`{ "a" : "1", "b\u0061":2,"a":"\"}, \\","c":{"a":[3,{"a":4}]},"d":null,"e":true,"f":" x " }`
    expect(readJsonFields(json)).toEqual([
      ['a', '1'],
      ['ba', '2'],
      ['a', '"}, \\'],
      ['f', ' x '],
    ])
  })

  it.each(['', '[]', '"a"', '1', 'null', '{"a":1', '{"a":01}', "{'a':1}"])('do not exist in %j', (json) => {
    expect(readJsonFields(json)).toBeNull()
  })
})
