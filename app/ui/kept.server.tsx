import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext } from './clock.tsx'
import type { Surroundings, WritePart } from './kept.tsx'

/** Characters, of keys and HTML together: some 3,000 rows of matches, in one or two bytes each. */
const MAX_LENGTH = 16 * 1024 * 1024

/**
 * Writes parts of pages, and remembers the HTML of timeless ones under everything it is made of: the component, its props
 * and the labels, language and zone. So what is remembered is never out of date, only no longer asked for.
 */
export function createPartWriter(maxLength = MAX_LENGTH): WritePart {
  const written = new LRUCache<string, string>({
    maxSize: maxLength,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  const idOf = createIds()
  return (part, surroundings, timeless) => {
    if (!timeless) return writePart(part, surroundings)
    const { i18n, rendered } = surroundings
    const props = part.props as object
    if (typeof part.type !== 'function' || !isData(props))
      throw new TypeError('A kept part is a component with plain data as its props: they are its key')
    const key = `${idOf(part.type as object)} ${idOf(i18n)} ${rendered.zone} ${JSON.stringify(props)}`
    const known = written.get(key)
    if (known !== undefined) return known
    // An instant that is none: what looks at the clock after all fails in the first test that shows it.
    const html = inOnePiece(writePart(part, { i18n, rendered: { at: Number.NaN, zone: rendered.zone } }))
    written.set(key, html)
    return html
  }
}

/** The same text. React's own is a tree of some hundred pieces, which takes five times the memory of its characters. */
function inOnePiece(html: string): string {
  return Buffer.from(html).toString()
}

function writePart(part: ReactElement, { i18n, rendered }: Surroundings): string {
  return renderToString(
    <I18nContext value={i18n}>
      <RenderedContext value={rendered}>{part}</RenderedContext>
    </I18nContext>,
  )
}

/**
 * Whether the JSON of a value tells it from every other: texts, numbers that are some, lists and plain objects of them.
 * An element is none: what marks it is a symbol. What is undefined in an object is as good as not there.
 */
function isData(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      return value === null || (Array.isArray(value) ? value.every(isData) : isPlain(value))
    default:
      return false
  }
}

function isPlain(thing: object): boolean {
  const prototype = Object.getPrototypeOf(thing)
  if (prototype !== Object.prototype && prototype !== null) return false
  // Three times as quick as a list of the values, for each row of each page.
  for (const key in thing) {
    const value = thing[key as keyof typeof thing] as unknown
    if (value !== undefined && !isData(value)) return false
  }
  return true
}

/** Numbers things by identity: the same one for the same thing, never one for two. */
function createIds(): (thing: object) => number {
  const ids = new WeakMap<object, number>()
  let last = 0
  return (thing) => {
    const id = ids.get(thing) ?? ++last
    ids.set(thing, id)
    return id
  }
}
