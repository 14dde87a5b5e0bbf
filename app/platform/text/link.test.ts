import { describe, expect, it } from 'vitest'
import { isOperatorLink } from './link.ts'

describe('isOperatorLink', () => {
  it.each(['https://example.com/x?y=1#z', 'http://example.com', '/', '/en/soccer', '#', '#offers'])(
    'takes %s',
    (link) => expect(isOperatorLink(link)).toBe(true),
  )

  it.each([
    '',
    'example.com',
    'https://',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'https://a b',
    ' https://example.com',
  ])('refuses "%s"', (link) => expect(isOperatorLink(link)).toBe(false))
})
