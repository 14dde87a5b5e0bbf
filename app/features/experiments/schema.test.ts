import { expect, it } from 'vitest'
import { neededUnits, settingsOf } from './schema.ts'

it('adopted texts of one language leave those of the others as they are', () => {
  const experiment = { kind: 'button', texts: { en: 'Go' }, colour: null, bookmaker_ids: [] }
  expect(settingsOf(experiment, null)).toEqual({ way_texts: '{"en":"Go"}' })
  expect(settingsOf(experiment, '{"de":"Los","en":"Play"}')).toEqual({ way_texts: '{"de":"Los","en":"Go"}' })
  expect(settingsOf({ ...experiment, texts: {}, colour: '#aa0011' }, '{"de":"Los"}')).toEqual({
    way_colour: '#aa0011',
  })
})

it.each([
  ['positive figures', {}, 1_570],
  ['a negative baseline', { baseline: -5 }, null],
  ['a negative deviation', { deviation: -20 }, null],
  ['a negative effect', { effect: -0.2 }, null],
])('%s have this number of clicks by the stopping rule', (_, figures, needed) => {
  const rule = {
    outcome: 'earnings',
    baseline: 5,
    deviation: 10,
    effect: 0.2,
    alpha: 0.05,
    power: 0.8,
  } as const
  expect(neededUnits({ ...rule, ...figures })).toBe(needed)
})
