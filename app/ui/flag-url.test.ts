import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FLAGS_PATH, flagEmoji, flagName } from './flag-url.ts'

const require = createRequire(import.meta.url)

describe('flagEmoji', () => {
  it.each([
    ['it', '🇮🇹'],
    ['GB', '🇬🇧'],
    [null, '🌐'],
    ['', '🌐'],
    ['gb-eng', '🌐'],
  ])('of %s is %s', (code, emoji) => {
    expect(flagEmoji(code)).toBe(emoji)
  })
})

describe('flagName', () => {
  it.each([
    ['IT', 'it'],
    ['GB-ENG', 'gb-eng'],
    ['INT', null],
    ['CA1', null],
    ['ZZ', null],
    ['GB-ZZZ', null],
  ])('of %s is %s', (code, name) => {
    expect(flagName(code)).toBe(name)
  })
})

describe('the flags', () => {
  it('are those of the package', () => {
    const folder = path.join(path.dirname(require.resolve('flag-icons/package.json')), 'flags/4x3')
    const files = readdirSync(folder).map((file) => file.replace('.svg', ''))
    const countries = files.filter((name) => /^(..|gb-...)$/.test(name))
    expect(countries.filter((name) => flagName(name) === null)).toEqual([])
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const known = letters.flatMap((a) => letters.map((b) => flagName(a + b))).filter((name) => name !== null)
    expect(known.filter((name) => !files.includes(name))).toEqual([])
  })
})

describe('FLAGS_PATH', () => {
  it('names the version of the package that is installed', () => {
    const { version } = require('flag-icons/package.json') as { version: string }
    expect(FLAGS_PATH.endsWith(`-${version}`)).toBe(true)
  })
})
