import { HIDE_EXPERIMENT_ID, writeMark } from '#app/features/experiments/mark.ts'
import type { Variant } from '#app/features/experiments/schema.ts'
import { EXPERIMENT_RESOURCE, markOutbound } from '#app/platform/paths.ts'

declare global {
  interface Window {
    experiment?: {
      /** Shows the visitor's variant in a fetched page. */
      show(root: ParentNode): void
      /** Counts the visitor once, on a page that he sees. */
      count(): void
    }
  }
}

/**
 * Shows the visitor's variant of an experiment. Pages are the same for everybody and carry both variants; this runs at the end of the
 * document, before the first paint. The browser draws the variant and keeps it, without anything that tells visitors apart.
 */
const KEY = 'experiment'

/** What the browser keeps: '3b1' is variant B of experiment 3, seen; '3-0' is an experiment without this visitor. */
interface Own {
  number: string
  variant: Variant | '-'
  /** 0: not seen yet, 1: seen, 2: clicked. */
  step: number
}

/** The visitor has asked for the order by payout. */
let isByPayout = false

/** The own part in an experiment; null without storage, and for visitors who ask not to be measured. */
function readOwn(mark = ''): Own | null {
  const [number = '', share] = mark.split('.')
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return null
  try {
    const [, kept, variant, step] = /^(\w+)([ab-])(\d)$/.exec(localStorage.getItem(KEY) ?? '') ?? []
    if (kept === number) return { number, variant: variant as Own['variant'], step: Number(step) }
    const [drawn = 0, half = 0] = crypto.getRandomValues(new Uint32Array(2))
    const takesPart = drawn % 100 < Number(share)
    return store({ number, variant: takesPart ? (half % 2 === 0 ? 'a' : 'b') : '-', step: 0 })
  } catch {
    return null
  }
}

/** @throws without storage */
function store(own: Own): Own {
  localStorage.setItem(KEY, `${own.number}${own.variant}${own.step}`)
  return own
}

function show(root: ParentNode): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-experiment]')) {
    const { experiment, wide, look } = part.dataset
    // Narrow screens do not show the texts of these buttons.
    if (wide && !matchMedia('(width >= 48rem)').matches) continue
    const own = readOwn(experiment)
    if (!own || own.variant === '-') continue
    part.dataset.variant = own.variant
    mark(part, own.number, own.variant, own.step)
    if (own.variant === 'a') continue
    for (const link of look ? outboundLinks(part) : [])
      if (link === part || link.matches('.way')) link.style.cssText = look ?? ''
    change(root, part)
  }
}

function outboundLinks(part: HTMLElement): HTMLElement[] {
  return [part, ...part.querySelectorAll<HTMLElement>('a')].filter((it) =>
    it.getAttribute('href')?.startsWith('/go/'),
  )
}

/** Says in a part's links which variant the visitor sees, and whether the visitor has clicked. */
function mark(part: HTMLElement, number: string, variant: Variant, step: number): void {
  const text = writeMark(number, variant, step < 2)
  for (const link of outboundLinks(part))
    link.setAttribute('href', markOutbound(link.getAttribute('href') ?? '', text))
}

/** Makes variant B of A. */
function change(root: ParentNode, part: HTMLElement): void {
  for (const text of part.querySelectorAll<HTMLElement>('[data-b]')) text.textContent = text.dataset.b ?? ''
  const rows = [...part.querySelectorAll<HTMLElement>('[data-first]')]
  if (rows.length === 0 || isByPayout) return
  const [body] = part.getElementsByTagName('tbody')
  const summary = body?.querySelector('.summary')
  rows.sort((a, b) => Number(a.dataset.first) - Number(b.dataset.first))
  if (summary) summary.after(...rows)
  else body?.prepend(...rows)
  // The rows are no longer sorted by payout.
  const sorted = part.querySelector('th[aria-sort]')
  sorted?.removeAttribute('aria-sort')
  sorted?.querySelector('svg')?.remove()
  for (const note of root.querySelectorAll<HTMLElement>('[data-note]')) note.hidden = false
}

function count(): void {
  const part = document.querySelector<HTMLElement>('[data-variant]')
  const own = part && readOwn(part.dataset.experiment)
  if (!own || own.variant === '-' || own.step > 0) return
  const body = new URLSearchParams({ mark: writeMark(own.number, own.variant, false) })
  try {
    if (navigator.sendBeacon(EXPERIMENT_RESOURCE, body)) store({ ...own, step: 1 })
  } catch {
    // Another page counts the visitor.
  }
}

/**
 * The first click is marked as such. Its mark leaves this page's links when the browser has followed the link, and those of other open
 * pages when one of them is used: a page of the back/forward cache hears of no change.
 */
function onUse({ type, target, button }: MouseEvent): void {
  if (!(target instanceof Element)) return
  // The secondary button opens a menu, and follows no link: an entry of the menu may.
  const follows = type !== 'contextmenu' && button !== 2
  if (follows && target.closest('[data-variant=b] th.paid a')) isByPayout = true
  const part = target.closest('a[href^="/go/"]')?.closest<HTMLElement>('[data-variant]')
  if (!part) return
  // A visitor who clicks before the other scripts have loaded has seen the variant, too.
  if (follows) count()
  const own = readOwn(part.dataset.experiment)
  if (!own || own.variant === '-') return
  mark(part, own.number, own.variant, own.step)
  if (!follows || own.step > 1) return
  setTimeout(() => {
    try {
      store({ ...own, step: 2 })
      show(document)
    } catch {
      // The storage has been switched off meanwhile.
    }
  })
}

window.experiment = { show, count }
try {
  show(document)
} finally {
  document.getElementById(HIDE_EXPERIMENT_ID)?.remove()
}
for (const type of ['click', 'auxclick', 'contextmenu'] as const) document.addEventListener(type, onUse, true)
