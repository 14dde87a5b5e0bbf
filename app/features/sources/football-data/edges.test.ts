/** What is at the edges of files of football-data.co.uk: columns, divisions, odd cells, limits. */
import { describe, expect, it } from 'vitest'
import { inPieces, readItems, readOneEvent, toldOf } from '#tests/support/source-contract.ts'
import type { EventItem } from '../contract.ts'
import { readCsvRows } from '../csv-rows.ts'
import footballData, { addressOf } from './index.ts'

const NOON = '2024-03-01,12:00'
const read = (headings: string, ...rows: string[]) => readItems(footballData, [headings, ...rows].join('\n'))
const MATCH = 'Div,Date,Time,HomeTeam,AwayTeam'
const readOne = async (headings: string, cells: string, match = `E0,${NOON},Riverton,Hillford`) =>
  readOneEvent(footballData, `${MATCH}${headings}\n${match}${cells}`)
const told = async (headings: string, row: string) => toldOf(await read(headings, row))

describe('a division', () => {
  it.each([
    ['E0', 'England', 'Premier League'],
    ['E1', 'England', 'Championship'],
    ['E2', 'England', 'League 1'],
    ['E3', 'England', 'League 2'],
    ['EC', 'England', 'National League'],
    ['SC0', 'Scotland', 'Premiership'],
    ['SC1', 'Scotland', 'Championship'],
    ['SC2', 'Scotland', 'League 1'],
    ['SC3', 'Scotland', 'League 2'],
    ['D1', 'Germany', 'Bundesliga'],
    ['D2', 'Germany', 'Bundesliga 2'],
    ['I1', 'Italy', 'Serie A'],
    ['I2', 'Italy', 'Serie B'],
    ['SP1', 'Spain', 'La Liga'],
    ['SP2', 'Spain', 'La Liga 2'],
    ['F1', 'France', 'Ligue 1'],
    ['F2', 'France', 'Ligue 2'],
    ['N1', 'Netherlands', 'Eredivisie'],
    ['B1', 'Belgium', 'First Division A'],
    ['P1', 'Portugal', 'Primeira Liga'],
    ['T1', 'Turkey', 'Super League'],
    ['G1', 'Greece', 'Super League'],
  ])('%s is %s, %s', async (division, category, league) => {
    expect(await readOne('', '', `${division},${NOON},Riverton,Hillford`)).toMatchObject({
      externalId: `${division} 2024-03-01 Riverton - Hillford`,
      category,
      league,
    })
    const { choices } = footballData
    if (choices?.by !== 'asked') throw new Error('no choices')
    expect(choices.readList('')).toContainEqual({ value: division, label: league, group: category })
  })

  it.each(['constructor', '__proto__', 'X9', ''])(
    '%j is none, and its row has no place',
    async (division) => {
      expect(await told(MATCH, `${division},${NOON},Riverton,Hillford`)).toEqual([
        ['missing_place', null, 'line 2: Riverton - Hillford'],
      ])
    },
  )

  it('without a code has the country and the league of its columns, both', async () => {
    const headings = 'Div,Country,League,Date,Home,Away'
    expect(
      await readItems(footballData, `${headings}\n,Poland,Ekstraklasa,${NOON.slice(0, 10)},A,B`),
    ).toMatchObject([
      { externalId: 'Poland Ekstraklasa 2024-03-01 A - B', category: 'Poland', league: 'Ekstraklasa' },
    ])
    expect(await read(headings, 'P9,Poland,Ekstraklasa,2024-03-01,A,B')).toMatchObject([
      { externalId: 'P9 2024-03-01 A - B' },
    ])
    expect(await told(headings, ',Poland,,2024-03-01,A,B')).toEqual([
      ['missing_place', null, 'line 2: A - B'],
    ])
    expect(await told(headings, ',,Ekstraklasa,2024-03-01,A,B')).toEqual([
      ['missing_place', null, 'line 2: A - B'],
    ])
  })
})

describe('the columns of a bookmaker', () => {
  const COLUMNS = [
    ['B365', 'bet365', 'bet365', 'B365'],
    ['BW', 'bwin', 'bwin', 'BW'],
    ['BF', 'betfair_sb_uk', 'Betfair', 'BF'],
    ['BFD', 'betfred_uk', 'Betfred', 'BFD'],
    ['BFE', 'betfair_ex_uk', 'Betfair', 'BFE'],
    ['BMGM', 'betmgm', 'BetMGM', 'BMGM'],
    ['BV', 'betvictor', 'BetVictor', 'BV'],
    ['CL', 'coral', 'Coral', 'CL'],
    ['GB', 'gamebookers', 'Gamebookers', 'GB'],
    ['IW', 'interwetten', 'Interwetten', 'IW'],
    ['LB', 'ladbrokes_uk', 'Ladbrokes', 'LB'],
    ['PP', 'paddypower', 'Paddy Power', 'PP'],
    ['PS', 'pinnacle', 'Pinnacle', 'P'],
    ['SB', 'sportingbet', 'Sportingbet', 'SB'],
    ['SJ', 'stan_james', 'Stan James', 'SJ'],
    ['SKB', 'skybet', 'Sky Bet', 'SKB'],
    ['VC', 'betvictor', 'BetVictor', 'VC'],
    ['WH', 'williamhill', 'William Hill', 'WH'],
    ['1XB', 'onexbet', '1xBet', '1XB'],
  ] as const

  it.each(COLUMNS)('%s are those of %s', async (prefix, key, name, lines) => {
    const headings = `,${prefix}H,${prefix}D,${prefix}A,${lines}>2.5,${lines}<2.5,AHh,${lines}AHH,${lines}AHA`
    const { quotes, offers } = await readOne(headings, ',2.1,3.4,3.6,1.9,1.95,-0.25,1.85,2.05')
    expect(quotes).toMatchObject([
      { bookmaker: { key, name }, home: 2.1, draw: 3.4, away: 3.6, status: null },
    ])
    expect(offers).toMatchObject([{ bookmaker: { key, name }, isLate: false, link: null }])
    expect(marketsOf({ offers })).toEqual([
      'match_result 2.1 3.4 3.6',
      'total 2.5 1.9 1.95',
      'handicap -0.25 1.85 2.05',
    ])
  })

  it.each(COLUMNS)('%s at the close come first', async (prefix, _, __, lines) => {
    const opening = `,${prefix}H,${prefix}D,${prefix}A,${lines}>2.5,${lines}<2.5,AHh,${lines}AHH,${lines}AHA`
    const closing = `,${prefix}CH,${prefix}CD,${prefix}CA,${lines}C>2.5,${lines}C<2.5,AHCh,${lines}CAHH,${lines}CAHA`
    const event = await readOne(
      opening + closing,
      ',2.1,3.4,3.6,1.9,1.95,-0.25,1.85,2.05,2.2,3.3,3.5,1.8,2.05,-0.5,2,1.9',
    )
    expect(event.quotes).toMatchObject([{ home: 2.2, draw: 3.3, away: 3.5 }])
    expect(marketsOf(event)).toEqual([
      'match_result 2.2 3.3 3.5',
      'total 2.5 1.8 2.05',
      'handicap -0.5 2 1.9',
    ])
  })

  it('are none for averages, maxima and unknown prefixes', async () => {
    const event = await readOne(',MaxH,MaxD,MaxA,AvgH,AvgD,AvgA,ZZH,ZZD,ZZA', ',2,3,4,2,3,4,2,3,4')
    expect(event).toMatchObject({ quotes: null })
    expect('offers' in event || 'part' in event).toBe(false)
  })

  it('are reported once for each unknown prefix', async () => {
    const unknown = 'ZZH,ZZD,ZZA,ZZCH,ZZCD,ZZCA,YH,YD,YA,XXH,XXA'
    const items = await read(
      `${MATCH},B365H,B365D,B365A,MaxH,MaxD,MaxA,BbMxH,BbMxD,BbMxA,AvgCH,AvgCD,AvgCA,${unknown}`,
      `E0,${NOON},Riverton,Hillford,2,3,4,2,3,4,2,3,4,2,3,4`,
      `E0,${NOON},Riverton,Riverton,2,3,4,2,3,4,2,3,4,2,3,4,2,3,4`,
      `E0,${NOON},Northwick,Eastham,2,3,4,2,3,4,2,3,4,2,3,4,2,3,4,2,3,4,,,,2,4`,
      `E0,${NOON},Ostia,Veio,2,3,4,2,3,4,2,3,4,2,3,4,2,3,4,,,,2,3,4,2,4`,
    )
    const warnings = items.map((item) => item.kind === 'event' && item.warnings)
    const of = (detail: string) => ({ code: 'malformed_bookmaker', detail })
    expect(warnings).toEqual([[], false, [of('line 4: ZZH, ZZD, ZZA')], [of('line 5: YH, YD, YA')]])
  })

  it('without a value have no price of that outcome', async () => {
    const event = await readOne(',B365H,B365D,B365A,B365>2.5,B365<2.5', ',2.1,,3.6,1.9,')
    expect(event.quotes).toMatchObject([{ home: 2.1, draw: null, away: 3.6, status: 'suspended' }])
    expect(event.warnings).toEqual([{ code: 'invalid_price', detail: 'line 2: bet365: 2.1 / - / 3.6' }])
    expect(event.offers?.[0]?.quotes).toMatchObject([
      { status: 'oso' },
      { prices: [1_900_000, null], status: 'os' },
    ])
    expect(event.part).toBe('row')
  })

  it('of a handicap need a line, of the bookmaker or of all', async () => {
    const lineOf = async (headings: string, cells: string) =>
      marketsOf(await readOne(`,B365AHH,B365AHA${headings}`, `,1.9,1.95${cells}`))
    expect(await lineOf('', '')).toEqual([])
    expect(await lineOf(',AHh', ',')).toEqual([])
    expect(await lineOf(',AHh', ',x')).toEqual([])
    expect(await lineOf(',AHh', ',0')).toEqual(['handicap 0 1.9 1.95'])
    expect(await lineOf(',AHh', ',0.3')).toEqual([])
    expect(await lineOf(',BbAHh', ',-1')).toEqual(['handicap -1 1.9 1.95'])
    expect(await lineOf(',B365AH,AHh,BbAHh', ',-0.75,-1,-2')).toEqual(['handicap -0.75 1.9 1.95'])
  })

  it('of one bookmaker under two prefixes are those of the first', async () => {
    const event = await readOne(',VCH,VCD,VCA,BVH,BVD,BVA', ',2,3,4,2.1,3.1,4.1')
    expect(event.quotes).toMatchObject([{ bookmaker: { key: 'betvictor' }, home: 2.1 }])
    expect(marketsOf(event)).toEqual(['match_result 2.1 3.1 4.1'])
  })

  it('that are implausible are no quote', async () => {
    const event = await readOne(',B365H,B365D,B365A,PSH,PSD,PSA', ',9,9,9,2,3,4')
    expect(event.quotes).toMatchObject([{ bookmaker: { key: 'pinnacle' } }])
    expect(event.offers).toMatchObject([{ bookmaker: { key: 'pinnacle' } }])
    expect(event.warnings.map(({ code }) => code)).toEqual(['implausible_prices'])
  })

  function marketsOf({ offers = [] }: Pick<EventItem, 'offers'>): string[] {
    return offers.flatMap(({ quotes }) =>
      quotes.map(({ market: { type, line }, prices }) =>
        [type, ...(line === null ? [] : [line]), ...prices.map((it) => (it ?? 0) / 1e6)].join(' '),
      ),
    )
  }
})

describe('a row', () => {
  const RESULT = ',FTHG,FTAG,FTR,HTHG,HTAG,Referee'

  it.each<[string, unknown]>([
    [
      ',2,1,H,1,1,A Berg',
      { result: { home: 2, away: 1 }, state: { halfTime: { home: 1, away: 1 }, referee: 'A Berg' } },
    ],
    [
      ',0,1,A,0,0,',
      { result: { home: 0, away: 1 }, state: { halfTime: { home: 0, away: 0 }, referee: null } },
    ],
    [
      ',999,999,D,999,999,',
      { result: { home: 999, away: 999 }, state: { halfTime: { home: 999, away: 999 } } },
    ],
    [',2,1,,3,0,', { result: { home: 2, away: 1 }, state: { halfTime: null } }],
    [',2,1,,0,2,', { state: { halfTime: null } }],
    [',2,1,,1,,', { state: { halfTime: null } }],
    [',2,1,,,1,', { state: { halfTime: null } }],
  ])('with the score %j', async (cells, expected) => {
    expect(await readOne(RESULT, cells)).toMatchObject(expected as object)
  })

  it('that is played is over, with the goals at its end', async () => {
    expect((await readOne(RESULT, ',2,1,H,1,0,')).state).toEqual({
      status: 'FT',
      statusText: null,
      elapsed: null,
      goals: { home: 2, away: 1 },
      halfTime: { home: 1, away: 0 },
      fullTime: { home: 2, away: 1 },
      extraTime: null,
      penalties: null,
      round: null,
      venue: null,
      city: null,
      referee: null,
      homeLogo: null,
      awayLogo: null,
    })
  })

  it('that is not played has neither a result nor a state', async () => {
    const event = await readOne(RESULT, ',,,,,,')
    expect('result' in event || 'state' in event).toBe(false)
  })

  it.each([
    [',2,,,,,', '2-?'],
    [',,1,,,,', '?-1'],
    [',,,H,,,', '?-? H'],
    [',1000,1,H,,,', '1000-1 H'],
    [',1,1000,A,,,', '1-1000 A'],
    [',a1,1,H,,,', 'a1-1 H'],
    [',1a,1,H,,,', '1a-1 H'],
    [',-1,1,A,,,', '-1-1 A'],
    [',2,1,A,,,', '2-1 A'],
    [',2,1,D,,,', '2-1 D'],
    [',1,1,H,,,', '1-1 H'],
    [',1,2,H,,,', '1-2 H'],
    [',2,1,h,,,', '2-1 h'],
  ])('with the score %j is rejected', async (cells, words) => {
    expect(await told(MATCH + RESULT, `E0,${NOON},Riverton,Hillford${cells}`)).toEqual([
      ['invalid_score', null, `line 2: Riverton - Hillford ${words}`],
    ])
  })

  const long = 'x'.repeat(201)
  it.each([
    [`E0,${NOON},Riverton,`, 'missing_team', 'Riverton - ?'],
    [`E0,${NOON},,Hillford`, 'missing_team', '? - Hillford'],
    [`E0,${NOON},${long},Hillford`, 'name_too_long', `${long} - Hillford`],
    [`E0,${NOON},Riverton,${long}`, 'name_too_long', `Riverton - ${long}`],
    [`E0,${NOON},Riverton,riverton`, 'same_team', 'Riverton - riverton'],
    [`E0,${NOON},Riverton,Hillford,`, null, ''],
    [`E0,${NOON},Riverton,Hillford,x`, 'malformed_row', 'more than 5 columns'],
    ['E0,,,Riverton,Hillford', 'invalid_start', 'E0,,,Riverton,Hillford'],
    ['E0,31/02/2024,12:00,Riverton,Hillford', 'invalid_start', '31/02/2024 12:00'],
    ['E0,x01/03/2024,12:00,Riverton,Hillford', 'invalid_start', 'x01/03/2024 12:00'],
    ['E0,01/03/2024x,12:00,Riverton,Hillford', 'invalid_start', '01/03/2024x 12:00'],
    ['E0,01/03/2024,24:00,Riverton,Hillford', 'invalid_start', '01/03/2024 24:00'],
    ['E0,01/03/2024,12:60,Riverton,Hillford', 'invalid_start', '01/03/2024 12:60'],
    ['E0,01/03/2024,x12:00,Riverton,Hillford', 'invalid_start', '01/03/2024 x12:00'],
    ['E0,01/03/2024,12:00x,Riverton,Hillford', 'invalid_start', '01/03/2024 12:00x'],
    ['E0,01/03/1950,12:00,Riverton,Hillford', 'invalid_start', '01/03/1950 12:00'],
    ['E0,soon,,Riverton,Hillford', 'invalid_start', 'soon'],
  ])('%j is rejected: %s', async (row, reason, words) => {
    const expected = reason ? [reason, null, `line 2: ${words}`.slice(0, 200).trimEnd()] : ['event']
    expect(
      (await told(MATCH, row)).map((it) => it.map((one) => (typeof one === 'string' ? one.trimEnd() : one))),
    ).toEqual([expected])
  })

  it('with a league or country that is too long is rejected', async () => {
    const headings = 'Country,League,Date,Home,Away'
    expect(await told(headings, `Poland,${long},2024-03-01,A,B`)).toEqual([
      ['name_too_long', null, `line 2: ${long}`.slice(0, 200)],
    ])
    expect(await told(headings, `${long},Liga,2024-03-01,A,B`)).toEqual([
      ['name_too_long', null, 'line 2: Liga'],
    ])
  })

  it('has an id of up to 200 characters', async () => {
    const home = 'x'.repeat(150)
    const event = await readOne('', '', `E0,${NOON},${home},${'y'.repeat(150)}`)
    expect(event.externalId).toBe(`E0 2024-03-01 ${home} - ${'y'.repeat(150)}`.slice(0, 200))
  })

  it.each([
    ['79', '2079-03-01T15:00:00.000Z'],
    ['93', '1993-03-01T15:00:00.000Z'],
  ])('of the year %s is of a season that can be', async (year, start) => {
    expect((await readOne('', '', `E0,1/3/${year},,A,B`)).start.toISOString()).toBe(start)
  })

  it('of the year 80 would be before all of them', async () => {
    expect(await told(MATCH, 'E0,1/3/80,,A,B')).toEqual([['invalid_start', null, 'line 2: 1/3/80']])
  })

  it('has begun at its kick-off, and was priced before', async () => {
    const seenAt = async (time: string) =>
      (
        await readOne(',B365H,B365D,B365A', ',2,3,4', `E0,2024-03-01,${time},A,B`)
      ).quotes?.[0]?.updatedAt.toISOString()
    // The file is of noon.
    expect(await seenAt('12:00')).toBe('2024-03-01T11:59:59.000Z')
    expect(await seenAt('12:01')).toBe('2024-03-01T12:00:00.000Z')
  })

  it('has the first of two columns of one heading', async () => {
    const event = await readOne(',HomeTeam,Referee,FTHG,FTAG', ',Other,A Berg,1,0')
    expect(event).toMatchObject({ home: 'Riverton', state: { referee: 'A Berg' } })
  })

  it('before any headings is rejected with its text, within limits', async () => {
    const body = [`${'x'.repeat(300)},b`, 'a,b', MATCH].join('\n')
    expect(toldOf(await readItems(footballData, body))).toEqual([
      ['malformed_row', null, 'line 1: no headings above it'],
      ['malformed_row', null, 'line 2: no headings above it'],
    ])
  })
})

describe('a match that a file has twice', () => {
  const headings = `${MATCH},B365H,B365D,B365A,FTHG,FTAG`
  const row = (more: string) => `E0,${NOON},Riverton,Hillford,${more}`

  it.each([
    ['2,3,4,1,0', 'the same match as line 2'],
    ['2,3,5,1,0', 'the same match as line 2, other prices'],
    ['2,3,5,2,0', 'the same match as line 2, other prices, another score'],
  ])('counts once: %s', async (second, words) => {
    const items = await read(headings, row('2,3,4,1,0'), `E0,${NOON},A,B,,,,,`, row(second))
    expect(toldOf(items)).toEqual([
      ['event'],
      ['event'],
      ['duplicate_match', 'E0 2024-03-01 Riverton - Hillford', `line 4: ${words}`],
    ])
  })

  it('has the same prices under another kick-off', async () => {
    const second = row('2,3,4,1,0').replace('12:00', '11:00')
    expect(toldOf(await read(headings, row('2,3,4,1,0'), second))).toEqual([
      ['event'],
      ['duplicate_match', 'E0 2024-03-01 Riverton - Hillford', 'line 3: the same match as line 2'],
    ])
  })
})

describe('the rows of a file', () => {
  const isHeadings = (cells: string[]) => cells.includes('Date') && cells.includes('Home')
  const drain = async (rows: AsyncIterable<unknown>) => {
    for await (const _ of rows);
  }
  const rowsOf = async (text: string | Uint8Array, size = 7) => {
    const rows: unknown[] = []
    for await (const { line, cells } of readCsvRows(inPieces(text, size), isHeadings))
      rows.push([line, ...cells])
    return rows
  }

  it('have their lines, without those of no text', async () => {
    expect(await rowsOf('\ufeffa,b\r\n\r\n , \nc,"d\ne"\rf,g\n')).toEqual([
      [1, 'a', 'b'],
      [5, 'c', 'd\ne'],
      [6, 'f', 'g'],
    ])
  })

  it('have cells without spaces and byte order marks around', async () => {
    expect(await rowsOf(' a ,\ufeffb\ufeff, "c" \n')).toEqual([[1, 'a', 'b', '"c"']])
  })

  it('are UTF-8, or each cell Windows-1252', async () => {
    expect(await rowsOf(Buffer.concat([Buffer.from('é,'), Buffer.from([0xe9, 0x0a])]))).toEqual([
      [1, 'é', 'é'],
    ])
  })

  it.each(['utf-16le', 'utf-16be'])('are %s after its byte order mark', async (encoding) => {
    const bytes = Buffer.from('\ufeffé,"d\ne"\r\n1,2\r\n', 'utf16le')
    const body = encoding === 'utf-16be' ? bytes.swap16() : bytes
    for (const size of [1, 7, 1 << 16])
      expect(await rowsOf(body, size)).toEqual([
        [2, 'é', 'd\ne'],
        [3, '1', '2'],
      ])
  })

  it.each([';', '\t'])('are separated by %j if that makes a row of the start headings', async (delimiter) => {
    const text = ['Date,Home', '01/03/24,"a b"', '2,10,-0,25'].join('\n').replaceAll(',', delimiter)
    expect(await rowsOf(`\n${text}`)).toEqual([
      [2, 'Date', 'Home'],
      [3, '01/03/24', 'a b'],
      [4, '2', '10', '-0', '25'],
    ])
    const title = `Season 2024${delimiter.repeat(3)}`
    expect((await rowsOf(`${title}\n${text}`)).slice(0, 2)).toEqual([
      [1, 'Season 2024', '', '', ''],
      [2, 'Date', 'Home'],
    ])
    const others = await rowsOf('Date,Home\n1;2,3\n')
    expect(others).toEqual([
      [1, 'Date', 'Home'],
      [2, '1;2', '3'],
    ])
    const numbers = await rowsOf('Date;Home\n2,10;-0,25;1,2,3\n'.replaceAll(';', delimiter))
    expect(numbers.at(-1)).toEqual([2, '2.10', '-0.25', '1,2,3'])
  })

  it('can be one long line that comes in single bytes', async () => {
    const line = 'x'.repeat(64 * 1024)
    expect(await rowsOf(line, 1)).toEqual([[1, line]])
  })

  it('end the reading when nobody wants more', async () => {
    let given = 0
    async function* body() {
      for (; given < 10_000; given += 1) yield Buffer.from('a,b\n'.repeat(500))
    }
    for await (const row of readCsvRows(body(), isHeadings)) if (row.line > 3) break
    await new Promise((resolve) => setImmediate(resolve))
    expect(given).toBeLessThan(500)
  })

  it('fail with what the body fails with', async () => {
    async function* body() {
      yield Buffer.from('a,b\n')
      throw new Error('The connection broke')
    }
    await expect(drain(readCsvRows(body(), isHeadings))).rejects.toThrow('The connection broke')
    async function* text() {
      yield Buffer.from('a,b\n')
      throw 'text'
    }
    await expect(drain(readCsvRows(text(), isHeadings))).rejects.toThrow('text')
  })

  it.each([1, 2, 3, 1 << 16])('can begin with a byte order mark, also in pieces of %i', async (size) => {
    expect(await rowsOf('\ufeff"a,b",c\n1,2', size)).toEqual([
      [1, 'a,b', 'c'],
      [2, '1', '2'],
    ])
    expect(await rowsOf('ab\n', size)).toEqual([[1, 'ab']])
    expect(await rowsOf('a', size)).toEqual([[1, 'a']])
    expect(await rowsOf('\ufeff', size)).toEqual([])
    expect(await rowsOf(Buffer.from([0xef, 0xbb, 0x61]), size)).toEqual([[1, 'ï»a']])
  })

  it('have a greatest length, in one cell or in many', async () => {
    const mebibyte = 1024 * 1024
    expect(await rowsOf(`${'x'.repeat(mebibyte)}\nb`, 1 << 20)).toHaveLength(2)
    expect(await rowsOf(`${'x'.repeat(96)},c\n`.repeat(12_500), 1 << 20)).toHaveLength(12_500)
    for (const cell of ['x', '\n', ',', '"\n",'])
      await expect(
        rowsOf(`a,"${cell === '"\n",' ? '",' : ''}${cell.repeat(mebibyte * 1.2)}`, 1 << 24),
        cell,
      ).rejects.toMatchObject({
        code: 'malformed_body',
        message: 'A row is longer than 1048576 bytes.',
      })
  })
})

describe('the source football-data.co.uk', () => {
  it('is recognized by its headings', () => {
    const begins = (text: string) => footballData.recognizes?.(text)
    expect(begins(`${MATCH}\r\nE0`)).toBe(true)
    expect(begins(`"Div", "Date" ,"Home","Away"\nx`)).toBe(true)
    expect(begins('Date,HT,AT\r1')).toBe(true)
    expect(begins('Season 2024;;\nDate;Home;Away')).toBe(true)
    for (const text of ['', 'Date,Home', 'Home,Away', 'Date\nHome,Away', 'xDate,Home,Away', '{"Date":1}'])
      expect(begins(text), text).toBe(false)
  })

  it.each([
    ['2026-06-30', '2526'],
    ['2026-07-01', '2627'],
    ['2026-12-31', '2627'],
    ['2027-01-01', '2627'],
    ['2009-08-01', '0910'],
    ['2008-08-01', '0809'],
    ['1999-08-01', '9900'],
  ])('has on %s the season %s', (day, season) => {
    expect(addressOf({ address: 'https://x.example' }, { sport: 'E 0' }, new Date(`${day}T12:00:00Z`))).toBe(
      `https://x.example/mmz4281/${season}/E%200.csv`,
    )
  })
})
