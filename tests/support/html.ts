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

/** The opening tag of the field or button of a label, whether that is written beside it or said of it. */
export function controlOf(html: string, label: string): string | undefined {
  const id = new RegExp(`<label for="([^"]+)"[^>]*>${label}</label>`).exec(html)?.[1]
  const tags = html.match(/<(?:input|textarea|select|button)[^>]*>/g) ?? []
  return tags.find((tag) => tag.includes(id ? ` id="${id}"` : ` aria-label="${label}"`))
}
