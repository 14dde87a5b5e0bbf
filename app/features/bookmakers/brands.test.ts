import { describe, expect, it } from 'vitest'
import { nameBookmaker } from './brands.ts'

describe('nameBookmaker', () => {
  it.each([
    ['betfair_ex_uk', 'Betfair', 'Betfair Exchange (UK)', 'betfair', 5, 'exchange', 'UK'],
    ['betfair_ex_eu', 'Betfair', 'Betfair Exchange (EU)', 'betfair', 5, 'exchange', 'EU'],
    ['betfair_ex_au', 'Betfair Exchange', 'Betfair Exchange (AU)', 'betfair', 5, 'exchange', 'AU'],
    ['betfair_sb_uk', 'Betfair Sportsbook', 'Betfair Sportsbook (UK)', 'betfair', 0, 'bookmaker', 'UK'],
    ['unibet_uk', 'Unibet (UK)', 'Unibet (UK)', 'unibet', 0, 'bookmaker', 'UK'],
    ['unibet_se', 'Unibet', 'Unibet (SE)', 'unibet', 0, 'bookmaker', 'SE'],
    ['unibet', 'Unibet', 'Unibet', 'unibet', 0, 'bookmaker', null],
    ['matchbook', 'Matchbook', 'Matchbook', 'matchbook', 2, 'exchange', null],
    ['smarkets', 'Smarkets', 'Smarkets', 'smarkets', 2, 'exchange', null],
    ['williamhill_us', 'William Hill (US)', 'William Hill (US)', 'williamhill', 0, 'bookmaker', 'US'],
    ['betfair_ex_eu', 'Betfair (EU)', 'Betfair Exchange (EU)', 'betfair', 5, 'exchange', 'EU'],
    ['alderbet', 'Alderbet', 'Alderbet', 'alderbet', 0, 'bookmaker', null],
    ['_uk', 'UK', 'UK', '_uk', 0, 'bookmaker', null],
  ])('%s, %s: %s', (key, title, name, brand, commission, kind, region) => {
    expect(nameBookmaker(key, title)).toEqual({
      name,
      brand,
      kind,
      region,
      commission,
      isActive: true,
    })
  })

  it('leaves prices that are nobody’s to an operator', () => {
    expect(nameBookmaker('api_football_live', 'API-Football (in play)')).toMatchObject({ isActive: false })
  })
})
