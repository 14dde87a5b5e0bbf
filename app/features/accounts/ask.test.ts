import { APIError } from 'better-auth'
import { describe, expect, it } from 'vitest'
import { ask } from './auth.server.ts'

describe('what the library of accounts says', () => {
  it('is given to the caller', async () => {
    const headers = new Headers({ 'set-cookie': 'a=1' })
    expect(await ask(Promise.resolve({ headers, response: 'signed in' }))).toEqual({
      ok: true,
      value: 'signed in',
      headers,
    })
  })

  it('is given to the caller where it is a refusal', async () => {
    const refusal = new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'no' })
    expect(await ask(Promise.reject(refusal))).toEqual({
      ok: false,
      status: 401,
      code: 'INVALID_EMAIL_OR_PASSWORD',
    })
  })

  it.each([new Error('the database is away'), new APIError('INTERNAL_SERVER_ERROR'), 'nonsense'])(
    'is thrown again where it is no refusal: %s',
    async (failure) => {
      await expect(ask(Promise.reject(failure))).rejects.toBe(failure)
    },
  )
})
