import type { CsvMapping } from '../csv.ts'

/** Its divisions, with the names of other sources. */
export const DIVISIONS: Readonly<Record<string, readonly [country: string, league: string]>> = {
  E0: ['England', 'Premier League'],
  E1: ['England', 'Championship'],
  E2: ['England', 'League 1'],
  E3: ['England', 'League 2'],
  EC: ['England', 'National League'],
  SC0: ['Scotland', 'Premiership'],
  SC1: ['Scotland', 'Championship'],
  SC2: ['Scotland', 'League 1'],
  SC3: ['Scotland', 'League 2'],
  D1: ['Germany', 'Bundesliga'],
  D2: ['Germany', 'Bundesliga 2'],
  I1: ['Italy', 'Serie A'],
  I2: ['Italy', 'Serie B'],
  SP1: ['Spain', 'La Liga'],
  SP2: ['Spain', 'La Liga 2'],
  F1: ['France', 'Ligue 1'],
  F2: ['France', 'Ligue 2'],
  N1: ['Netherlands', 'Eredivisie'],
  B1: ['Belgium', 'First Division A'],
  P1: ['Portugal', 'Primeira Liga'],
  T1: ['Turkey', 'Super League'],
  G1: ['Greece', 'Super League'],
}

/**
 * Prefixes of its columns, with other sources' keys of the bookmaker, and the prefix of its totals and handicaps where
 * it differs. Averages and maxima belong to no bookmaker.
 */
const BOOKMAKERS: readonly (readonly [prefix: string, key: string, name: string, ofLines?: string])[] = [
  ['B365', 'bet365', 'bet365'],
  ['BW', 'bwin', 'bwin'],
  ['BF', 'betfair_sb_uk', 'Betfair'],
  ['BFD', 'betfred_uk', 'Betfred'],
  ['BFE', 'betfair_ex_uk', 'Betfair'],
  ['BMGM', 'betmgm', 'BetMGM'],
  ['BV', 'betvictor', 'BetVictor'],
  ['CL', 'coral', 'Coral'],
  ['GB', 'gamebookers', 'Gamebookers'],
  ['IW', 'interwetten', 'Interwetten'],
  ['LB', 'ladbrokes_uk', 'Ladbrokes'],
  ['PP', 'paddypower', 'Paddy Power'],
  ['PS', 'pinnacle', 'Pinnacle', 'P'],
  ['SB', 'sportingbet', 'Sportingbet'],
  ['SJ', 'stan_james', 'Stan James'],
  ['SKB', 'skybet', 'Sky Bet'],
  ['VC', 'betvictor', 'BetVictor'],
  ['WH', 'williamhill', 'William Hill'],
  ['1XB', 'onexbet', '1xBet'],
]

/** Seasons of a division (`HomeTeam`, `FTHG`), and the files of further countries (`Home`, `HG`). */
export const footballDataColumns: CsvMapping = {
  date: ['Date'],
  time: ['Time'],
  home: ['HomeTeam', 'Home', 'HT'],
  away: ['AwayTeam', 'Away', 'AT'],
  homeGoals: ['FTHG', 'HG'],
  awayGoals: ['FTAG', 'AG'],
  homeHalfTime: ['HTHG'],
  awayHalfTime: ['HTAG'],
  winner: ['FTR', 'Res'],
  referee: ['Referee'],
  zone: 'Europe/London',
  usualTime: '15:00',
  sport: 'Soccer',
  place(cell) {
    const division = cell('Div')
    const known = Object.hasOwn(DIVISIONS, division) ? DIVISIONS[division] : undefined
    const [category, league] = known ?? [cell('Country'), cell('League')]
    return category && league ? { key: division || `${category} ${league}`, category, league } : null
  },
  bookmakers: BOOKMAKERS.map(([prefix, key, name, ofLines = prefix]) => ({
    key,
    name,
    prices: [columnsOf(`${prefix}C`), columnsOf(prefix)],
    markets: [
      {
        type: 'total',
        sets: [`${ofLines}C`, ofLines].map((one) => ({ prices: [`${one}>2.5`, `${one}<2.5`], line: 2.5 })),
      },
      {
        type: 'handicap',
        sets: [
          { prices: [`${ofLines}CAHH`, `${ofLines}CAHA`], line: ['AHCh'] },
          // Files of earlier seasons have a separate line for each bookmaker.
          { prices: [`${ofLines}AHH`, `${ofLines}AHA`], line: [`${ofLines}AH`, 'AHh', 'BbAHh'] },
        ],
      },
    ],
  })),
  summaries: /^(Max|Avg|Bb)/,
}

function columnsOf(prefix: string): [string, string, string] {
  return [`${prefix}H`, `${prefix}D`, `${prefix}A`]
}
