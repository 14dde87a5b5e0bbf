import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse, serialize } from 'parse5'
import type { Services } from '#app/platform/services.ts'
import { MAX_HEAD_SCRIPTS } from './limits.ts'
import { getSiteSettings } from './queries.server.ts'

/** An operator's additions to the head of public pages. */
export interface HeadScripts {
  /** Complete elements, as serialized by a browser. */
  html: string
  /** The origins that the scripts load from and connect to; they are added to the page's Content-Security-Policy. */
  origins: string[]
}

type Outcome =
  | { kind: 'sound'; scripts: HeadScripts | null }
  /** `problem` is a translation key of the back office. */
  | { kind: 'refused'; problem: string }

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const PROBLEMS = {
  long: 'problem.head-scripts-long',
  element: 'problem.head-scripts-element',
  text: 'problem.head-scripts-text',
  open: 'problem.head-scripts-open',
  noscript: 'problem.head-scripts-noscript',
  handler: 'problem.head-scripts-handler',
  meta: 'problem.head-scripts-meta',
  many: 'problem.head-scripts-many',
}
const ALLOWED = new Set(['script', 'meta', 'link', 'noscript', 'style'])
/** A page's header has a hash of each script and each origin, and proxies limit headers to 4 to 8 KB. */
const MOST_SCRIPTS = 30
const MOST_ORIGINS = 30
/** Follows the operator's text: an element that is left open contains it or moves it out of the head. */
const END = 'end-of-head-scripts'
const ADDRESS = /\b(https?|wss?):(?:\\?\/){2}([a-z0-9.-]+(?::\d{1,5})?)/gi
/** The beginning of an address without a scheme, in quotes or in `url()`. */
const CSS_ADDRESS = /(?<=["'(]\s*)\/\//g
/** Elements that run or load; `text/plain` holds scripts that run after the visitor's consent. */
const RUN =
  /^(?:(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript|plain)|module|importmap)$/i
/** Relations whose address is loaded, or announced as an origin of scripts. */
const LOADED = new Set([
  'stylesheet',
  'preload',
  'modulepreload',
  'prefetch',
  'preconnect',
  'dns-prefetch',
  'icon',
  'apple-touch-icon',
  'apple-touch-icon-precomposed',
  'manifest',
])
/** XML namespaces in scripts; nothing is loaded from them. */
const NAMESPACES = /^https?:\/\/www\.w3\.org$/

/**
 * Parses an operator's head scripts like a browser with and without scripts. Rejects text with open elements, text that
 * ends the head, and text that a page's Content-Security-Policy would block.
 */
export function readHeadScripts(text: string): Outcome {
  if (text.trim() === '') return { kind: 'sound', scripts: null }
  if (text.length > MAX_HEAD_SCRIPTS) return refuse('long')
  const document = parseBetween(text, true)
  const plain = parseBetween(text, false)
  const elements = elementsOf(document)
  if (document.touched || elements.some(({ tagName }) => !ALLOWED.has(tagName))) return refuse('element')
  if (document.text) return refuse('text')
  const own = document.head.slice(0, -1)
  if (!endsWithEnd(document.head)) return refuse('open')
  if (tagsOf(own) !== tagsOf(plain.head.slice(0, -1)) || !endsWithEnd(plain.head)) return refuse('noscript')
  const attributes = elements.flatMap(({ attrs }) => attrs.map(({ name }) => name))
  if (attributes.some((name) => name.startsWith('on'))) return refuse('handler')
  if (elements.some(isCommand)) return refuse('meta')
  const origins = originsOf(elements)
  const scripts = elements.filter(({ tagName }) => tagName === 'script')
  if (origins.length > MOST_ORIGINS || scripts.length > MOST_SCRIPTS) return refuse('many')
  return { kind: 'sound', scripts: { html: serializeAll(own), origins } }
}

/** The additions of public pages, or null; invalid stored text is ignored. */
export function getHeadScripts(services: Services): Promise<HeadScripts | null> {
  return services.memo.get('head-scripts', async () => {
    const { head_scripts } = await getSiteSettings(services)
    const outcome = readHeadScripts(head_scripts ?? '')
    if (outcome.kind === 'sound') return outcome.scripts
    services.log.error({ problem: outcome.problem }, 'the stored head scripts are left out')
    return null
  })
}

const refuse = (problem: keyof typeof PROBLEMS): Outcome => ({ kind: 'refused', problem: PROBLEMS[problem] })

interface Parsed {
  head: Node[]
  body: Node[]
  /** Whether there is text where only elements are allowed. */
  text: boolean
  /** Whether the text has changed the document's own elements. */
  touched: boolean
}

function parseBetween(text: string, scriptingEnabled: boolean): Parsed {
  const document = parse(
    `<!doctype html><html><head>${text}<meta name="${END}"></head><body><hr></body></html>`,
    { scriptingEnabled },
  )
  const root = document.childNodes.find(defaultTreeAdapter.isElementNode)
  const [head, body] = (root?.childNodes ?? []).filter(defaultTreeAdapter.isElementNode)
  const nodes = [...(head?.childNodes ?? []), ...(body?.childNodes ?? [])]
  return {
    head: head?.childNodes ?? [],
    body: body?.childNodes ?? [],
    text: nodes.some((node) => defaultTreeAdapter.isTextNode(node) && node.value.trim() !== ''),
    touched: [root, head, body].some((element) => (element?.attrs.length ?? 0) > 0),
  }
}

/** Every element of the operator's text, including nested ones. */
function elementsOf({ head, body }: Parsed): Element[] {
  const own = body.filter((node, at) => at < body.length - 1 || node.nodeName !== 'hr')
  return [...head, ...own].filter(defaultTreeAdapter.isElementNode)
}

function endsWithEnd(head: readonly Node[]): boolean {
  const last = head.at(-1)
  return last !== undefined && 'attrs' in last && last.attrs.some(({ value }) => value === END)
}

const tagsOf = (nodes: readonly Node[]) =>
  nodes
    .filter(defaultTreeAdapter.isElementNode)
    .map(({ tagName }) => tagName)
    .join()

/** A meta element with an instruction to the browser: a redirect, another encoding, another policy. */
function isCommand({ tagName, attrs }: Element): boolean {
  return tagName === 'meta' && attrs.some(({ name }) => name === 'http-equiv' || name === 'charset')
}

function originsOf(elements: readonly Element[]): string[] {
  const found = elements
    .flatMap(textsThatLoad)
    .flatMap((text) => [...text.matchAll(ADDRESS)].map(([, scheme, host]) => `${scheme}://${host}`))
  const origins = found.map((origin) => origin.toLowerCase().replace(/[.-]+$/, ''))
  return [...new Set(origins)].filter((origin) => URL.canParse(origin) && !NAMESPACES.test(origin))
}

/** The attributes and texts whose addresses an element loads; descriptions, templates and links load nothing. */
function textsThatLoad(element: Element): string[] {
  const attribute = (name: string) => element.attrs.find((it) => it.name === name)?.value.trim() ?? ''
  const address = (name: string) => attribute(name).replace(/^\/\//, 'https://')
  if (element.tagName === 'script') {
    const type = attribute('type')
    return type === '' || RUN.test(type) ? [address('src'), textOf(element)] : []
  }
  if (element.tagName === 'style') return [textOf(element).replace(CSS_ADDRESS, 'https://')]
  const relations = attribute('rel').toLowerCase().split(/\s+/)
  return element.tagName === 'link' && relations.some((it) => LOADED.has(it)) ? [address('href')] : []
}

const textOf = ({ childNodes }: Element) =>
  childNodes.map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : '')).join('')

function serializeAll(nodes: readonly Node[]): string {
  const holder = defaultTreeAdapter.createElement('head', html.NS.HTML, [])
  for (const node of nodes) defaultTreeAdapter.appendChild(holder, node)
  return serialize(holder)
}
