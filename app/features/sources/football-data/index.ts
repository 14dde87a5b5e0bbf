import type { Choice, Part, Source, SourcePlace } from '../contract.ts'
import { hasHeadings, parseCsv } from '../csv.ts'
import { decodeStart } from '../csv-rows.ts'
import { baseOf } from '../settings.ts'
import { DIVISIONS, footballDataColumns } from './columns.ts'

/** The month in which a season's files begin. */
const FIRST_MONTH = 7

/** football-data.co.uk: football seasons with results and closing prices, and the next matches of its leagues. */
const footballData: Source = {
  key: 'football-data',
  label: 'football-data.co.uk',
  about:
    'a season of football-data.co.uk, or its next matches: results, closing prices of 1X2, 2.5 goals and handicap',
  carries: ['fixtures', 'prices', 'results'],
  variables: {
    FOOTBALL_DATA_URL: {
      kind: 'address',
      word: 'address',
      default: 'https://www.football-data.co.uk',
      about: 'its address',
    },
  },
  locate: ({ FOOTBALL_DATA_URL }) => ({ address: baseOf(FOOTBALL_DATA_URL) }),
  request: (place, part) => ({ address: addressOf(place, part, new Date()) }),
  choices: { by: 'asked', readList: () => DIVISION_CHOICES, example: 'E0, SP1' },
  everything: 'import.next-matches',
  decode: decodeStart,
  recognizes: (start) => hasHeadings(start, footballDataColumns),
  everyMinutes: 720,
  parse: (body, context) => parseCsv(body, context, footballDataColumns),
}

export default footballData

const DIVISION_CHOICES: Choice[] = Object.entries(DIVISIONS).map(([value, [group, label]]) => ({
  value,
  label,
  group,
}))

/** A division's current season, or the next matches of all divisions: `/mmz4281/2627/E0.csv`, `/fixtures.csv`. */
export function addressOf({ address }: SourcePlace, { sport }: Part, now: Date): string {
  if (sport === undefined) return `${address}/fixtures.csv`
  const year = now.getUTCFullYear() - (now.getUTCMonth() + 1 < FIRST_MONTH ? 1 : 0)
  const season = [year, year + 1].map((it) => String(it % 100).padStart(2, '0')).join('')
  return `${address}/mmz4281/${season}/${encodeURIComponent(sport)}.csv`
}
