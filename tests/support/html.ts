/** A document without its scripts, which carry every label whether it is shown or not. */
export function withoutScripts(html: string): string {
  return html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!--.*?-->/g, '')
}

/** The text of a document or a part of it, as a reader gets it. */
export function shownText(html: string): string {
  return withoutScripts(html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A document with the characters that its escapes stand for. */
export function unescapeHtml(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name] ?? '')
}

/** What each element of a kind says, in the order of the document. */
export function textsOf(html: string, tag: string): string[] {
  const elements = withoutScripts(html).matchAll(
    new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, 'g'),
  )
  return Array.from(elements, ([, content = '']) => unescapeHtml(shownText(content)))
}
