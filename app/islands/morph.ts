/**
 * Changes an element into another one with as few changes as possible, so that the focus, scroll positions, open
 * elements and islands stay. Elements with `data-own` belong to a script and are not changed.
 * @param onText called for each element whose text changes
 */
export function morph(from: Element, to: Element, onText: (element: Element) => void = () => {}): void {
  if (from.hasAttribute('data-own')) return
  const isStarted = from.hasAttribute('data-started')
  if (isStarted && isSame('data-props', from, to)) return
  morphAttributes(from, to)
  // An island that React has taken over renders its new props itself (see react-root.tsx).
  if (isStarted && !from.dispatchEvent(new Event('props', { cancelable: true }))) return
  morphChildren(from, to, onText)
}

const isSame = (name: string, one: Element, other: Element) =>
  one.getAttribute(name) === other.getAttribute(name)

/** Opened by the visitor, not by the page. */
const KEPT = new Set(['open', 'data-started', 'data-moved'])

function morphAttributes(from: Element, to: Element): void {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !KEPT.has(name)) from.removeAttribute(name)
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value && !(KEPT.has(name) && from.localName === 'details'))
      from.setAttribute(name, value)
}

function morphChildren(from: Element, to: Element, onText: (element: Element) => void): void {
  const keyed = new Map<string, Element>()
  for (const child of from.children) {
    const key = keyOf(child)
    if (key) keyed.set(key, child)
  }
  let place = from.firstChild
  for (const wanted of [...to.childNodes]) {
    const match = findMatch(place, wanted, keyed)
    if (!match) {
      from.insertBefore(wanted, place)
      continue
    }
    if (match === place) place = place.nextSibling
    else from.insertBefore(match, place)
    if (match instanceof Element) morph(match, wanted as Element, onText)
    else if (match.nodeValue !== wanted.nodeValue) {
      match.nodeValue = wanted.nodeValue
      onText(from)
    }
  }
  while (place) {
    const next = place.nextSibling
    from.removeChild(place)
    place = next
  }
}

/**
 * The node to change into the wanted one: with the same key, otherwise the next one if it is of the same kind and has
 * no key.
 */
function findMatch(
  place: ChildNode | null,
  wanted: ChildNode,
  keyed: Map<string, Element>,
): ChildNode | undefined {
  if (!(wanted instanceof Element)) return place && place.nodeType === wanted.nodeType ? place : undefined
  const key = keyOf(wanted)
  if (key) {
    const known = keyed.get(key)
    if (known?.localName !== wanted.localName) return undefined
    keyed.delete(key)
    return known
  }
  const isAlike =
    place instanceof Element &&
    place.localName === wanted.localName &&
    isSame('data-island', place, wanted) &&
    !keyOf(place)
  return isAlike ? place : undefined
}

/** The key of an element among its siblings: its id; for items of lists and groups the address of their first link. */
function keyOf(element: Element): string | null {
  if (element.id) return `#${element.id}`
  if (element.localName !== 'li' && element.localName !== 'section') return null
  return element.querySelector('a')?.getAttribute('href') ?? null
}
