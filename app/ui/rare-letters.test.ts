import { describe, expect, it } from 'vitest'
import { needsMoreFonts } from './rare-letters.ts'

describe('the fonts of rarer letters', () => {
  it.each([
    'Inter – Milan',
    'Türkçe, Français, Español, Português, Ísland, Malmö',
    'العربية',
    '1.85 € … “best of 11”',
  ])('are not fetched for %s', (text) => {
    expect(needsMoreFonts(text)).toBe(false)
  })

  it.each(['Šibenik', 'Beşiktaş', 'Đurđevac', 'Спартак', 'Ολυμπιακός', 'Hà Nội', '한국'])(
    'are fetched for %s',
    (text) => {
      expect(needsMoreFonts(text)).toBe(true)
    },
  )
})
