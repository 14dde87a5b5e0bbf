import { expect, it } from 'vitest'
import { shippedTexts } from './labels.server.ts'
import { growingOldText } from './texts.ts'

const now = new Date('2026-11-30T06:00:00Z')
const at = new Date('2026-11-30T06:55:00Z')

it.each(['ru', 'pl', 'cs'])('counts in a language without built-in labels: %s', (language) => {
  const told = (prices: number) =>
    growingOldText(shippedTexts(language), { prices, first: at, last: at }, { now, zone: 'UTC' })
  for (const prices of [1, 3, 5]) expect(told(prices)).toContain(`${prices} price`)
})
