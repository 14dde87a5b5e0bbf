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
