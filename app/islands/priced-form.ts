/** A form whose prices are in a format that its visitor chooses. */
import { EXACT, FORMAT_FIELDS, writeExact } from '#app/features/odds/calculator-forms.ts'
import { formatPrice } from '#app/features/odds/formats.ts'
import { type Price, type PriceFormat, readExactPrice, readPriceText } from '#app/features/odds/prices.ts'
import { readFormat } from '#app/features/odds/shown-price.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { priceLanguageOf } from '#app/platform/numbers.ts'

const { lang } = document.documentElement

/** How long typing pauses before the results, and invalid input, are announced, in milliseconds. */
const PAUSE = 1_000

export interface PricedForm {
  field(name: string): HTMLInputElement
  /** The price in a field, also if its text is a rounded one. */
  priceIn(name: string): Price | null
  writing: { language: string; priceLanguage: string; format: PriceFormat }
}

export interface Computed {
  /** By output. */
  texts: Readonly<Record<string, string>>
  /** Names of the fields with invalid input. */
  invalid: ReadonlySet<string>
  /** Whether the form says so. */
  isWrong: boolean
}

/**
 * Computes a form now and after each input, converts its prices when another format is chosen, and puts its input into the
 * address when it is sent. Results are shown at once. They are announced, and invalid input is marked, once typing has paused or
 * the field is left: each text on the way to a price would interrupt the visitor otherwise.
 * @param names of the fields of prices
 * @param checked names of the fields that can be invalid
 */
export function startPricedForm(
  form: HTMLFormElement,
  names: readonly string[],
  checked: readonly string[],
  compute: (form: PricedForm) => Computed,
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
    return known?.text === value ? known.price : readPriceText(value, writing.format)
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

  const sentence = form.querySelector<HTMLElement>('[data-invalid]')
  const said = form.querySelector('[data-said]')
  /** @param isTyping leaves unmarked what was not marked before */
  function update(isTyping: boolean): boolean {
    if (formatOf() !== writing.format) changeFormat()
    const { texts, invalid, isWrong } = compute({ field, priceIn, writing })
    for (const [name, text] of Object.entries(texts)) {
      const output = form.elements.namedItem(name)
      if (output instanceof HTMLOutputElement && output.value !== text) output.value = text
    }
    for (const name of checked)
      if (!isTyping || !invalid.has(name)) field(name).setAttribute('aria-invalid', String(invalid.has(name)))
    if (!isTyping || !isWrong) sentence?.toggleAttribute('hidden', !isWrong)
    return isWrong
  }
  let pause: ReturnType<typeof setTimeout> | undefined
  function settle(typedIn: EventTarget | null): void {
    clearTimeout(pause)
    const isWrong = update(false)
    if (said) said.textContent = isWrong ? '' : summaryOf(form, typedIn)
  }
  form.addEventListener('input', ({ target }) => {
    update(true)
    clearTimeout(pause)
    pause = setTimeout(settle, PAUSE, target)
  })
  form.addEventListener('change', ({ target }) => settle(target))
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
  update(false)
}

/** The results with their names: those of the box of a field, or of the form. */
function summaryOf(form: HTMLElement, field: EventTarget | null): string {
  const own = field instanceof Element ? field.closest('.box:has(dl)') : null
  const figures = [...(own ?? form).querySelectorAll('dl > div')].flatMap((figure) => {
    const [name, value] = ['dt', 'output'].map((tag) => figure.querySelector(tag)?.textContent ?? '')
    return name && value && value !== '–' ? `${withColon(name, lang)} ${value}` : []
  })
  const verdict = own?.querySelector('[data-verdict] > :not([hidden])')?.textContent
  return [...figures, verdict].filter(Boolean).join('; ')
}
