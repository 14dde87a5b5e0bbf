import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { FLAGS_PATH, flagEmoji, flagName } from './flag-url.ts'

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
  ])('of %s is %s', (code, name) => {
    expect(flagName(code)).toBe(name)
  })
})

describe('FLAGS_PATH', () => {
  it('names the version of the package that is installed', () => {
    const { version } = createRequire(import.meta.url)('flag-icons/package.json') as { version: string }
    expect(FLAGS_PATH.endsWith(`-${version}`)).toBe(true)
  })
})
