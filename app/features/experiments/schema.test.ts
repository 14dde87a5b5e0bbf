import { expect, it } from 'vitest'
import { settingsOf } from './schema.ts'

it('adopted texts of one language leave those of the others as they are', () => {
  const experiment = { kind: 'button', texts: { en: 'Go' }, colour: null, bookmaker_ids: [] }
  expect(settingsOf(experiment, null)).toEqual({ way_texts: '{"en":"Go"}' })
  expect(settingsOf(experiment, '{"de":"Los","en":"Play"}')).toEqual({ way_texts: '{"de":"Los","en":"Go"}' })
  expect(settingsOf({ ...experiment, texts: {}, colour: '#aa0011' }, '{"de":"Los"}')).toEqual({
    way_colour: '#aa0011',
  })
})
