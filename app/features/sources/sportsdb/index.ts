import type { Source } from '../contract.ts'
import { baseOf } from '../settings.ts'
import { parseEvents } from './parse.ts'

const WEEKLY = 7 * 24 * 60

/**
 * TheSportsDB v1: the results of past matches. Its tools also store its countries, leagues, seasons and teams, with
 * which teams are mapped and results are found.
 */
const sportsDb = {
  key: 'sportsdb',
  label: 'TheSportsDB',
  about: 'events of TheSportsDB, those that are over with their results',
  carries: ['results'],
  variables: {
    SPORTSDB_URL: {
      kind: 'address',
      word: 'address',
      default: 'https://www.thesportsdb.com/api/v1/json',
      about: 'its address, without the key',
    },
    SPORTSDB_KEY: { kind: 'text', word: 'key', isSecret: true, about: 'the key' },
  },
  locate: ({ SPORTSDB_URL, SPORTSDB_KEY: key }) => (key ? { address: baseOf(SPORTSDB_URL), key } : null),
  request: ({ address, key = '' }, { day = '' }) => ({
    address: `${address}/${encodeURIComponent(key)}/eventsday.php?d=${encodeURIComponent(day)}`,
  }),
  probe: ({ address, key = '' }) => ({
    address: `${address}/${encodeURIComponent(key)}/all_countries.php`,
  }),
  recognizes: (start) => /^\s*\{\s*"countries"\s*:/.test(start),
  mayBeEmpty: () => true,
  choices: null,
  everything: 'import.all-sports',
  // The free plan's limit, counted over slightly more than a minute to allow for the requests' latency.
  pace: { requests: 30, seconds: 61 },
  everyMinutes: null,
  tools: {
    'sportsdb-countries': { everyMinutes: WEEKLY },
    'sportsdb-leagues': { everyMinutes: WEEKLY },
    'sportsdb-seasons': { everyMinutes: WEEKLY },
    'sportsdb-teams': { everyMinutes: WEEKLY },
    'sportsdb-events': { everyMinutes: 60 },
  },
  parse: parseEvents,
} satisfies Source

export default sportsDb
