import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstOfEach, isPlainlySpelled, pageOfDataRequest, parseTarget } from './request-target.ts'

describe('parseTarget', () => {
  it.each([
    ['/en/football', '/en/football', ''],
    ['/?tab=x&y', '/', 'tab=x&y'],
    ['http://other.example/en?x=1', '/en', 'x=1'],
    ['HTTPS://other.example', '/', ''],
    ['http://other.example?x=1', '/', 'x=1'],
    ['/en#part', '/en', ''],
    ['/en/f%C3%BAtbol', '/en/f%C3%BAtbol', ''],
    ['/en/f\u00c3\u00batbol', '/en/f%C3%BAtbol', ''],
    ['/en/a..b/...', '/en/a..b/...', ''],
    ['/out?to=//other.example/../\\x', '/out', 'to=//other.example/../\\x'],
  ])('parses %s', (raw, path, query) => {
    expect(parseTarget(raw)).toEqual({ kind: 'target', path, query })
  })

  it.each([
    ['//evil.example/x', '/evil.example/x'],
    ['/en//football///x?a=//b', '/en/football/x?a=//b'],
    ['http://host.example//evil.example', '/evil.example'],
  ])('redirects %s to %s', (raw, location) => {
    expect(parseTarget(raw)).toEqual({ kind: 'redirect', location })
  })

  it.each([
    '',
    '*',
    'en',
    '/%',
    '/%E0%A4%A',
    '/%zz',
    '/\\evil.example',
    '/en/../admin',
    '/en/%2e%2E/admin',
    '/.',
    '/a%00',
    '/a?b=%00',
    '/a b',
    '/a\n',
  ])('refuses %j', (raw) => {
    expect(parseTarget(raw)).toEqual({ kind: 'refused', status: 400 })
  })

  it('refuses what is too long', () => {
    expect(parseTarget(`/${'x'.repeat(5_000)}`)).toEqual({ kind: 'refused', status: 414 })
  })

  it('returns a path that URL parses the same way', () => {
    fc.assert(
      fc.property(
        fc.webPath({ size: 'medium' }).map((it) => `/${it}`),
        (raw) => {
          const parsed = parseTarget(raw)
          if (parsed.kind !== 'target') return
          expect(new URL(`http://site.example${parsed.path}`).pathname).toBe(parsed.path)
        },
      ),
    )
  })

  it('never redirects to another host', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[/\\.a-z?%2e]{1,20}$/), (rest) => {
        const parsed = parseTarget(`/${rest}`)
        if (parsed.kind !== 'redirect') return
        expect(new URL(parsed.location, 'http://site.example').host).toBe('site.example')
      }),
    )
  })
})

describe('an address with a slash at its end', () => {
  it.each([
    ['/en/', '/en'],
    ['/en/soccer/?tab=live', '/en/soccer?tab=live'],
    ['//en//soccer//', '/en/soccer'],
    ['///', '/'],
  ])('%s redirects to %s', (raw, location) => {
    expect(parseTarget(raw)).toEqual({ kind: 'redirect', location })
  })

  it('is the home page if there is nothing else', () => {
    expect(parseTarget('/?tab=live')).toEqual({ kind: 'target', path: '/', query: 'tab=live' })
  })
})

describe('firstOfEach', () => {
  it('keeps the first value of the named parameters, sorted by name', () => {
    const names = new Set(['tab', 'page'])
    expect(firstOfEach('tab=b&utm_source=x&page=2&tab=a&__proto__=1', names)).toEqual([
      ['page', '2'],
      ['tab', 'b'],
    ])
    expect(firstOfEach('fbclid=1', names)).toEqual([])
    expect(firstOfEach('', names)).toEqual([])
  })
})

describe('isPlainlySpelled', () => {
  it.each([
    ['/en/f%C3%BAtbol/italy', true],
    ['/en/_.data', true],
    ['/robots.txt', true],
    ['/en/f%c3%batbol', false],
    ['/en/%73occer', false],
    ['/en/soccer%2Fitaly', true],
  ])('%s: %s', (path, expected) => {
    expect(isPlainlySpelled(path)).toBe(expected)
  })
})

describe('pageOfDataRequest', () => {
  it.each([
    ['/en/football.data', '/en/football'],
    ['/_.data', '/'],
    ['/en/_.data', '/en/'],
    ['/en', '/en'],
  ])('%s belongs to %s', (path, page) => {
    expect(pageOfDataRequest(path)).toBe(page)
  })
})
