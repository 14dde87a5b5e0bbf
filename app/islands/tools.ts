/** Computes the results on the page of tools from the visitor's input. Needs no React: all texts are in the document. */
import { marketFigures } from '#app/features/odds/calculator.ts'
import { formatPrice } from '#app/features/odds/formats.ts'
import {
  PRICE_FORMATS,
  type Price,
  type PriceFormat,
  readExactPrice,
  toNumber,
} from '#app/features/odds/prices.ts'
import { readFormat } from '#app/features/odds/shown-price.ts'
import { formatEuro, formatPercent, priceLanguageOf } from '#app/platform/numbers.ts'

const HIGHEST_TOTAL = 1_000_000

const { lang } = document.documentElement
const priceLanguage = priceLanguageOf(document.body.dataset.mark ?? '', lang)
const form = document.querySelector<HTMLFormElement>('form[data-tools]')

function start(form: HTMLFormElement): void {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const priceFields = [...form.querySelectorAll<HTMLInputElement>('input[type=text]')]
  const formatOf = () => readFormat(field('format').value) ?? 'decimal'
  let format = formatOf()

  const say = (name: string, text: string) => {
    const output = form.elements.namedItem(name)
    if (output instanceof HTMLOutputElement && output.value !== text) output.value = text
  }
  /** A price that a change of format has written is rounded; the exact price is the one that was typed. */
  const written = new WeakMap<HTMLInputElement, { text: string; price: Price }>()
  const priceIn = (input: HTMLInputElement): Price | null => {
    const known = written.get(input)
    return known?.text === input.value ? known.price : readExactPrice(input.value, format)
  }
  const percent = (share: number, decimals?: number) => formatPercent(share, lang, decimals)
  const euro = (cents: number) => formatEuro(cents / 100, lang)

  function convert(): void {
    const price = priceIn(field('converted'))
    const isWrong = price === null && field('converted').value.trim() !== ''
    field('converted').setAttribute('aria-invalid', String(isWrong))
    form.querySelector('[data-invalid]')?.toggleAttribute('hidden', !isWrong)
    for (const to of PRICE_FORMATS)
      say(`as-${to}`, price === null ? '–' : formatPrice(price, priceLanguage, to))
    say('chance', price === null ? '–' : percent(1 / toNumber(price)))
  }

  function compute(): void {
    const typed = priceFields.filter(({ name }) => name.startsWith('price-'))
    const prices = typed.map(priceIn)
    // The last outcome may be empty; invalid input is marked.
    for (const [index, it] of typed.entries())
      it.setAttribute('aria-invalid', String(prices[index] === null && it.value.trim() !== ''))
    const isWhole = typed.every((it, index) => prices[index] !== null || it.value.trim() === '')
    const given = prices.flatMap((price, index) => (price === null ? [] : { price, index }))
    const total = Math.min(HIGHEST_TOTAL, Math.max(0, Number(field('total').value) || 0))
    const figures = isWhole
      ? marketFigures(
          given.map(({ price }) => price),
          Math.round(total * 100),
        )
      : null
    for (const index of typed.keys()) {
      const outcome = figures?.outcomes[given.findIndex((it) => it.index === index)]
      say(`implied-${index}`, outcome ? percent(outcome.implied) : '–')
      say(`chance-${index}`, outcome ? percent(outcome.fair) : '–')
      say(`fair-${index}`, outcome ? formatPrice(outcome.fairPrice, priceLanguage, format) : '–')
      say(`stake-${index}`, outcome ? euro(outcome.stake) : '–')
    }
    for (const name of ['sum', 'overround', 'payout'] as const)
      say(name, figures ? percent(figures[name], 2) : '–')
    say('returns', figures ? euro(figures.lowestReturn) : '–')
    say('profit', figures ? percent(figures.lowestProfit, 2) : '–')
    form.querySelector('[data-sure]')?.toggleAttribute('hidden', !figures?.isSure)
    form.querySelector('[data-unsure]')?.toggleAttribute('hidden', !figures || figures.isSure)
  }

  /** Converts typed prices to the format chosen now; invalid input stays unchanged. */
  function changeFormat(to: PriceFormat): void {
    const prices = priceFields.map(priceIn)
    format = to
    for (const [index, it] of priceFields.entries()) {
      const price = prices[index] ?? null
      if (price === null) continue
      it.value = formatPrice(price, priceLanguage, to)
      written.set(it, { text: it.value, price })
    }
  }

  form.addEventListener('input', () => {
    if (formatOf() !== format) changeFormat(formatOf())
    convert()
    compute()
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  // The browser may restore earlier input.
  convert()
  compute()
}

if (form) start(form)
