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
    ['PORT', '-1'],
    ['METRICS_PORT', '65536'],
    ['WEB_CONCURRENCY', '1.5'],
    ['TRUST_PROXY', 'yes'],
    ['APP_URL', 'javascript:alert(1)'],
    ['APP_URL', 'odds.example.org'],
    ['APP_URL', 'https://odds.example.org/base'],
    ['APP_URL', 'https://odds.example.org/?a=b'],
    ['APP_URL', 'https://odds.example.org#top'],
    ['APP_URL', 'https://me:secret@odds.example.org'],
    ['SMTP_URL', 'smtp://me:se#cret@mail.example.org:587'],
    ['SMTP_URL', 'smtp://me:5#cret@mail.example.org:587'],
    ['SMTP_URL', 'mail.example.org:587'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['DATABASE_URL', 'postgresfoo'],
    ['REPLICA_URL', 'postgres:db'],
    ['DATABASE_URL', 'postgres://me:se#cret@db/x'],
    ['DATABASE_URL', 'postgres://me@db:99999/x'],
    ['APP_SECRET', 'short'],
    ['APP_SECRET', `short${' '.repeat(20)}`],
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

  it.each(['', ' ', '\t  '])('treats a blank variable (%j) as absent', (blank) => {
    const env = parseEnv({ PORT: blank, METRICS_PORT: blank, DATABASE_URL: blank, APP_SECRET: blank })
    expect(env).toMatchObject({
      port: 3000,
      metrics: undefined,
      databaseUrl: undefined,
      secret: undefined,
    })
  })

  it.each([
    ['PORT', 'eighty', 'must be a whole number from 0 to 65535'],
    ['TRUST_PROXY', 'yes', 'must be the number of proxies in front of the server, from 0 to 10'],
    ['SMTP_URL', 'smtp://me:se#cret@mail.example.org:587', 'write # as %23'],
    ['APP_URL', 'https://odds.example.org/base', 'without a path, a query or a password'],
  ])('says of %s=%s that it %s', (name, value, message) => {
    expect(() => parseEnv({ [name]: value })).toThrow(message)
  })

  it.each([
    ['https://odds.example.org/', 'https://odds.example.org'],
    ['HTTPS://Odds.Example.ORG:8443//', 'https://odds.example.org:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('reads the public origin of %s', (APP_URL, appUrl) => {
    const env = parseEnv({ APP_URL })
    expect([env.appUrl, env.https]).toEqual([appUrl, appUrl.startsWith('https:')])
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
