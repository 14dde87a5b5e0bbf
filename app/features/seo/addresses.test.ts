import { describe, expect, it } from 'vitest'
import { alternateAddresses } from './addresses.ts'

const ORIGIN = 'https://odds.example'
/** The address of each language of the codes, of which one is the default. */
const ofLanguages = (codes: string[], standard?: string) =>
  alternateAddresses(
    ORIGIN,
    codes.map((code) => ({ code, isDefault: code === standard })),
    '/soccer',
  ).map(({ language, address }) => `${language} ${address.slice(ORIGIN.length)}`)

describe('the addresses of a page', () => {
  it('are one for each of its languages, and that of the default one for any other', () => {
    expect(ofLanguages(['en', 'it', 'pt'], 'pt')).toEqual([
      ...['en /en/soccer', 'it /it/soccer', 'pt /pt/soccer', 'x-default /pt/soccer'],
    ])
  })

  it('are those of its first language where it is not in the default one', () => {
    expect(ofLanguages(['it', 'en'])).toEqual(['it /it/soccer', 'en /en/soccer', 'x-default /it/soccer'])
    expect(ofLanguages([])).toEqual(['x-default /en/soccer'])
  })
})
