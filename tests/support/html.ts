import { type DefaultTreeAdapterTypes, parse } from 'parse5'

/** A document without its scripts, which contain all labels, shown or not. */
export function withoutScripts(html: string): string {
  return html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!--.*?-->/g, '')
}

/** The visible text of a document or a part of it. */
export function shownText(html: string): string {
  return withoutScripts(html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** An element of a document for tests. */
export interface Element {
  name: string
  attribute(name: string): string | undefined
  /** Its text in one line. */
  readonly text: string
  /** All descendants with a tag name, in order. */
  all(name: string): Element[]
}

/** Parses a document. */
export function readHtml(html: string): Element {
  return elementOf(parse(withoutScripts(html)))
}

type Node = DefaultTreeAdapterTypes.Node

function elementOf(node: Node): Element {
  const attributes = new Map('attrs' in node ? node.attrs.map(({ name, value }) => [name, value]) : [])
  return {
    name: node.nodeName,
    attribute: (name) => attributes.get(name),
    get text() {
      return textOf(node).replace(/\s+/g, ' ').trim()
    },
    all: (name) => Array.from(named(node, name), elementOf),
  }
}

function* named(node: Node, name: string): Generator<Node> {
  if (!('childNodes' in node)) return
  for (const child of node.childNodes) {
    if (child.nodeName === name) yield child
    yield* named(child, name)
  }
}

function textOf(node: Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join(' ') : ''
}

/** A document with its HTML escapes decoded. */
export function unescapeHtml(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name] ?? '')
}

/** The opening tag of the field or button with a label, as text or as an attribute. */
export function controlOf(html: string, label: string): string | undefined {
  const id = new RegExp(`<label for="([^"]+)"[^>]*>${label}</label>`).exec(html)?.[1]
  const tags = html.match(/<(?:input|textarea|select|button)[^>]*>/g) ?? []
  return tags.find((tag) => tag.includes(id ? ` id="${id}"` : ` aria-label="${label}"`))
}

/** The text of each element with a tag name, in document order. */
export function textsOf(html: string, tag: string): string[] {
  const elements = withoutScripts(html).matchAll(
    new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, 'g'),
  )
  return Array.from(elements, ([, content = '']) => unescapeHtml(shownText(content)))
}
