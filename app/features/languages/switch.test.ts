import { describe, expect, it } from 'vitest'
import { inLanguage } from './switch.ts'

describe('inLanguage', () => {
  it.each([
    ['/en', '', '/it'],
    ['/en/soccer/italy', '', '/it/soccer/italy'],
    ['/en', '?tab=live&sport=tennis', '/it?tab=live&sport=tennis'],
  ])('turns %s%s into %s', (pathname, search, expected) => {
    expect(inLanguage(pathname, search, 'it')).toBe(expected)
  })
})
