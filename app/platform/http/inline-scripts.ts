/** Elements whose content the HTML tokenizer reads as text, so that a `<script` in them starts no script. */
const TEXT_ELEMENTS = new Set([
  'title',
  'textarea',
  'style',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
])
const APOSTROPHE = 0x27
const QUOTATION_MARK = 0x22
const JAVASCRIPT_TYPE =
  /^(?:module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:livescript|jscript|javascript1\.[0-5]))$/
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y

/**
 * The text of each inline script that a browser would run, in the form that a Content-Security-Policy hash covers:
 * without data blocks (JSON-LD) and scripts with a `src`, with normalised line ends.
 * @param nonce leaves out every script without it
 */
export function inlineScripts(html: string, nonce?: string): string[] {
  const scripts: string[] = []
  let position = 0
  while (true) {
    const start = html.indexOf('<', position)
    if (start === -1) return scripts
    if (html.startsWith('<!--', start)) {
      position = endOfComment(html, start)
      continue
    }
    const name = /[a-z][^\s/>]*/iy
    name.lastIndex = start + 1
    const tag = name.exec(html)?.[0].toLowerCase()
    if (!tag) {
      position = start + 1
      continue
    }
    if (tag !== 'script') {
      position = endOfTag(html, name.lastIndex)
      if (TEXT_ELEMENTS.has(tag)) position = indexOfEndTag(html, tag, position)
      else if (tag === 'plaintext') return scripts
    } else {
      const { attributes, end } = readAttributes(html, name.lastIndex)
      const close = endOfScript(html, end)
      const isWanted = nonce === undefined || attributes.get('nonce') === nonce
      if (isWanted && isRunInline(attributes)) scripts.push(normalise(html.slice(end, close)))
      position = close
    }
  }
}

function endOfComment(html: string, start: number): number {
  if (html.startsWith('>', start + 4)) return start + 5
  if (html.startsWith('->', start + 4)) return start + 6
  const close = /--!?>/g
  close.lastIndex = start + 4
  return close.exec(html) ? close.lastIndex : html.length
}

/**
 * Where a start tag ends. Most tags have no misplaced quotation mark before their first `>`, and their attributes are
 * not needed.
 */
function endOfTag(html: string, from: number): number {
  const close = html.indexOf('>', from)
  if (close === -1) return html.length
  let quotes = 0
  for (let at = from; at < close; at += 1) {
    const code = html.charCodeAt(at)
    if (code === APOSTROPHE) return readAttributes(html, from).end
    if (code === QUOTATION_MARK) quotes += 1
  }
  return quotes % 2 === 0 ? close + 1 : readAttributes(html, from).end
}

function readAttributes(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  ATTRIBUTE.lastIndex = from
  let end = from
  for (let match = ATTRIBUTE.exec(html); match; match = ATTRIBUTE.exec(html)) {
    end = ATTRIBUTE.lastIndex
    const name = (match[1] ?? '').toLowerCase()
    if (!attributes.has(name)) attributes.set(name, match[2] ?? match[3] ?? match[4] ?? '')
  }
  const close = html.indexOf('>', end)
  return { attributes, end: close === -1 ? html.length : close + 1 }
}

function isRunInline(attributes: Map<string, string>): boolean {
  if (attributes.has('src')) return false
  const type = (attributes.get('type') ?? '').trim().toLowerCase()
  return type === '' || JAVASCRIPT_TYPE.test(type)
}

/** Where a script's text ends: at its end tag, which `<!-- <script>` hides once (the "double escaped" state). */
function endOfScript(html: string, from: number): number {
  const token = /<!--|-->|<(\/?)script(?=[\s/>])/gi
  token.lastIndex = from
  let escaped = false
  let nested = false
  for (let match = token.exec(html); match; match = token.exec(html)) {
    if (match[0] === '<!--') {
      escaped = true
      // The dashes may also close what they open: <!-->
      token.lastIndex -= 2
    } else if (match[0] === '-->') {
      escaped = false
      nested = false
    } else if (match[1] === '') {
      nested ||= escaped
    } else if (nested) {
      nested = false
    } else {
      return match.index
    }
  }
  return html.length
}

function indexOfEndTag(html: string, tag: string, from: number): number {
  const close = new RegExp(`</${tag}(?=[\\s/>])`, 'gi')
  close.lastIndex = from
  return close.exec(html)?.index ?? html.length
}

function normalise(script: string): string {
  return script.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')
}
