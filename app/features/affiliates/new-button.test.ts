import { expect, it } from 'vitest'
import { newButton } from './new-button.ts'

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
