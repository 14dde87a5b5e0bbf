import { describe, expect, it } from 'vitest'
import { EnvironmentError, parseEnv } from './env.ts'

describe('parseEnv', () => {
  it('runs embedded on port 3000 when nothing is set', () => {
    const env = parseEnv({})
    expect(env).toMatchObject({ port: 3000, databaseUrl: undefined, mode: 'development', webConcurrency: 1 })
  })

  it('names both missing variables in production', () => {
    expect(() => parseEnv({ NODE_ENV: 'production' })).toThrow(EnvironmentError)
    expect(() => parseEnv({ NODE_ENV: 'production' })).toThrow(/DATABASE_URL[\s\S]*APP_SECRET/)
  })

  it('refuses a replica of no database', () => {
    const env = { REPLICA_URL: 'postgres://localhost/y' }
    expect(() => parseEnv(env)).toThrow(/DATABASE_URL/)
    expect(parseEnv({ ...env, DATABASE_URL: 'postgres://localhost/x' })).toMatchObject({
      replicaUrl: 'postgres://localhost/y',
    })
  })

  it('names only the one that is missing', () => {
    const attempt = () => parseEnv({ NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/x' })
    expect(attempt).toThrow(/APP_SECRET/)
    expect(attempt).not.toThrow(/DATABASE_URL:/)
    const embedded = () => parseEnv({ NODE_ENV: 'production', EMBEDDED: '1' })
    expect(embedded).toThrow(/APP_SECRET/)
    const secret = () => parseEnv({ NODE_ENV: 'production', APP_SECRET: 'sixteen characters' })
    expect(secret).toThrow(/DATABASE_URL/)
    expect(secret).not.toThrow(/APP_SECRET:/)
  })

  it('accepts EMBEDDED=1 as an explicit choice of the embedded database', () => {
    const env = parseEnv({ NODE_ENV: 'production', EMBEDDED: '1', APP_SECRET: 'sixteen characters' })
    expect(env.databaseUrl).toBeUndefined()
  })

  it('refuses two databases at once, and names both', () => {
    const attempt = () => parseEnv({ EMBEDDED: '1', DATABASE_URL: 'postgres://localhost/x' })
    expect(attempt).toThrow(EnvironmentError)
    expect(attempt).toThrow(/EMBEDDED[\s\S]*DATABASE_URL/)
  })

  it.each([
    ['PORT', 'eighty'],
    ['APP_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['DATABASE_URL', 'postgresfoo'],
    ['REPLICA_URL', 'postgres:db'],
    ['DATABASE_URL', 'postgres://me:se#cret@db/x'],
    ['DATABASE_URL', 'postgres://me@db:99999/x'],
    ['APP_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(name)
  })

  it.each([
    'postgres:///x?host=/run/postgresql',
    'postgresql://me@/x?host=/tmp',
    'postgres://me:se%23cret@[::1]:5433/x',
  ])('accepts %s for PostgreSQL', (DATABASE_URL) => {
    expect(parseEnv({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  })

  it('treats an empty variable as absent', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '' }).port).toBe(3000)
  })
})

it('serves metrics on loopback only, when a port is given for them', () => {
  expect(parseEnv({}).metrics).toBeUndefined()
  expect(parseEnv({ METRICS_PORT: '9100' }).metrics).toEqual({ port: 9100, host: '127.0.0.1' })
  expect(parseEnv({ METRICS_PORT: '9100', METRICS_HOST: '10.0.0.5' }).metrics?.host).toBe('10.0.0.5')
})

it.each(['odds@example.org', 'Odds of Example <odds@example.org>'])('accepts the mail sender %j', (from) => {
  expect(parseEnv({ MAIL_FROM: from }).mailFrom).toBe(from)
})

it.each(['Odds of Example', 'odds@', 'odds@example.org\nBcc: everybody@example.org'])(
  'refuses the mail sender %j',
  (from) => expect(() => parseEnv({ MAIL_FROM: from })).toThrow('MAIL_FROM: must be an address'),
)
