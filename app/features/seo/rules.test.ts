import { describe, expect, it } from 'vitest'
import { createPageHead } from './rules.ts'

describe('createPageHead', () => {
  const input = {
    page: 'sport' as const,
    templates: {},
    builtIn: { 'seo.sport-title': '{sport_name} odds', 'seo.sport-description': 'All {sport_name} leagues.' },
    variables: { sport_name: 'Soccer' },
    siteName: 'Overround',
    path: '/soccer',
    isVariation: false,
  }

  it('uses the built-in templates where the operator has none', () => {
    expect(createPageHead(input)).toEqual({
      title: 'Soccer odds | Overround',
      description: 'All Soccer leagues.',
      keywords: null,
      path: '/soccer',
      isVariation: false,
    })
  })

  it("prefers the operator's, field by field, and does not name the site twice", () => {
    const templates = { sport_page_title_template: '{sport_name} at {site_name}' }
    expect(createPageHead({ ...input, templates })).toMatchObject({
      title: 'Soccer at Overround',
      description: 'All Soccer leagues.',
    })
  })

  it("takes the site's own texts for the home page before the built-in ones", () => {
    const templates = { default_meta_title: 'All odds', default_meta_description: 'Every price.' }
    const home = createPageHead({ ...input, page: 'home', templates, path: '' })
    expect(home).toMatchObject({ title: 'All odds | Overround', description: 'Every price.' })
    expect(createPageHead({ ...input, templates }).title).toBe('Soccer odds | Overround')
  })

  it('has keywords only where the operator wrote some', () => {
    const templates = { sport_page_meta_keywords_template: '{sport_name}, odds' }
    expect(createPageHead({ ...input, templates }).keywords).toBe('Soccer, odds')
  })
})
