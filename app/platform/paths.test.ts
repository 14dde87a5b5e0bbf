import { describe, expect, it } from 'vitest'
import {
  accountPath,
  countryPath,
  homePath,
  isAccountScreen,
  isPublicPage,
  isReserved,
  leaguePath,
  matchPath,
  operatorHref,
  searchPath,
  searchResource,
  sportPath,
} from './paths.ts'

const match = {
  id: '0b8f3a52-6f9c-4d7e-9a51-2c1f0e7d4b6a',
  slug: 'inter-vs-milan',
  ambiguous: false,
  sport: { slug: 'soccer' },
  country: { slug: 'italy' },
  league: { slug: 'serie-a' },
}

describe('paths', () => {
  it('builds each level of the tree', () => {
    expect(homePath('it')).toBe('/it')
    expect(sportPath('it', 'soccer')).toBe('/it/soccer')
    expect(countryPath('it', 'soccer', 'italy')).toBe('/it/soccer/italy')
    expect(leaguePath('it', 'soccer', 'italy', 'serie-a')).toBe('/it/soccer/italy/serie-a')
    expect(matchPath('it', match)).toBe('/it/soccer/italy/serie-a/inter-vs-milan')
    expect(accountPath('it', 'login')).toBe('/it/login')
  })

  it('names an ambiguous match by its id as well', () => {
    expect(matchPath('it', { ...match, ambiguous: true })).toBe(
      `/it/soccer/italy/serie-a/${match.id}/inter-vs-milan`,
    )
  })

  it('names a match without a slug by its id alone', () => {
    expect(matchPath('it', { ...match, slug: '' })).toBe(`/it/soccer/italy/serie-a/${match.id}`)
  })

  it('escapes the text of a search', () => {
    expect(searchPath('it')).toBe('/it/search')
    expect(searchPath('it', 'a&b')).toBe('/it/search?q=a%26b')
    expect(searchResource('it', 'a&b')).toBe('/resources/search?q=a%26b&lang=it')
  })

  it('escapes the letters of other scripts', () => {
    expect(sportPath('ar', 'كرة')).toBe(`/ar/${encodeURIComponent('كرة')}`)
  })
})

describe('isReserved', () => {
  it("reserves the addresses of the site's own screens", () => {
    expect(['login', 'search', 'admin', 'go', 'sure-bets'].every(isReserved)).toBe(true)
    expect(isReserved('soccer')).toBe(false)
  })
})

describe('isPublicPage', () => {
  it.each(['/en', '/en/soccer', '/en/soccer.data', '/en.data', '/en/x.txt', '/en/dropping-odds'])(
    'accepts %s',
    (path) => {
      expect(isPublicPage(path)).toBe(true)
    },
  )

  it.each([
    '/',
    '/nba',
    '/admin',
    '/admin/sports',
    '/api/x',
    '/resources/me',
    '/en/login',
    '/en/profile.data',
    '/login',
    '/healthz',
    '/metrics',

    '/.well-known/x',
    '/soccer/italy',
    '/en/search',
    '/en/search.data',
    '/search',
  ])('does not include %s', (path) => {
    expect(isPublicPage(path)).toBe(false)
  })
})

describe('isAccountScreen', () => {
  it.each(['/en/profile', '/en/profile.data', '/login', '/en/reset-password'])('accepts %s', (path) => {
    expect(isAccountScreen(path)).toBe(true)
  })

  it.each(['/en', '/en/soccer.data', '/en/soccer/profile', '/en/profiles'])('does not include %s', (path) => {
    expect(isAccountScreen(path)).toBe(false)
  })
})

describe('operatorHref', () => {
  it.each([
    ['/soccer', '/it/soccer'],
    ['/', '/it'],
    ['/soccer?tab=live#x', '/it/soccer?tab=live#x'],
    ['/en/soccer', '/en/soccer'],
    ['/de', '/de'],
    ['/media/terms.pdf', '/media/terms.pdf'],
    ['/sitemap.xml', '/sitemap.xml'],
    ['/robots.txt#end', '/robots.txt#end'],
    ['/sitemaps/en-1.xml', '/sitemaps/en-1.xml'],
    ['/healthz?x=1', '/healthz?x=1'],
    ['/soccer/v1.5', '/it/soccer/v1.5'],
    ['#', '#'],
    ['https://example.com/soccer', 'https://example.com/soccer'],
  ])('turns %s into %s on an Italian page', (link, href) => {
    expect(operatorHref(link, 'it')).toBe(href)
  })
})
