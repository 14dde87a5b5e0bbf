/** Computes the results on the page of tools from the visitor's input. Needs no React: all texts are in the document. */
import { FORMAT_FIELDS } from '#app/features/odds/calculator-forms.ts'
import { CONVERTED, convert, PRICE_FIELDS } from '#app/features/odds/converter-form.ts'
import { formatPrice } from '#app/features/odds/formats.ts'
import { type Price, readExactPrice } from '#app/features/odds/prices.ts'
import { readFormat } from '#app/features/odds/shown-price.ts'
import { priceLanguageOf } from '#app/platform/numbers.ts'

const { lang } = document.documentElement
const priceLanguage = priceLanguageOf(document.body.dataset.mark ?? '', lang)
const form = document.querySelector<HTMLFormElement>('form[data-tools]')

function start(form: HTMLFormElement): void {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const formatOf = () => readFormat(field(FORMAT_FIELDS.wanted).value) ?? 'decimal'
  let format = readFormat(field(FORMAT_FIELDS.written).value) ?? formatOf()

  /** A price that a change of format has written is rounded; the exact price is the one that was typed. */
  const written = new Map<string, { text: string; price: Price }>()
  const priceIn = (name: string): Price | null => {
    const known = written.get(name)
    const { value } = field(name)
    return known?.text === value ? known.price : readExactPrice(value, format)
  }

  /** Converts typed prices to the format chosen now; invalid input stays unchanged. */
  function changeFormat(): void {
    const exact = PRICE_FIELDS.map((name) => ({ name, price: priceIn(name) }))
    format = formatOf()
    field(FORMAT_FIELDS.written).value = format
    for (const { name, price } of exact) {
      if (price === null) continue
      const text = formatPrice(price, priceLanguage, format)
      field(name).value = text
      written.set(name, { text, price })
    }
  }

  function compute(): void {
    const writing = { language: lang, priceLanguage, format }
    const { texts, invalid, isSure } = convert((name) => field(name).value, writing, priceIn)
    for (const [name, text] of Object.entries(texts)) {
      const output = form.elements.namedItem(name)
      if (output instanceof HTMLOutputElement && output.value !== text) output.value = text
    }
    for (const name of PRICE_FIELDS) field(name).setAttribute('aria-invalid', String(invalid.has(name)))
    form.querySelector('[data-invalid]')?.toggleAttribute('hidden', !invalid.has(CONVERTED))
    form.querySelector('[data-sure]')?.toggleAttribute('hidden', isSure !== true)
    form.querySelector('[data-unsure]')?.toggleAttribute('hidden', isSure !== false)
  }

  form.addEventListener('input', () => {
    if (formatOf() !== format) changeFormat()
    compute()
  })
  // The address of the results, to be shared; nothing has to be fetched.
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    history.replaceState(history.state, '', `${location.pathname}?${query}`)
  })
  // The browser may restore earlier input.
  if (formatOf() !== format) changeFormat()
  compute()
}

if (form) start(form)
