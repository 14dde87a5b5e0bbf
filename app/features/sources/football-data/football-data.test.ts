import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { quotedText } from '#app/features/odds/prices.ts'
import { parseEnv } from '#app/platform/env.ts'
import {
  CONFIRMED,
  describeContract,
  readItems,
  readOneEvent,
  reasonsOf,
  toldOf,
} from '#tests/support/source-contract.ts'
import type { FeedItem } from '../contract.ts'
import { readSettings } from '../settings.ts'
import footballData, { addressOf } from './index.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../../shared/feeds/football-data')

const HEADINGS =
  'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,Referee,B365H,B365D,B365A,PSH,PSD,PSA,MaxH,MaxD,MaxA,B365CH,B365CD,B365CA'
const ROW =
  'E0,10/02/2024,12:30,Riverton,Hillford,2,1,H,1,0,H,A Berg,1.9,3.4,4.1,1.95,3.5,4,2,3.6,4.2,1.85,3.5,4.3'
const file = (...rows: string[]) => `${[HEADINGS, ...rows].join('\r\n')}\r\n`

describeContract(footballData, {
  sound: file(ROW),
  withList: (list) => file(...list.map((it) => (it === ROW ? ROW : JSON.stringify(it)))),
  item: ROW,
  broken: [
    ['', 'empty_body'],
    ['\r\n\r\n', 'empty_body'],
    ['Service unavailable', 'unexpected_body'],
    ['<html>', 'unexpected_body'],
    [`${HEADINGS}\n"E0,10/02/2024`, 'malformed_body'],
  ],
})

describe('a row of football-data.co.uk', () => {
  it('is a match with its result, its half-time score and its closing prices', async () => {
    expect(await readOneEvent(footballData, file(ROW))).toMatchObject({
      externalId: 'E0 2024-02-10 Riverton - Hillford',
      category: 'England',
      league: 'Premier League',
      start: new Date('2024-02-10T12:30:00Z'),
      result: { home: 2, away: 1 },
      state: {
        status: 'FT',
        halfTime: { home: 1, away: 0 },
        fullTime: { home: 2, away: 1 },
        referee: 'A Berg',
      },
      quotes: [
        {
          bookmaker: { key: 'bet365', name: 'bet365' },
          ...{ home: 1.85, draw: 3.5, away: 4.3 },
          updatedAt: new Date('2024-02-10T12:29:59Z'),
        },
        { bookmaker: { key: 'pinnacle', name: 'Pinnacle' }, home: 1.95, draw: 3.5, away: 4 },
      ],
      warnings: [],
    })
  })

  it.each([
    ['10/02/2024', '12:30', '2024-02-10T12:30:00.000Z'],
    ['10/02/24', '12:30', '2024-02-10T12:30:00.000Z'],
    ['18/08/93', '12:30', '1993-08-18T11:30:00.000Z'],
    ['10/08/2023', '20:00', '2023-08-10T19:00:00.000Z'],
    ['1/8/2023', '9:05', '2023-08-01T08:05:00.000Z'],
    ['2024-02-10', '', '2024-02-10T15:00:00.000Z'],
  ])('on %s at %j has the kick-off %s', async (date, time, start) => {
    const row = ROW.replace('10/02/2024,12:30', `${date},${time}`)
    expect((await readOneEvent(footballData, file(row))).start.toISOString()).toBe(start)
  })

  it('can have no time column, and the headings of other countries', async () => {
    const body = [
      'Country,League,Season,Date,Home,Away,HG,AG,Res,PSCH,PSCD,PSCA',
      'Poland,Ekstraklasa,2023/2024,11/02/2024,Riverton,Hillford,0,0,D,2,3,4',
    ].join('\n')
    expect(await readOneEvent(footballData, body)).toMatchObject({
      category: 'Poland',
      league: 'Ekstraklasa',
      start: new Date('2024-02-11T15:00:00Z'),
      result: { home: 0, away: 0 },
      state: { halfTime: null },
      quotes: [{ bookmaker: { key: 'pinnacle' } }],
    })
  })

  it('that is still to be played has prices with the time of the file, and no result', async () => {
    const body = file('E0,10/03/2024,15:00,Riverton,Hillford,,,,,,,,1.9,3.4,4.1')
    const event = await readOneEvent(footballData, body)
    expect(event.quotes).toMatchObject([{ home: 1.9, updatedAt: CONFIRMED }])
    expect([event.result, event.state]).toEqual([undefined, undefined])
  })

  it('has the closing prices of goals and of the handicap with its line, as they are quoted', async () => {
    const lines =
      'B365>2.5,B365<2.5,P>2.5,P<2.5,AHh,B365AHH,B365AHA,PAHH,PAHA,B365C>2.5,B365C<2.5,PC>2.5,PC<2.5,AHCh,B365CAHH,B365CAHA,PCAHH,PCAHA,AvgC>2.5,AvgC<2.5'
    const body = `${HEADINGS},${lines}\n${ROW},1.9,1.95,1.91,1.96,-1,2.05,1.85,2.06,1.86,1.8,2.05,1.82,2.07,-0.75,1.86,2.07,,,1.8,2`
    const event = await readOneEvent(footballData, body)
    const told = event.offers?.flatMap(({ bookmaker, seenAt, quotes }) =>
      quotes.map(({ market, prices }) => [
        bookmaker.key,
        seenAt.toISOString(),
        [market.type, market.line].join(' '),
        ...prices.map((price) => price && quotedText(price, 'decimal')),
      ]),
    )
    const at = '2024-02-10T12:29:59.000Z'
    expect(told).toEqual([
      ['bet365', at, 'match_result ', '1.85', '3.50', '4.30'],
      ['bet365', at, 'total 2.5', '1.80', '2.05'],
      ['bet365', at, 'handicap -0.75', '1.86', '2.07'],
      ['pinnacle', at, 'match_result ', '1.95', '3.50', '4.00'],
      ['pinnacle', at, 'total 2.5', '1.82', '2.07'],
      // The row has no closing prices of the handicap: the earlier prices are used, with the earlier line.
      ['pinnacle', at, 'handicap -1', '2.06', '1.86'],
    ])
  })

  it.each([
    ['a line that is none', 'AHCh,B365CAHH,B365CAHA', '0.3,1.9,1.9'],
    ['no line', 'AHCh,B365CAHH,B365CAHA', ',1.9,1.9'],
    ['prices that nobody offers', 'AHCh,B365CAHH,B365CAHA', '-1,9,9'],
  ])('has no handicap with %s', async (_, headings, cells) => {
    const event = await readOneEvent(footballData, `${HEADINGS},${headings}\n${ROW},${cells}`)
    const types = event.offers?.flatMap(({ quotes }) => quotes.map(({ market }) => market.type))
    expect(types).not.toContain('handicap')
  })

  it('of an earlier season has the line of each bookmaker', async () => {
    const event = await readOneEvent(
      footballData,
      `${HEADINGS},BbAHh,GBAHH,GBAHA,GBAH,LBAHH,LBAHA\n${ROW},-0.25,1.9,1.95,-0.5,1.8,2`,
    )
    const lines = event.offers?.flatMap(({ bookmaker, quotes }) =>
      quotes.flatMap(({ market }) => (market.type === 'handicap' ? [[bookmaker.key, market.line]] : [])),
    )
    expect(lines).toEqual([
      ['gamebookers', -0.5],
      ['ladbrokes_uk', -0.25],
    ])
  })

  it('without a time was priced before any that its day may have had', async () => {
    const event = await readOneEvent(footballData, file(ROW.replace('12:30', '')))
    expect(event.offers?.[0]?.seenAt).toEqual(new Date('2024-02-10T00:00:00Z'))
  })

  it('has one quote of a bookmaker that is listed under two names', async () => {
    const body =
      'Div,Date,HomeTeam,AwayTeam,BVH,BVD,BVA,VCH,VCD,VCA\nE0,10/02/2024,Riverton,Hillford,2,3,4,2.1,3.1,4.1'
    expect((await readOneEvent(footballData, body)).quotes).toMatchObject([
      { bookmaker: { key: 'betvictor' }, home: 2 },
    ])
  })

  it('is read in UTF-8 and in Windows-1252, after blank lines and a byte order mark', async () => {
    const named = ROW.replace('Riverton', 'Málaga')
    const utf8 = Buffer.from(`\n\n\ufeff${file(named)}`)
    const windows = Buffer.from(file(ROW.replace('Riverton', 'M_laga')).replace('_', '\u00e1'), 'latin1')
    for (const body of [utf8, windows]) expect((await readOneEvent(footballData, body)).home).toBe('Málaga')
  })

  it('is read by the headings above it, which can change within a file', async () => {
    const other = 'Div,HomeTeam,AwayTeam,Date\nSP1,Northwick,Eastham,03/02/2024'
    expect(await readItems(footballData, `${file(ROW)}${other}`)).toMatchObject([
      { kind: 'event', home: 'Riverton' },
      { kind: 'event', home: 'Northwick', league: 'La Liga', quotes: null },
    ])
  })

  it.each<[string, unknown[]]>([
    [`${ROW},9`, ['malformed_row', null, 'line 2: more than 24 columns']],
    [ROW.replace('Riverton', ''), ['missing_team', null, 'line 2: ? - Hillford']],
    [ROW.replace('Riverton', 'HILLFORD'), ['same_team', null, 'line 2: HILLFORD - Hillford']],
    [ROW.replace('E0', 'ZZ'), ['missing_place', null, 'line 2: Riverton - Hillford']],
    [ROW.replace('10/02/2024', '30/02/2024'), ['invalid_start', null, 'line 2: 30/02/2024 12:30']],
    [ROW.replace('12:30', 'noon'), ['invalid_start', null, 'line 2: 10/02/2024 noon']],
    [ROW.replace(',2,1,H', ',2,,H'), ['invalid_score', null, 'line 2: Riverton - Hillford 2-? H']],
    [ROW.replace(',2,1,H', ',2,1,A'), ['invalid_score', null, 'line 2: Riverton - Hillford 2-1 A']],
    [ROW.replace(',2,1,H', ',x,1,H'), ['invalid_score', null, 'line 2: Riverton - Hillford x-1 H']],
    [`${ROW},,,`, ['event']],
    ['E0,10/02/2024,12:30,Riverton,Hillford', ['event']],
  ])('%j', async (row, expected) => {
    expect(toldOf(await readItems(footballData, file(row)))).toEqual([expected])
  })

  it.each([
    [`${ROW}\n${ROW}\n`, /Date; HomeTeam or Home or HT; .*It begins with: E0,10\/02\/2024/],
    ['Datum;Heim;Gast\n1;2;3\n', /It begins with: Datum;Heim;Gast/],
    [Buffer.from(file(ROW), 'utf16le').toString('latin1'), /save it as UTF-8/],
  ])('without headings above it is a fault of the file, which is told once: %j', async (text, words) => {
    const items: FeedItem[] = []
    const reading = async () => {
      const body = (async function* () {
        yield Buffer.from(text, 'latin1')
      })()
      for await (const item of footballData.parse(body, { confirmedAt: CONFIRMED, bookmaker: undefined })) {
        items.push(item)
      }
    }
    await expect(reading()).rejects.toMatchObject({
      code: 'unexpected_body',
      message: expect.stringMatching(words),
    })
    expect(items).toEqual([])
  })

  it.skipIf(!existsSync(RECORDINGS))(
    'of the recorded seasons is a match with a result and prices',
    async () => {
      for (const season of ['2023-24', '2024-25']) {
        for (const name of readdirSync(path.join(RECORDINGS, season))) {
          const items = await readItems(footballData, readFileSync(path.join(RECORDINGS, season, name)))
          expect(items, name).toHaveLength(380)
          expect(new Set(reasonsOf(items)), name).toEqual(new Set(['event']))
          const matches = items.filter((item) => item.kind === 'event')
          expect(
            matches.every(({ result, state }) => result && state?.halfTime),
            name,
          ).toBe(true)
          expect(Math.min(...matches.map(({ quotes }) => quotes?.length ?? 0)), name).toBeGreaterThanOrEqual(
            3,
          )
        }
      }
      const malformed = (name: string) => readFileSync(path.join(RECORDINGS, 'malformed', name))
      const blank = await readItems(footballData, malformed('E0_2024-25_blank_first_line_then_BOM.csv'))
      expect(reasonsOf(blank).filter((reason) => reason === 'event')).toHaveLength(380)
      await expect(
        readItems(footballData, malformed('POL_extra_league_rows_followed_by_P1_season_rows.csv')),
      ).rejects.toMatchObject({ code: 'unexpected_body' })
    },
  )
})

describe('the address of football-data.co.uk', () => {
  const place = { address: 'https://www.example.org' }
  it.each([
    [undefined, '2026-11-22', 'fixtures.csv'],
    ['E0', '2026-11-22', 'mmz4281/2627/E0.csv'],
    ['E0', '2026-06-30', 'mmz4281/2526/E0.csv'],
    ['SP1', '1999-12-01', 'mmz4281/9900/SP1.csv'],
  ])('of %s on %s is %s', (sport, day, address) => {
    expect(addressOf(place, { sport }, new Date(`${day}T12:00:00Z`))).toBe(
      `https://www.example.org/${address}`,
    )
  })

  it('needs no setting', () => {
    expect(footballData.locate(readSettings(footballData, parseEnv({})))).toEqual({
      address: 'https://www.football-data.co.uk',
    })
  })
})
