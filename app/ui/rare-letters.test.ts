import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { needsExtendedLatin, needsLatin1, needsMoreFonts } from './rare-letters.ts'

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

  it('are not needed for European letters, which have fonts of their own', () => {
    expect(['Šibenik', 'Győr', 'Səbail', 'Dinamo București'].filter(needsExtendedLatin)).toHaveLength(4)
    expect(['Köln', 'Türkiye', 'Œuvre', 'العربية', 'Спартак'].filter(needsExtendedLatin)).toEqual([])
    expect(['Malmö', 'Atlético – São Paulo: 1.85 €', 'Été “à”', 'العربية'].filter(needsLatin1)).toEqual([
      'Été “à”',
    ])
    expect(['Größe', 'Örebro', 'Œuvre', '«été»', 'Íbis'].filter(needsLatin1)).toHaveLength(4)
  })

  it('are chosen by the letters that the style sheets declare', async () => {
    const [first = [], latin1 = [], extended = [], arabic = []] = await readRanges('app/base.css')
    const usual = new Set([...first, ...latin1, ...extended, ...arabic])
    const rare = (await readRanges('app/more-fonts.css')).flat().filter((code) => !usual.has(code))
    const beyondAscii = latin1.filter((code) => code > 0x7f)
    const shownIn = (isNeeded: (text: string) => boolean, codes: Iterable<number>) =>
      [...codes].filter((code) => isNeeded(String.fromCodePoint(code)))

    expect(shownIn(needsLatin1, usual)).toEqual(beyondAscii)
    expect(shownIn(needsExtendedLatin, usual)).toEqual(extended)
    expect(shownIn(needsMoreFonts, rare)).toEqual(rare)
    expect(shownIn(needsMoreFonts, usual)).toEqual([])
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
