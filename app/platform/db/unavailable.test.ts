import { describe, expect, it } from 'vitest'
import { isDatabaseUnavailable } from './unavailable.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })

describe('isDatabaseUnavailable', () => {
  it.each([
    ['a refused connection', coded('ECONNREFUSED')],
    ['a lost connection', coded('08006')],
    ['too many clients', coded('53300')],
    ['a shutdown', coded('57P01')],
    ['a start', coded('57P03')],
    ['a statement beyond its limit', coded('57014')],
    ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
    ['a broken connection', new Error('Connection terminated unexpectedly')],
    [
      'the rollback on a broken connection',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
    ['a missing socket file', Object.assign(coded('ENOENT'), { syscall: 'connect' })],
    ['the cause of another error', new Error('the page failed', { cause: coded('53300') })],
    ['one of several addresses', new AggregateError([coded('ECONNREFUSED')])],
  ])('is true for %s', (_, error) => expect(isDatabaseUnavailable(error)).toBe(true))

  it.each([
    ['a unique key', coded('23505')],
    ['an unknown column', coded('42703')],
    ['a wrong value', coded('22P02')],
    ['a missing file', Object.assign(coded('ENOENT'), { syscall: 'open' })],
    ['an error of the code', new TypeError('undefined is not a function')],
    ['a text', 'Connection terminated'],
  ])('is false for %s', (_, error) => expect(isDatabaseUnavailable(error)).toBe(false))
})
