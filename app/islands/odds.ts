import { chooseFormat, takeProfileFormat, wantedFormat } from '#app/features/odds/format-choice.ts'
import { readCode, showPrice } from '#app/features/odds/shown-price.ts'
import { priceLanguageOf } from '#app/platform/numbers.ts'

/** Elements whose text is the price in decimals: lists and tables have hundreds. */
const PLAIN = '.price > b, .movement td, .runners td:not(:has(*)), .plot .y > span'

/**
 * Formats the prices of the document in the visitor's format. A fetched part of a page is formatted, too, whatever the
 * page's own format.
 */
function showPrices(part?: Element): void {
  const { dataset } = document.documentElement
  const format = wantedFormat()
  const from = part ? part.ownerDocument.documentElement.dataset.format : dataset.format
  if (format !== from) rewrite(part ?? document, format)
  if (part) return
  dataset.format = format
  delete dataset.wanted
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.formats a')) {
    if (link.search.endsWith(`=${format}`)) link.ariaCurrent = 'true'
    else link.removeAttribute('aria-current')
  }
}

function writerOf(format: ReturnType<typeof wantedFormat>): (code: string) => string | null {
  const language = priceLanguageOf(document.body.dataset.mark ?? '', document.documentElement.lang)
  return (code) => {
    const price = readCode(code)
    return price && showPrice(price, language, format)
  }
}

function rewrite(root: ParentNode, format: ReturnType<typeof wantedFormat>): void {
  const text = writerOf(format)
  for (const element of root.querySelectorAll<HTMLElement>(`[data-odds], ${PLAIN}`)) {
    const code = element.dataset.odds ?? element.textContent.replace(',', '.')
    const written = text(code)
    if (written === null) continue
    element.dataset.odds = code
    element.textContent = written
  }
  for (const name of ['title', 'aria-label'])
    for (const element of root.querySelectorAll(`[data-odds-${name}]`)) {
      const marked = element.getAttribute(`data-odds-${name}`) ?? ''
      element.setAttribute(
        name,
        marked.replace(/\u2063(.*?)\u2063/g, (_, code: string) => text(code) ?? code),
      )
    }
}

/**
 * A separate script, loaded only when prices need another format than the document's: before the first paint by the
 * script in the head, or after a later choice (formats.ts).
 */
window.odds = {
  show: showPrices,
  choose: chooseFormat,
  text: (code) => writerOf(wantedFormat())(code),
  take: (saved) => {
    if (takeProfileFormat(saved)) showPrices()
  },
}
if (window.isAtEnd) showPrices()
