/** Computes a calculator's results from the visitor's input. Needs no React: all texts are in the document. */
import { calculate, FIELDS, priceFieldsOf } from '#app/features/odds/calculator-forms.ts'
import type { Tool } from '#app/platform/paths.ts'
import { startPricedForm } from './priced-form.ts'

const form = document.querySelector<HTMLFormElement>('form[data-calculator]')

if (form) {
  const tool = form.dataset.calculator as Tool
  startPricedForm(form, priceFieldsOf(tool), ({ field, priceIn, writing }) => {
    const { texts, invalid } = calculate(tool, (name) => field(name).value, writing, priceIn)
    for (const [name, text] of Object.entries(texts)) {
      const output = form.elements.namedItem(name)
      if (output instanceof HTMLOutputElement && output.value !== text) output.value = text
    }
    for (const name of Object.keys(FIELDS[tool]))
      field(name).setAttribute('aria-invalid', String(invalid.has(name)))
    form.querySelector('[data-invalid]')?.toggleAttribute('hidden', invalid.size === 0)
  })
}
