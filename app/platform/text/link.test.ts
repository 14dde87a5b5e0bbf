import { describe, expect, it } from 'vitest'
import { isOperatorLink, toLocation } from './link.ts'

describe('isOperatorLink', () => {
  it.each(['https://example.com/x?y=1#z', 'http://example.com', '/', '/en/soccer', '#', '#offers'])(
    'accepts %s',
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

describe('toLocation', () => {
  it.each([
    ['https://alphabet.example/?ref=1&x=%2F#top', 'https://alphabet.example/?ref=1&x=%2F#top'],
    ['https://пример.рф/путь', 'https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C'],
    ['https://example.com/日本?q=é', 'https://example.com/%E6%97%A5%E6%9C%AC?q=%C3%A9'],
    ['/en/öffnen?a=ü', '/en/%C3%B6ffnen?a=%C3%BC'],
    ['/.//evil.example/ä', '/.//evil.example/%C3%A4'],
    ['#', '#'],
    ['#ä', '#%C3%A4'],
  ])('encodes %s for a header', (link, location) => {
    expect(toLocation(link)).toBe(location)
    expect(new Headers({ Location: location }).get('Location')).toBe(location)
  })
})
