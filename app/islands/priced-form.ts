/** A form whose prices are in a format that its visitor chooses. */
import { EXACT, FORMAT_FIELDS, writeExact } from '#app/features/odds/calculator-forms.ts'
import { formatPrice } from '#app/features/odds/formats.ts'
import { type Price, type PriceFormat, readExactPrice } from '#app/features/odds/prices.ts'
import { readFormat } from '#app/features/odds/shown-price.ts'
import { priceLanguageOf } from '#app/platform/numbers.ts'

const { lang } = document.documentElement

export interface PricedForm {
  field(name: string): HTMLInputElement
  /** The price in a field, also if its text is a rounded one. */
  priceIn(name: string): Price | null
  writing: { language: string; priceLanguage: string; format: PriceFormat }
}

/**
 * Computes a form now and after each input, converts its prices when another format is chosen, and puts its input into the
 * address when it is sent.
 * @param names of the fields of prices
 */
export function startPricedForm(
  form: HTMLFormElement,
  names: readonly string[],
  compute: (form: PricedForm) => void,
): void {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const formatOf = () => readFormat(field(FORMAT_FIELDS.wanted).value) ?? 'decimal'
  const priceLanguage = priceLanguageOf(document.body.dataset.mark ?? '', lang)
  const format = readFormat(field(FORMAT_FIELDS.written).value) ?? formatOf()
  const writing = { language: lang, priceLanguage, format }

  /** A price that a change of format has written is rounded; the exact price is the one that was typed. */
  const written = new Map<string, { text: string; price: Price }>()
  for (const name of names) {
    const exact = form.elements.namedItem(EXACT + name)
    const price = exact instanceof HTMLInputElement ? readExactPrice(exact.value) : null
    if (price !== null) written.set(name, { text: field(name).defaultValue, price })
  }
  const priceIn = (name: string): Price | null => {
    const known = written.get(name)
    const { value } = field(name)
    return known?.text === value ? known.price : readExactPrice(value, writing.format)
  }

  /** Converts typed prices to the format chosen now; invalid input stays unchanged. */
  function changeFormat(): void {
    const exact = names.map((name) => ({ name, price: priceIn(name) }))
    writing.format = formatOf()
    field(FORMAT_FIELDS.written).value = writing.format
    for (const { name, price } of exact) {
      if (price === null) continue
      const text = formatPrice(price, priceLanguage, writing.format)
      field(name).value = text
      written.set(name, { text, price })
    }
  }

  function update(): void {
    if (formatOf() !== writing.format) changeFormat()
    compute({ field, priceIn, writing })
  }
  form.addEventListener('input', update)
  // A renewal of the page would bring back the results of the server.
  form.dataset.own = ''
  // The address of the results, to be shared; nothing has to be fetched.
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    for (const name of names) writeExact(query, name, priceIn(name), writing.format)
    history.replaceState(history.state, '', `${location.pathname}?${query}`)
  })
  // The browser may restore earlier input.
  update()
}
