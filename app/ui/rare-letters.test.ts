import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { needsExtendedLatin, needsMoreFonts, needsRarerLatin, needsWideArabic } from './rare-letters.ts'

describe('the fonts of rarer letters', () => {
  it.each([
    'Inter – Milan',
    'Türkçe, Français, Español, Português, Ísland, Malmö',
    'Šibenik, Beşiktaş, Đurđevac, Łódź, Győr, Rīga, Kauno Žalgiris, Dinamo București, Qarabağ, Səbail, GROẞ',
    'العربية أيضًا، الرِّهان؟',
    'لیگ برتر چلسی، ٹوٹنہم، هەولێر، ۱٫۸۵',
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
    expect(['Köln', 'Œuvre', 'العربية', 'Спартак'].filter(needsExtendedLatin)).toEqual([])
    expect(['Großer “Preis”', 'São Paulo: 1.85 €', 'Nîmes', 'العربية'].filter(needsRarerLatin)).toEqual([
      'Nîmes',
    ])
    expect(['Nordsjælland', 'Œuvre', '«été»', 'Íbis'].filter(needsRarerLatin)).toHaveLength(4)
  })

  it('tell whether a text has more than the letters of Arabic', () => {
    expect(['ليفربول: أيضًا', 'الرِّهان؟', 'Köln 1.85'].filter(needsWideArabic)).toEqual([])
    expect(['چلسی', 'ٹوٹنہم', 'هەولێر', '١٫٨٥'].filter(needsWideArabic)).toHaveLength(4)
  })

  it('are chosen by the letters that the style sheets declare', async () => {
    const [first = [], rarer = [], extended = [], arabic = [], wide = []] = await readRanges('app/base.css')
    const usual = [...first, ...rarer, ...extended, ...wide]
    const rare = (await readRanges('app/more-fonts.css')).flat().filter((code) => !usual.includes(code))
    const shownIn = (isNeeded: (text: string) => boolean, codes: number[]) =>
      codes.filter((code) => isNeeded(String.fromCodePoint(code)))

    expect(shownIn(needsRarerLatin, usual)).toEqual(rarer.filter((code) => code > 0x7f))
    expect(shownIn(needsExtendedLatin, usual)).toEqual(extended)
    expect(shownIn(needsWideArabic, usual)).toEqual(wide.filter((code) => !arabic.includes(code)))
    expect(arabic.filter((code) => !wide.includes(code))).toEqual([])
    expect(shownIn(needsMoreFonts, rare)).toEqual(rare)
    expect(shownIn(needsMoreFonts, usual)).toEqual([])
  })

  it('leave each letter of Latin-1 to one file', async () => {
    const codes = (await readRanges('app/base.css')).flat()
    const latin = Array.from({ length: 0x100 }, (_, code) => code)
    expect(latin.filter((code) => codes.filter((it) => it === code).length !== 1)).toEqual([])
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
