/** Computes a calculator's results from the visitor's input. Needs no React: all texts are in the document. */
import { calculate, FIELDS, priceFieldsOf } from '#app/features/odds/calculator-forms.ts'
import type { Tool } from '#app/platform/paths.ts'
import { startPricedForm } from './priced-form.ts'

const form = document.querySelector<HTMLFormElement>('form[data-calculator]')

if (form) {
  const tool = form.dataset.calculator as Tool
  startPricedForm(form, priceFieldsOf(tool), Object.keys(FIELDS[tool]), ({ field, priceIn, writing }) => {
    const { texts, invalid } = calculate(tool, (name) => field(name).value, writing, priceIn)
    return { texts, invalid, isWrong: invalid.size > 0 }
  })
}
