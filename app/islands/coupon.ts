/** The visitor's coupon in the browser: prices of pages become buttons that add their outcomes to it. Needs no React. */
import { MOST_PICKS, writePicks } from '#app/features/coupons/pick-list.ts'
import { couponPath, labelsPath, PICK_RESOURCE } from '#app/platform/paths.ts'

const KEY = 'coupon'
/** The address of a market's row or tile, and the pick that its price stands for. */
interface Kept {
  pick: string
  /** Where it was pressed, as `keyOf` its places, with spaces between; none for one that was added by a link. */
  place?: string
}

const { lang } = document.documentElement

/** The coupon that storage has not taken: it lasts as long as the page. */
let unstored: Kept[] | undefined

function read(): Kept[] {
  if (unstored) return unstored
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.pick === 'string') : []
  } catch {
    return []
  }
}

function write(kept: Kept[]): void {
  unstored = undefined
  try {
    if (kept.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Storage is full or not available.
    unstored = kept
  }
}

/** Adds or removes an outcome of a link of the coupon's page: `+…` or `-…`. */
export function change(asked: string): void {
  const pick = asked.slice(1)
  const others = read().filter((one) => one.pick !== pick)
  if (asked.startsWith('-')) write(others)
  else if (others.length < MOST_PICKS) write([...others, { pick }])
}

let isPicking = false
/** The tray, while it is made and since. */
let making: Promise<void> | undefined

/** Turns the prices of the page into buttons, or back into links. */
export async function togglePicking(): Promise<void> {
  await haveTray()
  isPicking = !isPicking
  document.body.toggleAttribute('data-picking', isPicking)
  render()
}

/** Shows the visitor's coupon on a page that is opened. */
export async function resume(): Promise<void> {
  await haveTray()
  render()
}

function haveTray(): Promise<void> {
  making ??= makeTray().catch((error) => {
    making = undefined
    throw error
  })
  return making
}

async function makeTray(): Promise<void> {
  const response = await fetch(labelsPath(lang))
  if (!response.ok) throw new Error('No labels')
  const { common = {} }: Record<string, Record<string, string>> = await response.json()
  const say = (key: string) => common[key] ?? ''
  const tray = document.createElement('aside')
  tray.className = 'coupon-tray'
  tray.setAttribute('aria-label', say('coupon'))
  const link = document.createElement('a')
  link.className = 'button'
  const toggle = document.createElement('button')
  const empty = document.createElement('button')
  for (const button of [toggle, empty]) {
    button.type = 'button'
    button.className = 'button-quiet'
  }
  toggle.onclick = togglePicking
  empty.textContent = say('coupon.clear')
  empty.onclick = () => {
    write([])
    render()
  }
  const told = document.createElement('p')
  told.setAttribute('role', 'status')
  tray.append(link, toggle, empty, told)
  document.body.append(tray)
  render = (hint) => {
    const focused = document.activeElement
    const kept = read()
    link.textContent = `${say('coupon')} (${kept.length})`
    link.href = couponPath(lang, writePicks(kept.map(({ pick }) => pick)))
    toggle.textContent = say(isPicking ? 'coupon.done' : 'coupon.pick')
    toggle.setAttribute('aria-pressed', String(isPicking))
    const usual = kept.length >= MOST_PICKS ? 'coupon.full' : 'coupon.how'
    told.textContent = isPicking ? say(hint ?? usual) : ''
    empty.hidden = kept.length === 0
    tray.hidden = kept.length === 0 && !isPicking
    // A button that is hidden hands the focus on: to the other one, or out of the tray.
    if (focused?.closest('[hidden]')) {
      const opener = document.querySelector<HTMLElement>('[data-coupon=""]') ?? document.querySelector('main')
      const next = tray.hidden ? opener : toggle
      next?.focus({ preventScroll: true })
    }
    mark()
  }
  addEventListener('storage', ({ key }) => {
    // Another tab has stored one since.
    if (key === KEY) unstored = undefined
    render()
  })
  document.addEventListener('click', onClick, true)
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('renewed', mark)
}

/** Writes the tray, and marks the prices. @param hint the key of a text in place of the usual one */
let render: (hint?: string) => void = () => {}

/** The prices that can be picked: those of rows of matches, and the tiles and the comparison of a match's page. */
const PRICES = ':is(.match > .price, .tiles > .tile, .grid-of-odds tr:not(.lay) .price):not(.none, .closed)'

/** The place of a price for the server, as the query of its resource. */
function placeOf(price: Element): string | null {
  // A column of the comparison has the outcome of a tile.
  const column = price.closest('td')?.cellIndex
  const element = column ? document.querySelectorAll('.tiles > .tile')[column - 1] : price
  if (!element) return null
  const row = element.closest('.match')
  const siblings = [...(row ?? element.parentElement ?? element).children].filter((it) =>
    it.matches('.price, .tile'),
  )
  const fixture = row?.querySelector<HTMLAnchorElement>('a.fixture')
  const query = new URLSearchParams({
    page: new URL(fixture?.href ?? location.href).pathname,
    n: String(siblings.indexOf(element)),
    of: String(siblings.length),
  })
  // The main line of a market moves: its next one is another outcome at the same place.
  const market = element.closest<HTMLElement>('[data-market]')?.dataset.market
  if (market) query.set('market', market)
  return siblings.includes(element) ? query.toString() : null
}

/** What is kept of a place: the same in every language. */
function keyOf(place: string): string {
  return place.replace(/^page=%2F../, '')
}

const keysOf = ({ place }: Kept) => place?.split(' ') ?? []

/** While the visitor picks, prices are buttons that say whether they are in the coupon. */
function mark(): void {
  const keys = new Set(read().flatMap(keysOf))
  for (const element of document.querySelectorAll<HTMLElement>(PRICES)) {
    if (!isPicking) {
      for (const name of ['aria-pressed', 'role']) element.removeAttribute(name)
      if (!element.hasAttribute('href')) element.removeAttribute('tabindex')
      continue
    }
    element.setAttribute('role', 'button')
    element.setAttribute('tabindex', '0')
    element.setAttribute('aria-pressed', String(keys.has(keyOf(placeOf(element) ?? ''))))
  }
}

function onClick(event: Event): void {
  const element =
    isPicking && event.target instanceof Element ? event.target.closest<HTMLElement>(PRICES) : null
  if (!element) return
  event.preventDefault()
  event.stopPropagation()
  pick(element)
}

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Enter' || event.key === ' ') onClick(event)
}

async function pick(element: HTMLElement): Promise<void> {
  const place = placeOf(element)
  if (!place) return
  const key = keyOf(place)
  const kept = read()
  const others = kept.filter((one) => !keysOf(one).includes(key))
  if (others.length < kept.length) write(others)
  else {
    element.setAttribute('aria-busy', 'true')
    const response = await fetch(`${PICK_RESOURCE}?${place}`).catch(() => undefined)
    element.removeAttribute('aria-busy')
    if (!response?.ok) return render('coupon.missed')
    const { pick: found } = (await response.json()) as { pick: string }
    // Read again: another price may have been picked meanwhile.
    const now = read()
    const same = now.find((one) => one.pick === found)
    // It may have been picked elsewhere: there, and here, it is the same outcome.
    if (same) same.place = [same.place, key].filter(Boolean).join(' ')
    else if (now.length < MOST_PICKS) now.push({ pick: found, place: key })
    write(now)
  }
  render()
}
