/** Computes the results on the page of tools from the visitor's input. Needs no React: all texts are in the document. */
import { CONVERTER_FIELDS, convert, PRICE_FIELDS } from '#app/features/odds/converter-form.ts'
import { startPricedForm } from './priced-form.ts'

const form = document.querySelector<HTMLFormElement>('form[data-tools]')

if (form)
  startPricedForm(form, PRICE_FIELDS, CONVERTER_FIELDS, ({ field, priceIn, writing }) => {
    const { texts, invalid, isSure } = convert((name) => field(name).value, writing, priceIn)
    form.querySelector('[data-sure]')?.toggleAttribute('hidden', isSure !== true)
    form.querySelector('[data-unsure]')?.toggleAttribute('hidden', isSure !== false)
    return { texts, invalid, isWrong: invalid.size > 0 }
  })
