import { describe, expect, it } from 'vitest'
import { isClick, isOutboundLink, wayOut, waysOut } from './rules.ts'
import type { AffiliateButton } from './schema.ts'

const buttons: AffiliateButton[] = [
  { id: 'first', text: 'Bet now', bookmaker: null },
  { id: 'corvane', text: 'To Corvane', bookmaker: 'Corvane' },
]
const match = { id: 'm', affiliateLink: null }
const click = { page: 'league', lang: 'it' }

describe('wayOut', () => {
  it('is the button of the bookmaker whose price it is, else the first', () => {
    expect(wayOut(match, buttons, 'Corvane', { ...click, outcome: 'draw' })).toEqual({
      text: 'To Corvane',
      bookmaker: 'Corvane',
      href: '/go/button/corvane?m=m&p=league&l=it&o=draw',
    })
    expect(wayOut(match, buttons, 'Dunlin', click)?.href).toBe('/go/button/first?m=m&p=league&l=it')
    expect(wayOut(match, buttons, null, click)?.text).toBe('Bet now')
  })

  it("prefers the operator's own link of the match", () => {
    const own = { id: 'm', affiliateLink: 'https://example.com/derby' }
    expect(wayOut(own, buttons, 'Corvane', click)?.href).toBe('/go/match/m?m=m&p=league&l=it')
  })

  it('is nowhere without a button', () => {
    expect(wayOut(match, [], 'Corvane', click)).toBeNull()
  })
})

describe('waysOut', () => {
  it('are all buttons in their order', () => {
    expect(waysOut(match, buttons, click).map(({ href }) => href)).toEqual([
      '/go/button/first?m=m&p=league&l=it',
      '/go/button/corvane?m=m&p=league&l=it',
    ])
  })

  it("have the operator's own link of the match in the first one's place", () => {
    const own = { id: 'm', affiliateLink: 'https://example.com/derby' }
    expect(waysOut(own, buttons, click)).toEqual([
      { text: 'Bet now', bookmaker: null, href: '/go/match/m?m=m&p=league&l=it' },
      { text: 'To Corvane', bookmaker: 'Corvane', href: '/go/button/corvane?m=m&p=league&l=it' },
    ])
  })
})

describe('isOutboundLink', () => {
  it.each(['https://example.com/x?y=1', 'http://example.com', '/en/soccer'])('takes %s', (link) => {
    expect(isOutboundLink(link)).toBe(true)
  })

  it.each([
    '#',
    '',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'example.com',
  ])('refuses %s', (link) => {
    expect(isOutboundLink(link)).toBe(false)
  })
})

describe('isClick', () => {
  const headersOf = (given: Record<string, string>) => new Headers({ 'user-agent': 'Mozilla/5.0', ...given })

  it('is what a person asks for', () => {
    expect(isClick('GET', headersOf({}))).toBe(true)
  })

  it.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { purpose: 'prefetch' }],
    ['GET', { 'user-agent': 'Googlebot/2.1' }],
    ['GET', { 'user-agent': '' }],
  ])('is not %s %o', (method, headers) => {
    expect(isClick(method, headersOf(headers))).toBe(false)
  })
})

describe('edges of ways out', () => {
  it('takes the first of several buttons, and for no bookmaker the first of all', () => {
    const twins = [...buttons, { id: 'twin', text: 'Twin', bookmaker: 'Corvane' }]
    expect(wayOut(match, twins, 'Corvane', click)?.text).toBe('To Corvane')
    expect(wayOut(match, buttons.toReversed(), null, click)?.text).toBe('To Corvane')
  })

  it('takes no notice of an own link that leads nowhere', () => {
    const own = { id: 'm', affiliateLink: 'javascript:alert(1)' }
    expect(wayOut(own, buttons, null, click)?.href).toBe('/go/button/first?m=m&p=league&l=it')
  })

  it.each([
    ['HTTPS://EXAMPLE.COM', true],
    ['x https://example.com', false],
    ['xhttps://example.com', false],
    ['https://example.com/a b', false],
    ['https://', false],
  ])('%s leads somewhere: %s', (link, expected) => {
    expect(isOutboundLink(link)).toBe(expected)
  })

  it.each([
    [{ 'sec-purpose': 'Prefetch' }, false],
    [{ purpose: 'PRERENDER' }, false],
    [{ 'sec-purpose': 'x', purpose: 'y' }, true],
  ])('a person asks with %o: %s', (given, expected) => {
    expect(isClick('GET', new Headers({ 'user-agent': 'Mozilla/5.0', ...given }))).toBe(expected)
  })
})
