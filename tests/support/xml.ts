export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const TOKEN = /<\?xml [^?]*\?>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|([\s\S])/g
const ATTRIBUTE = /([\w:.-]+)="([^"]*)"/g

/** Parses a document of elements, attributes and text strictly. @throws if it is not well-formed */
export function parseXml(xml: string): XmlElement {
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [document]
  for (const [token, closing, name = '', attributes = '', empty, text, stray] of xml.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? document
    if (stray !== undefined) throw new Error(`stray ${stray}`)
    if (text !== undefined) {
      if (parent === document && text.trim() !== '') throw new Error(`text outside the document: ${text}`)
      parent.text += decode(text)
    } else if (closing === '/') {
      if (open.pop()?.name !== name || open.length === 0) throw new Error(`${token} closes nothing`)
    } else if (name !== '') {
      const element = { name, attributes: readAttributes(attributes), children: [], text: '' }
      parent.children.push(element)
      if (empty === '') open.push(element)
    }
  }
  const [root, another] = document.children
  if (open.length !== 1 || !root || another) throw new Error('not one closed element')
  return root
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`${name} occurs twice`)
    attributes[name] = decode(value)
  }
  return attributes
}

function decode(text: string): string {
  return text.replace(/&([^;\s]*;?)/g, (reference, name: string) => {
    const character = ENTITIES[name.slice(0, -1)]
    if (!name.endsWith(';') || character === undefined) throw new Error(`${reference} is not an entity`)
    return character
  })
}
