import type { Language } from '../languages/schema.ts'
import { alternateAddresses, pageAddress } from './addresses.ts'

/** The protocol's limit for one file (https://www.sitemaps.org/protocol.html). */
export const MAX_ADDRESSES = 50_000
const MAX_FILE_BYTES = 50 * 1024 * 1024
/** A generous average: a URL of this site with its XML element. */
const BYTES_PER_LINK = 300

/** A page of the site, independent of the language. */
export interface SitemapPage {
  /** The part after the language, '' for the home page. */
  path: string
  lastModified: Date
  /** The languages that have it, if these are not all. */
  languages?: readonly string[]
}

/** The number of URLs per file if each has its alternates in this many languages: 50,000, or fewer for 50 MB. */
export function addressesPerFile(languages: number): number {
  // The page, its alternates and x-default; a twentieth is reserved for rows that are added while the file is read.
  const bytes = (languages + 2) * BYTES_PER_LINK
  return Math.floor(0.95 * Math.min(MAX_ADDRESSES, MAX_FILE_BYTES / bytes))
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export const URL_SET = {
  start: `${DECLARATION}<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`,
  end: '</urlset>\n',
}

/** One page's entry in the file of a language; nothing if the page is not in that language. */
export function urlElement(
  page: SitemapPage,
  site: { origin: string; language: string; languages: readonly Pick<Language, 'code' | 'isDefault'>[] },
): string {
  const has = (language: string) => page.languages?.includes(language) ?? true
  if (!has(site.language)) return ''
  const languages = site.languages.filter(({ code }) => has(code))
  const links = alternateAddresses(site.origin, languages, page.path).map(
    ({ language, address }) =>
      `<xhtml:link rel="alternate" hreflang="${escapeXml(language)}" href="${escapeXml(address)}"/>`,
  )
  const address = escapeXml(pageAddress(site.origin, site.language, page.path))
  return `<url><loc>${address}</loc><lastmod>${page.lastModified.toISOString()}</lastmod>${links.join('')}</url>\n`
}

/** The index of all files. */
export function sitemapIndex(files: readonly { address: string; lastModified: Date }[]): string {
  const elements = files.map(
    ({ address, lastModified }) =>
      `<sitemap><loc>${escapeXml(address)}</loc><lastmod>${lastModified.toISOString()}</lastmod></sitemap>\n`,
  )
  return `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${elements.join('')}</sitemapindex>\n`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
