/** Computes a calculator's results from the visitor's input. Needs no React: all texts are in the document. */
import { calculate, FIELDS, FORMAT_FIELDS } from '#app/features/odds/calculator-forms.ts'
import { formatPrice } from '#app/features/odds/formats.ts'
import { type Price, readExactPrice } from '#app/features/odds/prices.ts'
import { readFormat } from '#app/features/odds/shown-price.ts'
import { priceLanguageOf } from '#app/platform/numbers.ts'
import type { Tool } from '#app/platform/paths.ts'

const { lang } = document.documentElement
const priceLanguage = priceLanguageOf(document.body.dataset.mark ?? '', lang)
const form = document.querySelector<HTMLFormElement>('form[data-calculator]')

function start(form: HTMLFormElement): void {
  const tool = form.dataset.calculator as Tool
  const fields = FIELDS[tool]
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

  function changeFormat(): void {
    const to = formatOf()
    const prices = Object.keys(fields).filter((name) => fields[name]?.kind === 'price')
    const exact = new Map(prices.map((name) => [name, priceIn(name)]))
    format = to
    field(FORMAT_FIELDS.written).value = to
    for (const [name, price] of exact) {
      if (price === null) continue
      const text = formatPrice(price, priceLanguage, to)
      field(name).value = text
      written.set(name, { text, price })
    }
  }

  function compute(): void {
    const writing = { language: lang, priceLanguage, format }
    const { texts, invalid } = calculate(tool, (name) => field(name).value, writing, priceIn)
    for (const [name, text] of Object.entries(texts)) {
      const output = form.elements.namedItem(name)
      if (output instanceof HTMLOutputElement && output.value !== text) output.value = text
    }
    for (const name of Object.keys(fields))
      field(name).setAttribute('aria-invalid', String(invalid.has(name)))
    form.querySelector('[data-invalid]')?.toggleAttribute('hidden', invalid.size === 0)
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
