import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { needsExtendedLatin, needsMoreFonts } from './rare-letters.ts'

describe('the fonts of rarer letters', () => {
  it.each([
    'Inter – Milan',
    'Türkçe, Français, Español, Português, Ísland, Malmö',
    'Šibenik, Beşiktaş, Đurđevac, Łódź, Győr, Rīga, Kauno Žalgiris, Dinamo București, Qarabağ, Səbail, GROẞ',
    'العربية',
    '한국 ★★★★★ ⚽ 🏆',
    '1.85 € … “best of 11”',
  ])('are not fetched for %s', (text) => {
    expect(needsMoreFonts(text)).toBe(false)
  })

  it.each(['Спартак', 'Ολυμπιακός', 'Hà Nội'])('are fetched for %s', (text) => {
    expect(needsMoreFonts(text)).toBe(true)
  })

  it('are not needed for European letters, which have a font of their own', () => {
    expect(['Šibenik', 'Győr', 'Səbail', 'Dinamo București'].filter(needsExtendedLatin)).toHaveLength(4)
    expect(['Köln', 'Türkiye', 'Œuvre', 'العربية', 'Спартак'].filter(needsExtendedLatin)).toEqual([])
  })

  it('are chosen by the letters that the style sheets declare', async () => {
    const [extended = [], ...first] = (await readRanges('app/base.css')).toSorted(
      ([one = 0], [other = 0]) => Number(other === 0x100) - Number(one === 0x100),
    )
    const usual = new Set([...extended, ...first.flat()])
    const rare = (await readRanges('app/more-fonts.css')).flat().filter((code) => !usual.has(code))

    expect(extended.filter((code) => !needsExtendedLatin(String.fromCodePoint(code)))).toEqual([])
    expect(first.flat().filter((code) => needsExtendedLatin(String.fromCodePoint(code)))).toEqual([])
    expect(rare.filter((code) => !needsMoreFonts(String.fromCodePoint(code)))).toEqual([])
    expect([...usual].filter((code) => needsMoreFonts(String.fromCodePoint(code)))).toEqual([])
  })
})

/** The code points of each face of a style sheet. */
async function readRanges(file: string): Promise<number[][]> {
  const faces = (await readFile(file, 'utf8')).matchAll(/unicode-range:([^;]+);/g)
  return [...faces].map(([, list = '']) =>
    [...list.matchAll(/U\+(\w+)(?:-(\w+))?/g)].flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index)
    }),
  )
}
