import { heightAt } from '#app/features/odds/plot-path.ts'
import { formatDate, visitorZone } from '#app/platform/time.ts'
import { loadOdds } from './formats.ts'

/** Shows the time and the prices of a chart's lines at the pointer. Loaded when the pointer first comes to a chart. */

const LINES = ['chosen', 'best', 'average'] as const

/** What has been pointed at last. */
let latest: PointerEvent

/** Shows the values where the pointer is, and no others. */
export function point(event: PointerEvent): void {
  latest = event
  const { target } = event
  const plot = target instanceof Element ? target.closest<HTMLElement>('.plot[data-pointed]') : null
  for (const shown of document.querySelectorAll('.plot > .at')) if (shown.parentNode !== plot) shown.remove()
  const svg = plot?.querySelector('svg')
  if (!plot || !svg) return
  const { lang, dataset } = document.documentElement
  // The script for other formats than decimal.
  if (dataset.format !== 'decimal' && !window.odds)
    return void loadOdds().then((odds) => odds && point(event))
  const x = shareOf(event, svg)
  const at = formatDate(timeAt(plot, x), 'dateTime', lang, visitorZone())
  write(plot, x, [[at, ''], ...pricesAt(plot, svg, x)])
}

/** The place of the pointer in the chart, from 0 at its left edge to 1. */
function shareOf({ clientX }: PointerEvent, svg: SVGElement): number {
  const { left, width } = svg.getBoundingClientRect()
  return Math.min(1, Math.max(0, (clientX - left) / width))
}

function timeAt(plot: HTMLElement, x: number): Date {
  const times = [...(plot.parentElement?.querySelectorAll('.axis time') ?? [])] as HTMLTimeElement[]
  const [from = 0, until = 0] = [times[0], times.at(-1)].map((time) => Date.parse(time?.dateTime ?? ''))
  return new Date(from + x * (until - from))
}

/** The name and the price of each line that has one there. */
function pricesAt(plot: HTMLElement, svg: SVGElement, x: number): [name: string, price: string][] {
  const scale = [...plot.querySelectorAll<HTMLElement>('.y > span')]
  const [high = 0, low = 0] = [scale[0], scale.at(-1)].map(priceOf)
  const isDecimal = document.documentElement.dataset.format === 'decimal'
  return LINES.flatMap((line) => {
    const height = heightAt(svg.querySelector(`.${line}`)?.getAttribute('d') ?? '', x)
    if (height === null) return []
    const decimal = Number((low + height * (high - low)).toFixed(4))
    const text = isDecimal ? decimalText(decimal, plot) : (window.odds?.text(`~${decimal}`) ?? '')
    return [[plot.parentElement?.querySelector(`.keys > .${line}`)?.textContent ?? '', text]]
  })
}

/** With the decimal mark of the scale beside it. */
function decimalText(price: number, plot: Element): string {
  return price.toFixed(2).replace('.', /[.,]/.exec(plot.querySelector('.y')?.textContent ?? '')?.[0] ?? '.')
}

/** It is read from the table by a screen reader. */
function write(plot: HTMLElement, x: number, rows: readonly (readonly [string, string])[]): void {
  const box =
    plot.querySelector<HTMLElement>(':scope > .at') ?? plot.appendChild(document.createElement('div'))
  box.className = 'at'
  box.ariaHidden = 'true'
  box.style.setProperty('--x', String(x))
  const list = document.createElement('p')
  list.dir = document.documentElement.dir
  list.append(
    ...rows.map(([name, value]) => {
      const row = document.createElement('span')
      const [label, price] = [document.createElement('bdi'), document.createElement('b')]
      label.textContent = name
      price.textContent = value
      row.append(label, price)
      return row
    }),
  )
  box.replaceChildren(list)
}

/** A price of the scale: its text in decimals, or its code in another format. */
const priceOf = (element: HTMLElement | undefined) =>
  Number((element?.dataset.odds ?? element?.textContent ?? '').replace('~', '').replace(',', '.'))

for (const type of ['pointermove', 'pointerdown'] as const) document.addEventListener(type, point)
// A finger or pen that is lifted leaves the values to be read, until it taps elsewhere.
document.documentElement.addEventListener('pointerleave', (event) => {
  if (event.pointerType === 'mouse') point(event)
})
document.addEventListener('renewed', () => point(latest))
