import { describe, expect, it } from 'vitest'
import { needsExtendedLatin, needsMoreFonts } from './rare-letters.ts'

describe('the fonts of rarer letters', () => {
  it.each([
    'Inter – Milan',
    'Türkçe, Français, Español, Português, Ísland, Malmö',
    'Šibenik, Beşiktaş, Đurđevac, Łódź, Győr, Rīga, Kauno Žalgiris, Dinamo București, Qarabağ, Səbail, GROẞ',
    'العربية',
    '1.85 € … “best of 11”',
  ])('are not fetched for %s', (text) => {
    expect(needsMoreFonts(text)).toBe(false)
  })

  it.each(['Спартак', 'Ολυμπιακός', 'Hà Nội', '한국'])('are fetched for %s', (text) => {
    expect(needsMoreFonts(text)).toBe(true)
  })

  it('are not needed for European letters, which have a font of their own', () => {
    expect(['Šibenik', 'Győr', 'Səbail', 'Dinamo București'].filter(needsExtendedLatin)).toHaveLength(4)
    expect(['Köln', 'Türkiye', 'Œuvre', 'العربية', 'Спартак'].filter(needsExtendedLatin)).toEqual([])
  })
})
