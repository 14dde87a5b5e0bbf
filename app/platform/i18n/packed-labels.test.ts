import { expect, it } from 'vitest'
import { packLabels, unpackLabels } from './packed-labels.ts'

it('labels come back from their text as the same object as long as they are used', () => {
  const labels = { admin: { save: 'Save “changes” </script>' }, common: {} }
  const text = packLabels(labels)
  const first = unpackLabels(text)
  expect(first).toEqual(labels)
  for (let other = 0; other < 40; other += 1) {
    unpackLabels(packLabels({ admin: { save: `${other}` } }))
    if (other % 10 === 0) expect(unpackLabels(packLabels(labels))).toBe(first)
  }
})
