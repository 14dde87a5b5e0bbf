import { describe, expect, it } from 'vitest'
import { createLocalNames } from './names.ts'

const english = { sports: { soccer: 'Soccer' }, countries: { INT: 'International', 'GB-ENG': 'England' } }
const italian = createLocalNames({
  language: 'it',
  sports: { soccer: 'Calcio' },
  countries: { INT: 'Internazionale', 'GB-ENG': 'Inghilterra' },
  english,
})

describe('createLocalNames', () => {
  it.each([
    ['soccer', 'Soccer', 'Calcio'],
    ['soccer', 'Football', 'Football'],
    ['padel', 'Padel', 'Padel'],
    ['constructor', 'Constructor', 'Constructor'],
  ])('shows the sport %s named %s as %s', (slug, name, shown) => {
    expect(italian.sport({ slug, name }).name).toBe(shown)
  })

  it.each([
    ['DE', 'Germany', 'Germania'],
    ['US', 'USA', 'Stati Uniti'],
    ['DE', 'Bundesrepublik', 'Bundesrepublik'],
    ['GB-ENG', 'England', 'Inghilterra'],
    ['INT', 'International', 'Internazionale'],
    ['INT', 'Europe', 'Europe'],
    ['AT1', 'Atlantis', 'Atlantis'],
  ])('shows the country %s named %s as %s', (code, name, shown) => {
    expect(italian.country({ code, name }).name).toBe(shown)
  })

  it('orders countries of the same position by their names in the language', () => {
    const names = createLocalNames({ language: 'de', sports: {}, countries: {}, english })
    const countries = [
      { code: 'IT', name: 'Italy', position: 1 },
      { code: 'AU', name: 'Australia', position: 2 },
      { code: 'AT', name: 'Austria', position: 2 },
      { code: 'CY', name: 'Cyprus', position: 2 },
      { code: 'SV', name: 'El Salvador', position: 2 },
    ]
    const order = ['Italien', 'Australien', 'El Salvador', 'Österreich', 'Zypern']
    expect(names.countries(countries).map(({ name }) => name)).toEqual(order)
  })

  it('names countries in Portuguese as in Portugal', () => {
    const names = createLocalNames({ language: 'pt', sports: {}, countries: {}, english })
    expect(names.country({ code: 'PL', name: 'Poland' }).name).toBe('Polónia')
  })

  it('leaves English as it is', () => {
    const names = createLocalNames({ language: 'en', ...english, english })
    expect(names.country({ code: 'US', name: 'USA' }).name).toBe('USA')
  })
})
