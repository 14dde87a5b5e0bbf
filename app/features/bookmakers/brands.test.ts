import { describe, expect, it } from 'vitest'
import { nameBookmaker } from './brands.ts'

describe('nameBookmaker', () => {
  it.each([
    ['betfair_ex_uk', 'Betfair', 'Betfair Exchange (UK)', 'betfair', 5],
    ['betfair_ex_eu', 'Betfair', 'Betfair Exchange (EU)', 'betfair', 5],
    ['betfair_ex_au', 'Betfair Exchange', 'Betfair Exchange (AU)', 'betfair', 5],
    ['betfair_sb_uk', 'Betfair Sportsbook', 'Betfair Sportsbook (UK)', 'betfair', 0],
    ['unibet_uk', 'Unibet (UK)', 'Unibet (UK)', 'unibet', 0],
    ['unibet_se', 'Unibet', 'Unibet (SE)', 'unibet', 0],
    ['unibet', 'Unibet', 'Unibet', 'unibet', 0],
    ['matchbook', 'Matchbook', 'Matchbook', 'matchbook', 2],
    ['smarkets', 'Smarkets', 'Smarkets', 'smarkets', 2],
    ['williamhill_us', 'William Hill (US)', 'William Hill (US)', 'williamhill', 0],
    ['betfair_ex_eu', 'Betfair (EU)', 'Betfair Exchange (EU)', 'betfair', 5],
    ['alderbet', 'Alderbet', 'Alderbet', 'alderbet', 0],
    ['_uk', 'UK', 'UK', '_uk', 0],
  ])('%s, %s: %s', (key, title, name, brand, commission) => {
    expect(nameBookmaker(key, title)).toEqual({ name, brand, commission, isActive: true })
  })

  it('leaves prices that are nobody’s to an operator', () => {
    expect(nameBookmaker('api_football_live', 'API-Football (in play)')).toMatchObject({ isActive: false })
  })
})
