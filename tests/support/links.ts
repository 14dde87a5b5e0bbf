import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

/** The content of a document for a crawler. */
export interface ReadDocument {
  /** The document's `lang`. */
  lang: string | undefined
  links: { href: string; hreflang: string | undefined }[]
  ids: Set<string>
}

export function readDocument(html: string): ReadDocument {
  const read: ReadDocument = { lang: undefined, links: [], ids: new Set() }
  visit(parse(html), read)
  return read
}

/** The link targets of a document or a part of it, in order. */
export function linksIn(html: string): string[] {
  return readDocument(html).links.map(({ href }) => href)
}

function visit(node: Node, read: ReadDocument): void {
  if ('attrs' in node) {
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
    const id = attributes.get('id')
    const href = attributes.get('href')
    if (id !== undefined) read.ids.add(id)
    if (node.tagName === 'html') read.lang = attributes.get('lang')
    if (node.tagName === 'a' && href !== undefined) {
      read.links.push({ href, hreflang: attributes.get('hreflang') })
    }
  }
  if ('childNodes' in node) for (const child of node.childNodes) visit(child, read)
}
