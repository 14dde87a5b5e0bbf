import { describe, expect, it } from 'vitest'
import { readOutboundPath } from '#app/platform/paths.ts'
import { isClick, isOutboundLink, matchOutboundLink, priceHref } from './outbound-link.ts'
import type { AffiliateButton } from './schema.ts'

/** Ids of buttons, and `m` of the match. */
const ID = {
  first: '0000000a-0000-4000-8000-000000000000',
  corvane: '0000000b-0000-4000-8000-000000000000',
  dunlin: '0000000c-0000-4000-8000-000000000000',
  twin: '0000000d-0000-4000-8000-000000000000',
  uk: '0000000e-0000-4000-8000-000000000000',
  m: '0000000f-0000-4000-8000-000000000000',
}

/** The query of an outbound link, as the server parses it. */
function readWay(href: string | null | undefined) {
  const [, , to = '', said = ''] = href?.split('/') ?? []
  const way = readOutboundPath(to, said)
  if (!way) return
  const { kind, ids, match, query } = way
  return { kind, id: within(ids), query: { m: within(match), ...query } }
}

const within = (ids: { first: string; last: string } | undefined) =>
  Object.values(ID).find((id) => ids && ids.first <= id && id <= ids.last)

const corvane = { id: 'c', name: 'Corvane' }
const dunlin = { id: 'd', name: 'Dunlin' }
const buttons: AffiliateButton[] = [
  { id: ID.first, text: 'Bet now', bookmaker: null },
  { id: ID.corvane, text: 'To Corvane', bookmaker: corvane },
  { id: ID.dunlin, text: 'Bet now', bookmaker: dunlin },
]
const match = { id: ID.m, affiliateLink: null }
const click = { page: 'league', lang: 'it' }

describe('priceHref', () => {
  it("is the button of the price's bookmaker, and of no other", () => {
    expect(readWay(priceHref(match, buttons, 'c', { ...click, clicked: 'draw' }))).toEqual({
      kind: 'button',
      id: ID.corvane,
      query: { m: ID.m, p: 'league', l: 'it', o: 'draw' },
    })
    for (const nobody of ['e', 'Corvane', null]) expect(priceHref(match, buttons, nobody, click)).toBeNull()
  })

  it('distinguishes bookmakers with the same name', () => {
    const regions = [{ id: ID.uk, text: 'Bet', bookmaker: { id: 'c-uk', name: 'Corvane' } }, ...buttons]
    expect(readWay(priceHref(match, regions, 'c', click))?.id).toBe(ID.corvane)
  })

  it('uses the first of several buttons of a bookmaker', () => {
    const twins = [...buttons, { id: ID.twin, text: 'Twin', bookmaker: corvane }]
    expect(readWay(priceHref(match, twins, 'c', click))?.id).toBe(ID.corvane)
  })
})

describe('matchOutboundLink', () => {
  it('is the button of the best-priced bookmaker that has one, under its name', () => {
    const way = matchOutboundLink(match, buttons, ['e', 'd', 'c'], click)
    expect(way).toMatchObject({ text: 'Bet now', bookmaker: 'Dunlin' })
    expect(readWay(way?.href)).toMatchObject({
      kind: 'button',
      id: ID.dunlin,
      query: { p: 'league', l: 'it' },
    })
  })

  it('is the first button without a bookmaker when none of them has one', () => {
    const way = matchOutboundLink(match, buttons.toReversed(), ['e'], click)
    expect(way).toMatchObject({ text: 'Bet now', bookmaker: null })
    expect(readWay(way?.href)).toMatchObject({ kind: 'button', id: ID.first, query: { m: ID.m } })
    expect(matchOutboundLink(match, buttons.slice(1), ['e'], click)).toBeNull()
    expect(matchOutboundLink(match, [], ['c'], click)).toBeNull()
  })

  it("is the operator's own link of the match first, without a bookmaker", () => {
    const own = { id: ID.m, affiliateLink: 'https://example.com/derby' }
    for (const ways of [
      matchOutboundLink(own, buttons, ['c'], click),
      matchOutboundLink(own, [], [], click),
    ]) {
      expect(ways).toMatchObject({ text: null, bookmaker: null })
      expect(readWay(ways?.href)).toMatchObject({ kind: 'match', id: ID.m, query: { m: ID.m, p: 'league' } })
    }
  })

  it('ignores an own link without a valid address', () => {
    const own = { id: ID.m, affiliateLink: 'javascript:alert(1)' }
    expect(matchOutboundLink(own, buttons, ['c'], click)?.bookmaker).toBe('Corvane')
  })
})

describe('isOutboundLink', () => {
  it.each(['https://example.com/x?y=1', 'http://example.com', '/en/soccer'])('accepts %s', (link) => {
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

  it('is a request of a person', () => {
    expect(isClick('GET', headersOf({}))).toBe(true)
  })

  it.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { purpose: 'prefetch' }],
    ['GET', { 'service-worker-navigation-preload': 'true' }],
    ['GET', { 'user-agent': 'Googlebot/2.1' }],
    ['GET', { 'user-agent': '' }],
  ])('is not %s %o', (method, headers) => {
    expect(isClick(method, headersOf(headers))).toBe(false)
  })
})

describe('edge cases of outbound links', () => {
  it.each([
    ['HTTPS://EXAMPLE.COM', true],
    ['x https://example.com', false],
    ['xhttps://example.com', false],
    ['https://example.com/a b', false],
    ['https://', false],
  ])('%s has a valid address: %s', (link, expected) => {
    expect(isOutboundLink(link)).toBe(expected)
  })

  it.each([
    [{ 'sec-purpose': 'Prefetch' }, false],
    [{ purpose: 'PRERENDER' }, false],
    [{ 'sec-purpose': 'x', purpose: 'y' }, true],
  ])('a request of a person with %o: %s', (given, expected) => {
    expect(isClick('GET', new Headers({ 'user-agent': 'Mozilla/5.0', ...given }))).toBe(expected)
  })
})
