import { describe, expect, it } from 'vitest'
import { MigrationError } from '#app/platform/db/migrate.server.ts'
import { EnvironmentError } from '#app/platform/env.ts'
import { describeFailure } from './describe-failure.ts'

const withCode = (code: string, message: string, more = {}) =>
  Object.assign(new Error(message), { code }, more)

describe('what a program prints before it ends', () => {
  it.each([
    ['no server', withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1')],
    ['no socket', withCode('ENOENT', 'connect ENOENT /tmp/.s.PGSQL.5432', { syscall: 'connect' })],
    ['no such host', withCode('ENOTFOUND', 'getaddrinfo ENOTFOUND nowhere')],
    ['no such role', withCode('28000', 'role "x" does not exist')],
    ['a wrong password', withCode('28P01', 'password authentication failed for user "x"')],
    ['no such database', withCode('3D000', 'database "x" does not exist')],
    ['no connection left', withCode('53300', 'sorry, too many clients already')],
    ['no TLS', new Error('The server does not support SSL connections')],
    ['a certificate of its own', withCode('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate')],
    ['no answer in time', new Error('timeout expired')],
  ])('is one sentence for %s', (_, error) => {
    const said = describeFailure(error, { onPostgres: true })
    expect(said).toMatch(/^PostgreSQL cannot be reached at DATABASE_URL/)
    expect(said).toContain(error.message)
    expect(said).not.toContain('\n')
    expect(describeFailure(error, { onPostgres: false })).toContain('describe-failure.test.ts')
  })

  it('says that there is no answer where the error says nothing', () => {
    expect(describeFailure(withCode('ECONNREFUSED', ''), { onPostgres: true })).toBe(
      'PostgreSQL cannot be reached at DATABASE_URL (ECONNREFUSED): no answer',
    )
  })

  it('is the message of what the operator can fix, and the stack of a fault', () => {
    expect(describeFailure(new EnvironmentError('Set PORT.'), { onPostgres: true })).toBe('Set PORT.')
    // PostgreSQL was reached, in all of these.
    const full = new MigrationError('The migration 0001 failed: could not extend file', {
      cause: withCode('53100', 'could not extend file'),
    })
    expect(describeFailure(full, { onPostgres: true })).toBe(full.message)
    for (const code of ['42P01', '53200', '57014'])
      expect(describeFailure(withCode(code, 'no relation'), { onPostgres: true })).toContain(
        'describe-failure.test.ts',
      )
  })
})
