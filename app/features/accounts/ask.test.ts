import { APIError } from 'better-auth'
import { describe, expect, it } from 'vitest'
import { ask } from './auth.server.ts'

describe('a response of the authentication library', () => {
  it('is returned to the caller', async () => {
    const headers = new Headers({ 'set-cookie': 'a=1' })
    expect(await ask(Promise.resolve({ headers, response: 'signed in' }))).toEqual({
      ok: true,
      value: 'signed in',
      headers,
    })
  })

  it('is returned to the caller when it is a refusal', async () => {
    const refusal = new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'no' })
    expect(await ask(Promise.reject(refusal))).toEqual({
      ok: false,
      status: 401,
      code: 'INVALID_EMAIL_OR_PASSWORD',
    })
  })

  it.each([new Error('the database is unavailable'), new APIError('INTERNAL_SERVER_ERROR'), 'nonsense'])(
    'is rethrown when it is not a refusal: %s',
    async (failure) => {
      await expect(ask(Promise.reject(failure))).rejects.toBe(failure)
    },
  )
})
