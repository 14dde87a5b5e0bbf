import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buttonChange } from './editor-schema.ts'
import { fillLink, PLACEHOLDERS } from './link-template.ts'

const LINK = 'https://partner.example/go?sub={click_id}&l={lang}&from={page}-{outcome}'

describe('a link with placeholders', () => {
  it('says what is known of the click, escaped, and nothing of what is not', () => {
    expect(fillLink(LINK, { click_id: 'a-b_c', lang: 'it', page: 'match', outcome: 'home' })).toBe(
      'https://partner.example/go?sub=a-b_c&l=it&from=match-home',
    )
    expect(fillLink(LINK, { click_id: 'a&b=c/d', lang: null })).toBe(
      'https://partner.example/go?sub=a%26b%3Dc%2Fd&l=&from=-',
    )
    expect(fillLink('https://partner.example/{sub1}/{__proto__}/{}?x={toString}', {})).toBe(
      'https://partner.example///?x=',
    )
  })

  it('never leaves with one', () => {
    const piece = fc.constantFrom('{', '}', '{}', '{lang}', '{click_id}', '{x}', 'a', '/', '%7B', '&')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.string(), (pieces, value) => {
        const filled = fillLink(pieces.join(''), { lang: value, click_id: value })
        expect(filled).not.toMatch(/[{}]/)
      }),
    )
  })

  it('is refused where nothing would fill one', () => {
    const check = (button_link: string) => {
      const row = { provider: 'A', button_text: 'Bet', button_link, bookmaker_id: null, is_active: true }
      return buttonChange.safeParse(row).error?.issues.map(({ message }) => message) ?? []
    }
    for (const name of PLACEHOLDERS) expect(check(`https://partner.example/?x={${name}}`)).toEqual([])
    expect(check('https://partner.example/?x={clickid}')).toEqual(['problem.placeholder'])
    expect(check('https://partner.example/?x={}')).toEqual(['problem.placeholder'])
    expect(check('https://{lang}.partner.example/')).toEqual(['problem.placeholder'])
  })
})
