import { wantedFormat } from '#app/features/odds/format-choice.ts'
import { heightAt } from '#app/features/odds/plot-path.ts'
import { showPrice } from '#app/features/odds/shown-price.ts'
import { priceLanguageOf } from '#app/platform/numbers.ts'
import { formatDate, visitorZone } from '#app/platform/time.ts'

/** Shows the time and the prices of a chart's lines at the pointer. Loaded when the pointer first comes to a chart. */

const LINES = ['chosen', 'best', 'average'] as const

function onMove({ target, clientX }: PointerEvent): void {
  const plot = target instanceof Element ? target.closest<HTMLElement>('.plot[data-span]') : null
  for (const shown of document.querySelectorAll('.plot > .at')) if (shown.parentNode !== plot) shown.remove()
  const svg = plot?.querySelector('svg')
  if (!plot || !svg) return
  const { left, width } = svg.getBoundingClientRect()
  const x = Math.min(1, Math.max(0, (clientX - left) / width))
  const [from = 0, until = 0] = numbersOf(plot.dataset.span)
  const [low = 0, high = 0] = numbersOf(plot.dataset.scale)
  const { lang } = document.documentElement
  const language = priceLanguageOf(document.body.dataset.mark ?? '', lang)
  const rows = LINES.flatMap((line) => {
    const height = heightAt(svg.querySelector(`.${line}`)?.getAttribute('d') ?? '', x)
    if (height === null) return []
    const price = Math.round((low + height * (high - low)) / 100) * 100
    const text = showPrice({ price, quoted: null }, language, wantedFormat())
    return [[plot.parentElement?.querySelector(`.keys > .${line}`)?.textContent ?? '', text] as const]
  })
  const at = new Date(from + x * (until - from))
  write(plot, x, [[formatDate(at, 'dateTime', lang, visitorZone()), ''], ...rows])
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

const numbersOf = (text = '') => text.split(' ').map(Number)

for (const type of ['pointermove', 'pointerdown'] as const) document.addEventListener(type, onMove)
document.documentElement.addEventListener('pointerleave', () => {
  document.querySelector('.plot > .at')?.remove()
})
