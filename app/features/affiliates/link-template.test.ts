import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buttonChange, templateChange } from './editor-schema.ts'
import {
  fillLink,
  findUnfillable,
  PLACEHOLDERS,
  TEMPLATE_PLACEHOLDERS,
  withPlainPlaceholders,
} from './link-template.ts'

const LINK = 'https://partner.example/go?sub={click_id}&l={lang}&from={page}-{outcome}'

describe('a link with placeholders', () => {
  it('says what is known of the click, escaped, and "none" of what describes nothing', () => {
    expect(fillLink(LINK, { click_id: 'a-b_c', lang: 'it', page: 'match', outcome: 'home' })).toBe(
      'https://partner.example/go?sub=a-b_c&l=it&from=match-home',
    )
    expect(fillLink(LINK, { click_id: 'a&b=c/d', lang: 'it' })).toBe(
      'https://partner.example/go?sub=a%26b%3Dc%2Fd&l=it&from=none-none',
    )
  })

  it.each([
    [LINK, { click_id: 'a' }],
    ['/{lang}/soccer', { lang: null }],
    ['/{lang}/soccer', { lang: '' }],
    ['https://partner.example/?s={sid}', { lang: 'it' }],
    ['https://partner.example/{__proto__}', { lang: 'it' }],
    ['https://partner.example/{}?x={toString}', { lang: 'it' }],
  ])('is no link without a value that it needs: %s %o', (link, values) => {
    expect(fillLink(link, values)).toBeNull()
  })

  it('begins with the language of the page', () => {
    expect(fillLink('/{lang}/soccer', { lang: 'it' })).toBe('/it/soccer')
  })

  it('never leaves with one', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '{}',
      '{lang}',
      '{click_id}',
      '{event_link}',
      '{x}',
      'a',
      '/',
      '?',
      '&',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.string(), (pieces, value) => {
        const values = { lang: value, click_id: value, event_link: `https://bet.example/${value}` }
        expect(fillLink(pieces.join(''), values, ['bet.example']) ?? '').not.toMatch(/[{}]/)
      }),
    )
  })

  it('is read as partners copy it, and refused with braces of its own', () => {
    expect(withPlainPlaceholders('https://a.example/?a=%7Bclick_id%7D&b=%7Bfoo%7D&j=%7B%22b%22%7D')).toBe(
      'https://a.example/?a={click_id}&b=%7Bfoo%7D&j=%7B%22b%22%7D',
    )
    expect(
      ['https://a.example/?{{click_id}}', 'https://a.example/?a=}', 'https://a.example/?{a'].map((link) =>
        findUnfillable(link),
      ),
    ).toEqual(['{{click_id}}', '}', '{'])
    const template = (text: string) =>
      templateChange.shape.template.safeParse(text).data ??
      templateChange.shape.template.safeParse(text).error?.issues[0]?.message
    expect(template('https://a.example/?a=%7Bsub1%7D')).toBe('https://a.example/?a={sub1}')
    expect(template('https://a.example/?a=1\r\nSet-Cookie: x=1')).toBe('problem.template-link')
    expect(template('https://a.example/a b')).toBe('problem.template-link')
  })

  it('is refused where nothing would fill one', () => {
    const check = (button_link: string) => {
      const row = { provider: 'A', button_text: 'Bet', button_link, bookmaker_id: null, is_active: true }
      return buttonChange.safeParse(row).error?.issues.map(({ message }) => message) ?? []
    }
    for (const name of PLACEHOLDERS) expect(check(`https://partner.example/?x={${name}}`)).toEqual([])
    const at = (name: string) => [`problem.placeholder {${name}}`]
    expect(check('https://partner.example/?x={lang}&c={clickid}&l={x}')).toEqual(at('clickid'))
    expect(check('https://partner.example/?x={sub1}')).toEqual(at('sub1'))
    expect(check('https://partner.example/?x={}')).toEqual(at(''))
    expect(check('https://a.{lang}.partner.example/?{page}')).toEqual(at('lang'))
  })
})

describe("a feed's link of the event", () => {
  const hosts = ['bet.example']
  const event_link = 'https://www.bet.example/event/7?a=1'

  it.each([
    ['{event_link}', event_link],
    ['{event_link}?btag={click_id}', `${event_link}&btag=c`],
    [
      'https://track.example/?to={event_link}&c={click_id}',
      'https://track.example/?to=https%3A%2F%2Fwww.bet.example%2Fevent%2F7%3Fa%3D1&c=c',
    ],
  ])('is in %s', (template, filled) => {
    expect(findUnfillable(template, TEMPLATE_PLACEHOLDERS)).toBeNull()
    expect(fillLink(template, { click_id: 'c', event_link }, hosts)).toBe(filled)
  })

  it.each([
    null,
    '',
    'http://bet.example/',
    'https://evil.example/bet.example',
    'https://notbet.example/',
    'https://bet.example.evil.example/',
    'https://bet.example@evil.example/',
    'https://user:word@bet.example/',
    'https://bet.example:8443/',
    'javascript:alert(1)',
    'https://bet.example/{state}/event',
    '//bet.example/',
  ])('is not followed: %s', (link) => {
    for (const template of ['{event_link}', 'https://track.example/?to={event_link}'])
      expect(fillLink(template, { event_link: link }, hosts)).toBeNull()
    expect(fillLink('{event_link}', { event_link }, [])).toBeNull()
  })

  it.each(['sid', 'lang'])('is not followed without a value for {%s} beside it', (name) => {
    for (const template of [
      `{event_link}?x={${name}}`,
      `https://track.example/?to={event_link}&x={${name}}`,
    ]) {
      expect(findUnfillable(template, TEMPLATE_PLACEHOLDERS)).toBeNull()
      expect(fillLink(template, { event_link }, hosts)).toBeNull()
      expect(fillLink(template, { event_link, [name]: 'v' }, hosts)).toMatch(/[?&]x=v$/)
    }
  })

  it.each([
    '{event_link}/more',
    '{event_link}?x={event_link}',
    'https://track.example/{event_link}',
    'x{event_link}',
  ])('has no place in %s', (template) =>
    expect(findUnfillable(template, TEMPLATE_PLACEHOLDERS)).toBe('{event_link}'),
  )
})

describe('a template of a bookmaker', () => {
  const check = (values: object) => {
    const read = templateChange.partial().safeParse(values)
    return read.success ? read.data : read.error.issues.map(({ path, message }) => [path[0], message])
  }

  it('says what each of its subs contains', () => {
    expect(check({ sub1: 'league', sub2: '' })).toEqual({ sub1: 'league', sub2: null })
    expect(check({ sub1: 'address' })).toEqual([['sub1', 'problem.sub']])
  })

  it('has a country of two letters, or none', () => {
    expect(check({ country: 'it' })).toEqual({ country: 'IT' })
    expect(check({ country: '' })).toEqual({ country: null })
    expect(check({ country: 'XX' })).toEqual([['country', 'problem.country-codes']])
  })

  it.each([
    ['{event_link}', null],
    ['{event_link}?btag={click_id}', null],
    ['https://a.example/{lang}/?s={sid}', null],
    ['javascript:{event_link}', 'problem.template-link'],
    ['{lang}', 'problem.template-link'],
    ['/{lang}/soccer', 'problem.template-link'],
    ['https://a.example/?{sub6}', 'problem.template-placeholder {sub6}'],
  ])('is an address, or the link of the event: %s', (template, problem) => {
    const found = check({ template })
    expect(Array.isArray(found) ? found[0] : found).toEqual(problem ? ['template', problem] : { template })
  })
})
