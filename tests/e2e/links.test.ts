import { describe, expect, inject, it } from 'vitest'
import { readDocument } from '#tests/support/links.ts'
import { siteAt } from '#tests/support/site.ts'

const site = siteAt(inject('origin'))

const LANGUAGES = ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']
/** Links to the visitor's own language: those of the mobile bar are specified without one. */
const WITHOUT_LANGUAGE = ['/login', '/register']
const AT_ONCE = 8

/** What a page says of its language, without all the rest being parsed: there are a thousand of them. */
async function langOf(response: Response): Promise<string | undefined> {
  return /<html\b[^>]*\slang="([^"]*)"/.exec(await response.text())?.[1]
}

const isOutbound = (path: string) => path.startsWith('/go/')
/** Calendars and other files in a language. */
const isFeed = (path: string) => path.startsWith('/feeds/')
const languageOf = (path: string) => path.split(/[/?#]/)[isFeed(path) ? 2 : 1] ?? ''
const isMatch = (path: string) => /-vs-[^/]*$/.test(path)

/** The problem of a link's target; undefined if there is none. */
async function faultOf(path: string): Promise<string | undefined> {
  const response = await site.get(path)
  const location = response.headers.get('location')
  if (isOutbound(path)) {
    const leadsOut = location !== null && /^https?:\/\//.test(location) && !location.startsWith(site.origin)
    return response.status === 302 && leadsOut ? undefined : `${path}: ${response.status} ${location}`
  }
  if (WITHOUT_LANGUAGE.includes(path)) {
    const next = location === null ? 'nowhere' : await faultOf(location)
    return next && `${path}: ${response.status} ${next}`
  }
  if (response.status !== 200) return `${path}: ${response.status} ${location ?? ''}`
  if (isFeed(path)) return undefined
  const lang = await langOf(response)
  return lang === languageOf(path) ? undefined : `${path}: lang is ${lang}`
}

/** The faults of all these, in no order. */
async function faultsOf(paths: Iterable<string>): Promise<string[]> {
  const rest = [...paths]
  const faults: string[] = []
  const work = async () => {
    for (let path = rest.pop(); path !== undefined; path = rest.pop()) {
      const fault = await faultOf(path)
      if (fault) faults.push(fault)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return faults
}

/** The site's own addresses that a page links to, all of them in its language or with a reason not to be. */
async function linksOf(path: string): Promise<string[]> {
  const response = await site.get(path)
  const { lang, links, ids } = readDocument(await response.text())
  expect([response.status, lang], path).toEqual([200, languageOf(path)])
  const found = new Set<string>()
  for (const { href, hreflang } of links) {
    if (/^https?:\/\//.test(href)) continue
    if (href.startsWith('#')) {
      expect(ids, `${path} links to ${href}`).toContain(href.slice(1))
      continue
    }
    const { pathname, search } = new URL(href, site.origin + path)
    const address = pathname + search
    const expected =
      isOutbound(address) || WITHOUT_LANGUAGE.includes(address) || languageOf(address) === (hreflang ?? lang)
    expect(expected, `${path} links to ${href}`).toBe(true)
    found.add(address)
  }
  return [...found]
}

/** Which pages are alike: a sport's, a country's, a league's and a match's have as many parts; others have a word of their own. */
function kindOf(path: string): string {
  const [, lang, first, ...rest] = path.split(/[/?#]/)
  const isPlace = ['soccer', 'tennis', 'basketball'].includes(first ?? '')
  return [lang, isPlace ? rest.length : first, path.includes('?')].join()
}

describe.each(LANGUAGES)('links in %s', (lang) => {
  it('go from the home page directly to pages in that language', async () => {
    const links = await linksOf(`/${lang}`)
    expect(links.length).toBeGreaterThan(50)
    // Every link in the first language and in the one from right to left; two of each kind in the others.
    const isWhole = lang === 'en' || lang === 'ar'
    const kinds = Object.values(Object.groupBy(links, kindOf)).map((alike = []) => alike)
    expect(await faultsOf(isWhole ? links : kinds.flatMap((alike) => alike.slice(0, 2)))).toEqual([])
  })

  it('keep the language from a sport to a match, and each page declares it', async () => {
    const league = `/${lang}/soccer/italy/serie-a`
    const paths = [`/${lang}/soccer`, `/${lang}/soccer/italy`, league, `/${lang}/search?q=inter`]
    const links = (await Promise.all(paths.map(linksOf))).flat()
    const match = links.find((path) => path.startsWith(`${league}/`) && isMatch(path)) ?? ''
    await linksOf(match)
  })
})

it('go from a country, a league and a match to existing pages', async () => {
  const league = '/en/soccer/italy/serie-a'
  const ofLeague = await linksOf(league)
  const match = ofLeague.find((path) => path.startsWith(`${league}/`) && isMatch(path)) ?? ''
  const [ofCountry = [], ofMatch = [], ofHome = []] = await Promise.all(
    ['/en/soccer/italy', match, '/en'].map(linksOf),
  )
  const links = new Set([...ofLeague, ...ofCountry, ...ofMatch])
  // A visitor without an account signs in first, and is then where the link leads.
  const ofMembers = [...links].filter((path) => /^\/en\/new-(alert|bet)\?/.test(path))
  expect(ofMembers.length).toBeGreaterThan(1)
  for (const path of ofMembers) {
    const asked = await site.get(path)
    const signIn = `/en/login?next=${encodeURIComponent(path)}`
    expect([asked.status, asked.headers.get('location')]).toEqual([302, signIn])
  }
  const notSeen = [...links].filter(
    (path) => !(ofHome.includes(path) || isOutbound(path) || ofMembers.includes(path)),
  )
  expect(await faultsOf([...notSeen, ...ofMatch.filter(isOutbound)])).toEqual([])
})
