import { micromark } from 'micromark'
import { operatorHref } from '#app/platform/paths.ts'

/** Raw HTML is text as typed, and an indented paragraph is no code. */
const NEVER = ['htmlFlow', 'htmlText', 'codeIndented']

/** The time for the emphasis of a paragraph grows with the square of its marks: 2,000 take half a second. */
const MOST_WORK = 2_000 ** 2
/** A line that opens a hundred lists or quotes in each other. */
const DEEP = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){100}/m

/** The time for lists, quotes, underlined headings and images in images grows with the square of their number, too. */
const MOST_CONTAINERS = 2_000
/** Lines without a mark can belong to a quote or a list. */
const MOST_LINES_BESIDE_CONTAINERS = 3_000
const MOST_UNDERLINED = 1_000
const MOST_IMAGES = 500
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$)))+/gm
const CONTAINER = />|[*+-]|\d+[.)]/g
const UNDERLINE = /^[ \t]*(?:=+|-+)[ \t]*$/gm

/** What is read as plain text. No page needs as much of it and as deep; a text that does would hold the process up for minutes. */
function withoutMeaning(text: string): string[] {
  const work = text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => countOf(paragraph, /[*_]/g))
    .reduce((sum, marks) => sum + marks ** 2, 0)
  const containers = (text.match(CONTAINERS) ?? []).reduce((sum, marks) => sum + countOf(marks, CONTAINER), 0)
  const isCrowded =
    containers > MOST_CONTAINERS || (containers > 0 && countOf(text, /\n|\r/g) > MOST_LINES_BESIDE_CONTAINERS)
  return [
    ...NEVER,
    ...(work > MOST_WORK ? ['attention'] : []),
    ...(isCrowded || DEEP.test(text) ? ['blockQuote', 'list'] : []),
    ...(countOf(text, UNDERLINE) > MOST_UNDERLINED ? ['setextUnderline'] : []),
    ...(countOf(text, /!\[/g) > MOST_IMAGES ? ['labelStartImage'] : []),
  ]
}

function countOf(text: string, part: RegExp): number {
  return (text.match(part) ?? []).length
}

const LOWEST_HEADING = 6

/**
 * The HTML of a text in Markdown (CommonMark). It has no HTML of its author, and links and images with `http:`, `https:`
 * and `mailto:` or without a protocol only. The largest heading becomes an h2, because the page has its own h1.
 * @param site where the text is shown: links without a language get its language, and links to others say that the site
 * does not vouch for them
 */
export function renderMarkdown(text: string, site: { origin: string; language: string }): string {
  const html = micromark(text, { extensions: [{ disable: { null: withoutMeaning(text) } }] })
  const levels = [...html.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level))
  const lift = Math.min(...levels) - 2
  // Text has no `<` and attributes have no quotation mark, so what looks like an element is one.
  return html
    .replace(/<(\/?)h([1-6])>/g, (_, end, level) => `<${end}h${Math.min(LOWEST_HEADING, level - lift)}>`)
    .replace(/<a href=""[^>]*>(.*?)<\/a>/gs, '$1')
    .replace(/<img src=""[^>]*>/g, '')
    .replaceAll('<img src=', '<img loading="lazy" src=')
    .replace(/<a href="([^"]+)"/g, (_, href) => {
      if (isForeign(href, site.origin)) return `<a href="${href}" rel="nofollow noopener"`
      return `<a href="${operatorHref(href, site.language)}"`
    })
}

function isForeign(href: string, origin: string): boolean {
  if (!URL.canParse(href, origin)) return true
  const { protocol, host } = new URL(href, origin)
  return /^https?:$/.test(protocol) && host !== new URL(origin).host
}

/** Search engines show about as many characters of a description. */
const DESCRIPTION_LENGTH = 155

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The first words of what `renderMarkdown` wrote, without headings. */
export function firstWords(html: string): string {
  const words = html
    .replace(/<h[1-6]>.*?<\/h[1-6]>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?)])/g, '$1')
    .trim()
  if (words.length <= DESCRIPTION_LENGTH) return words
  return `${words.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…`
}
