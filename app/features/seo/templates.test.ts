import { describe, expect, it } from 'vitest'
import { SEO_PAGES, templateProblem } from './templates.ts'

describe('the templates of a page', () => {
  it.each([
    ['sport', 'sport_name site_name'],
    ['match', 'home_team away_team league_name sport_name country_name site_name'],
    ['league', 'league_name sport_name country_name site_name'],
    ['country', 'sport_name country_name site_name'],
  ] as const)('of a %s have their variables, and no others', (page, names) => {
    const { variables } = SEO_PAGES[page]
    expect(variables.join(' ')).toBe(names)
    for (const name of names.split(' ')) expect(templateProblem(`{${name}}`, variables)).toBeNull()
    expect(templateProblem('{history_team}', variables)).toEqual({ kind: 'unknown', name: 'history_team' })
  })
})
