import { expect, it } from 'vitest'
import { packLabels, unpackLabels } from './packed-labels.ts'

it('labels come back from their text as the same object each time, whichever others are read meanwhile', () => {
  const labels = { admin: { save: 'Save “changes” </script>' }, common: {} }
  const text = packLabels(labels)
  const first = unpackLabels(text)
  expect(first).toEqual(labels)
  for (let other = 0; other < 10; other += 1) unpackLabels(packLabels({ admin: { save: `${other}` } }))
  expect(unpackLabels(packLabels(labels))).toBe(first)
})
