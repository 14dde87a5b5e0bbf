import { describe, expect, it } from 'vitest'
import { isClick, isOutboundLink, matchOutboundLink, priceHref } from './rules.ts'
import type { AffiliateButton } from './schema.ts'

const corvane = { id: 'c', name: 'Corvane' }
const dunlin = { id: 'd', name: 'Dunlin' }
const buttons: AffiliateButton[] = [
  { id: 'first', text: 'Bet now', bookmaker: null },
  { id: 'corvane', text: 'To Corvane', bookmaker: corvane },
  { id: 'dunlin', text: 'Bet now', bookmaker: dunlin },
]
const match = { id: 'm', affiliateLink: null }
const click = { page: 'league', lang: 'it' }

describe('priceHref', () => {
  it("is the button of the bookmaker whose price it is, and nobody else's", () => {
    expect(priceHref(match, buttons, 'c', { ...click, outcome: 'draw' })).toBe(
      '/go/button/corvane?m=m&p=league&l=it&o=draw',
    )
    for (const nobody of ['e', 'Corvane', null]) expect(priceHref(match, buttons, nobody, click)).toBeNull()
  })

  it('tells bookmakers of one name apart', () => {
    const regions = [{ id: 'uk', text: 'Bet', bookmaker: { id: 'c-uk', name: 'Corvane' } }, ...buttons]
    expect(priceHref(match, regions, 'c', click)).toContain('/go/button/corvane?')
  })

  it('takes the first of several buttons of a bookmaker', () => {
    const twins = [...buttons, { id: 'twin', text: 'Twin', bookmaker: corvane }]
    expect(priceHref(match, twins, 'c', click)).toContain('/go/button/corvane?')
  })
})

describe('matchOutboundLink', () => {
  it('is the button of the best-priced bookmaker that has one, under its name', () => {
    expect(matchOutboundLink(match, buttons, ['e', 'd', 'c'], click)).toEqual({
      text: 'Bet now',
      bookmaker: 'Dunlin',
      href: '/go/button/dunlin?m=m&p=league&l=it',
    })
  })

  it("is the first button that is nobody's where none of them has one", () => {
    expect(matchOutboundLink(match, buttons.toReversed(), ['e'], click)).toEqual({
      text: 'Bet now',
      bookmaker: null,
      href: '/go/button/first?m=m&p=league&l=it',
    })
    expect(matchOutboundLink(match, buttons.slice(1), ['e'], click)).toBeNull()
    expect(matchOutboundLink(match, [], ['c'], click)).toBeNull()
  })

  it("is the operator's own link of the match before any, and names nobody", () => {
    const own = { id: 'm', affiliateLink: 'https://example.com/derby' }
    const way = { text: null, bookmaker: null, href: '/go/match/m?m=m&p=league&l=it' }
    expect(matchOutboundLink(own, buttons, ['c'], click)).toEqual(way)
    expect(matchOutboundLink(own, [], [], click)).toEqual(way)
  })

  it('takes no notice of an own link that leads nowhere', () => {
    const own = { id: 'm', affiliateLink: 'javascript:alert(1)' }
    expect(matchOutboundLink(own, buttons, ['c'], click)?.bookmaker).toBe('Corvane')
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
