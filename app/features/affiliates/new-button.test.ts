import { expect, it } from 'vitest'
import { newButton, withBookmaker } from './new-button.ts'

it('starts an affiliate button active, with empty fields', () => {
  expect(newButton()).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    provider: '',
    button_text: '',
    button_link: '',
    bookmaker_id: null,
    is_active: true,
  })
})

it('names the provider of a button after its bookmaker, unless it has a name', () => {
  const bookmaker = { id: 'b1', name: 'Alderbet' }
  expect(withBookmaker({ provider: ' ' }, bookmaker)).toEqual({ bookmaker_id: 'b1', provider: 'Alderbet' })
  expect(withBookmaker({ provider: 'Partners' }, bookmaker)).toEqual({ bookmaker_id: 'b1' })
  expect(withBookmaker({ provider: '' }, undefined)).toEqual({ bookmaker_id: null })
})
