export interface RssItem {
  id: string
  title: string
  /** Absolute. */
  link: string
  text: string
  publishedAt: Date
}

export interface RssFeed {
  title: string
  description: string
  language: string
  /** Of the page that shows the same, and of the feed itself; absolute. */
  link: string
  self: string
  items: readonly RssItem[]
}

/** A feed as RSS 2.0, with the Atom link to itself that readers expect. */
export function writeRss({ title, description, language, link, self, items }: RssFeed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    tag('title', title),
    tag('link', link),
    tag('description', description),
    tag('language', language),
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>\n`,
    ...items.flatMap((item) => [
      '<item>',
      tag('title', item.title),
      tag('link', item.link),
      tag('description', item.text),
      `<guid isPermaLink="false">${item.id}</guid>`,
      tag('pubDate', item.publishedAt.toUTCString()),
      '</item>\n',
    ]),
    '</channel></rss>\n',
  ].join('')
}

const tag = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without the characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
}
