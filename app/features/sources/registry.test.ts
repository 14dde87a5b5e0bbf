import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '#app/platform/env.ts'
import english from '../../../locales/en/admin.json' with { type: 'json' }
import { checkSettings, findSource, SOURCES } from './registry.server.ts'
import { readSettings } from './settings.ts'

describe.each(SOURCES.map((source) => ({ key: source.key, source })))(
  'the source $key',
  ({ key, source }) => {
    it('has a unique key with its label, and a folder with its contract test', () => {
      expect(SOURCES.filter((other) => other.key === key)).toEqual([source])
      expect(key).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(english[`import.source.${key}` as keyof typeof english]).toBe(source.label)
      expect(findSource(key)).toBe(source)
      const test = path.join(import.meta.dirname, key, `${key}.test.ts`)
      expect(existsSync(test), test).toBe(true)
      expect(readFileSync(test, 'utf8')).toContain('describeContract(')
    })

    it('has parts for a schedule only when it has a schedule', () => {
      expect(source.plan === undefined || source.everyMinutes !== null).toBe(true)
    })
  },
)

describe('the variables of sources', () => {
  it('are read from the environment, with their defaults, empty ones as absent', () => {
    const source = SOURCES.find(({ key }) => key === 'the-odds-api')
    if (!source) throw new Error('no such source')
    expect(readSettings(source, parseEnv({ ODDS_API_KEY: 'k', ODDS_API_REGIONS: '' }))).toEqual({
      ODDS_API_URL: 'https://api.the-odds-api.com',
      ODDS_API_KEY: 'k',
      ODDS_API_REGIONS: 'eu,uk',
      ODDS_API_MARKETS: 'h2h,spreads,totals',
    })
  })

  it('are refused by name when an address is invalid', () => {
    const refused = () => checkSettings(parseEnv({ PROMO_URL: 'javascript:alert(1)', SPORTSDB_URL: 'x' }))
    expect(refused).toThrow(/PROMO_URL[\s\S]*SPORTSDB_URL/)
    expect(() => checkSettings(parseEnv({ PROMO_URL: '' }))).not.toThrow()
  })
})
