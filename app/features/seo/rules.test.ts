import { describe, expect, it } from 'vitest'
import { createPageHead } from './rules.ts'

describe('createPageHead', () => {
  const input = {
    page: 'sport' as const,
    language: 'en',
    templates: {},
    builtIn: { 'seo.sport-title': '{sport_name} odds', 'seo.sport-description': 'All {sport_name} leagues.' },
    variables: { sport_name: 'Soccer' },
    siteName: 'Overround',
    path: '/soccer',
    isVariation: false,
  }

  it('uses the built-in templates when the operator has none', () => {
    expect(createPageHead(input)).toEqual({
      title: 'Soccer odds | Overround',
      description: 'All soccer leagues.',
      keywords: null,
      path: '/soccer',
      isVariation: false,
    })
  })

  it("prefers the operator's, field by field, and does not name the site twice", () => {
    const templates = { sport_page_title_template: '{sport_name} at {site_name}' }
    expect(createPageHead({ ...input, templates })).toMatchObject({
      title: 'Soccer at Overround',
      description: 'All soccer leagues.',
    })
  })

  it.each([
    ['it', 'Quote {sport_name}', 'Calcio', 'Quote calcio'],
    ['en', '{sport_name} odds', 'Ice Hockey', 'Ice hockey odds'],
    ['tr', '{sport_name} oranları', 'İnce Spor', 'İnce spor oranları'],
    ['de', 'Alle {sport_name}-Quoten', 'Fußball', 'Alle Fußball-Quoten'],
  ])('writes a sport in %s as inside a sentence: %s', (language, text, sport_name, title) => {
    const builtIn = { 'seo.sport-title': text }
    const head = createPageHead({ ...input, language, builtIn, variables: { sport_name } })
    expect(head.title).toBe(`${title} | Overround`)
  })

  it("prefers the site's own texts for the home page to the built-in ones", () => {
    const templates = { default_meta_title: 'All odds', default_meta_description: 'Every price.' }
    const home = createPageHead({ ...input, page: 'home', templates, path: '' })
    expect(home).toMatchObject({ title: 'All odds | Overround', description: 'Every price.' })
    expect(createPageHead({ ...input, templates }).title).toBe('Soccer odds | Overround')
  })

  it('has keywords only when the operator wrote some', () => {
    const templates = { sport_page_meta_keywords_template: '{sport_name}, odds' }
    expect(createPageHead({ ...input, templates }).keywords).toBe('Soccer, odds')
  })
})

describe('edge cases of a page head', () => {
  const input = {
    ...{
      page: 'home' as const,
      language: 'en',
      templates: {},
      builtIn: {},
      variables: {},
      path: '',
      isVariation: true,
    },
    siteName: 'Overround',
  }

  it('is the site’s name when there is no other text', () => {
    expect(createPageHead(input)).toEqual({
      ...{ title: 'Overround', description: '', keywords: null, path: '', isVariation: true },
    })
    expect(createPageHead({ ...input, siteName: '', builtIn: { 'seo.home-title': 'Odds' } }).title).toBe(
      'Odds',
    )
  })

  it('prefers the text of the home page to the text of all pages', () => {
    const templates = {
      ...{ home_meta_title: 'Home', home_meta_description: 'Of home', home_meta_keywords: 'home' },
      ...{ default_meta_title: 'All', default_meta_description: 'Of all' },
    }
    expect(createPageHead({ ...input, templates })).toMatchObject({
      ...{ title: 'Home | Overround', description: 'Of home', keywords: 'home' },
    })
  })

  it.each([
    ['country', { country_page_title_template: 'T', country_page_description_template: 'D' }],
    ['league', { league_page_title_template: 'T', league_page_description_template: 'D' }],
    ['match', { match_page_title_template: 'T', match_page_description_template: 'D' }],
    ['sport', { sport_page_title_template: 'T', sport_page_description_template: 'D' }],
  ] as const)('uses the templates of a %s', (page, templates) => {
    expect(createPageHead({ ...input, page, templates })).toMatchObject({
      ...{ title: 'T | Overround', description: 'D', keywords: null },
    })
  })
})
