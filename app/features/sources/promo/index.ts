import type { Source } from '../contract.ts'
import { parsePromo } from './parse.ts'

/** The promo odds feed of one bookmaker: its whole pre-match offer in one body, updated every ten minutes. */
const promo: Source = {
  key: 'promo',
  label: 'Promotional odds feed',
  about: 'the promo odds feed of one bookmaker: the whole pre-match offer in one body',
  carries: ['fixtures', 'prices'],
  variables: {
    PROMO_URL: { kind: 'address', word: 'address', isSecret: true, about: 'its address' },
    PROMO_BOOKMAKER: { kind: 'text', word: 'bookmaker', about: 'whose prices it carries' },
  },
  locate: ({ PROMO_URL: address, PROMO_BOOKMAKER: bookmaker }) =>
    address ? { address, ...(bookmaker ? { bookmaker } : {}) } : null,
  request: ({ address }) => ({ address }),
  choices: { by: 'read', example: 'Soccer, Tennis' },
  everything: 'import.all-sports',
  recognizes: (start) =>
    /^\s*(\[\s*[[\]]|\{.*"(events|sports|categories|tournaments)"\s*:\s*\{)/s.test(start),
  everyMinutes: 10,
  parse: parsePromo,
}

export default promo
