import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readFixedReport } from '#tests/support/fixed-report-reader.ts'
import { type ReportReading, readReport } from './read-report.server.ts'
import { columnNames, type ReportFormat } from './report-format.ts'

const transactionsOf = (text: string, reading?: ReportReading) => {
  const file = readReport(text, reading)
  if ('problem' in file) throw new Error(file.problem)
  return file
}

describe('a report as CSV', () => {
  it('is read by the headings of programmes, with any separator and decimal mark', () => {
    const { transactions, rejected } = transactionsOf(
      'Transaction ID;Event Type;Commission;Currency;Date;SubID\r\n' +
        'a1;FTD;0;EUR;2026-11-20;c1\r\n' +
        'a2;Rev Share;1.234,5;eur;2026-11-20 10:30;c1\r\n' +
        'a3;Reversal;20,00;EUR;2026-11-21T08:00:00+01:00;\r\n',
    )
    expect(rejected).toEqual([])
    expect(transactions).toEqual([
      {
        transaction: 'a1',
        kind: 'deposit',
        amount: '0',
        currency: 'EUR',
        happenedAt: new Date('2026-11-20T00:00:00Z'),
        clickId: 'c1',
      },
      {
        transaction: 'a2',
        kind: 'revenue',
        amount: '1234.5',
        currency: 'EUR',
        happenedAt: new Date('2026-11-20T10:30:00Z'),
        clickId: 'c1',
      },
      {
        transaction: 'a3',
        kind: 'chargeback',
        amount: '-20.00',
        currency: 'EUR',
        happenedAt: new Date('2026-11-21T07:00:00Z'),
        clickId: null,
      },
    ])
  })

  it('names the line, field and reason of each row that cannot be stored', () => {
    const { transactions, rejected } = transactionsOf(
      'id,kind,amount,currency,date\n' +
        ',revenue,1,EUR,2026-11-20\n' +
        'b1,bonus,1,EUR,2026-11-20\n' +
        'b2,revenue,1.234,EUR,2026-11-20\n' +
        'b3,revenue,,EUR,2026-11-20\n' +
        'b4,revenue,5,euros,2026-11-20\n' +
        'b5,revenue,5,EUR,20.11.26\n' +
        'b6,revenue,5,,2026-11-20\n' +
        'b7,revenue,5,EUR,2036-11-20\n' +
        'b8,registration,,,2026-11-20\n' +
        'b9,revenue,"1,234",EUR,2026-11-20\n' +
        'b10,revenue,"1,23,4",EUR,2026-11-20\n' +
        'b11,revenue,1,XXX,2026-11-20\n' +
        'b12\u0001,revenue,1,EUR,2026-11-20\n',
    )
    expect(transactions.map(({ transaction }) => transaction)).toEqual(['b8'])
    expect(rejected).toEqual([
      { line: 2, field: 'transaction', problem: 'required' },
      { line: 3, field: 'kind', problem: 'kind' },
      { line: 4, field: 'amount', problem: 'ambiguous' },
      { line: 5, field: 'amount', problem: 'required' },
      { line: 6, field: 'currency', problem: 'currency' },
      { line: 7, field: 'time', problem: 'time' },
      { line: 8, field: 'currency', problem: 'required' },
      { line: 9, field: 'time', problem: 'time' },
      { line: 11, field: 'amount', problem: 'ambiguous' },
      { line: 12, field: 'amount', problem: 'amount' },
      { line: 13, field: 'currency', problem: 'currency' },
      { line: 14, field: 'transaction', problem: 'characters' },
    ])
  })

  it.each([
    ['', 'empty'],
    ['id,kind\n', 'empty'],
    ['id,kind\n"a,revenue\n', 'not-csv'],
  ])('is refused as a whole: %j is %s', (text, problem) => {
    expect(readReport(text)).toMatchObject({ problem })
  })
})

const NONE: ReportFormat = {
  columns: {
    ...{ transaction: null, kind: null, amount: null, currency: null, time: null, click_id: null },
    bookmaker: null,
  },
  ...{ kind: null, currency: null, dates: null, decimal: null, kinds: {} },
}
const formatWith = (columns: Partial<ReportFormat['columns']>, more: Partial<ReportFormat> = {}) => ({
  ...{ ...NONE, ...more },
  columns: { ...NONE.columns, ...columns },
})

it('an amount in dollars is refused in a row of a currency that has none', () => {
  const rows = ['EUR', 'USD', 'CAD', 'MXN', 'GBP', 'BRL'].map(
    (currency, at) => `${at},revenue,$5.00,${currency}\n`,
  )
  const { transactions, rejected } = transactionsOf(`id,kind,amount,currency\n${rows.join('')}`)
  expect(transactions.map(({ currency }) => currency)).toEqual(['USD', 'CAD', 'MXN', 'BRL'])
  expect(rejected).toEqual([2, 6].map((line) => ({ line, field: 'currency', problem: 'currency' })))
})

it('a row of nothing in a report of revenue is no chargeback, whatever its sign', () => {
  const columns = { transaction: 'id', amount: 'amount', kind: null, currency: null }
  const format: ReportFormat = {
    columns,
    ...{ kind: 'revenue', currency: 'EUR', dates: null, decimal: null, kinds: {} },
  }
  const { transactions } = transactionsOf('id,amount\n1,-0.00\n2,(0)\n3,-0.01\n', { format })
  expect(transactions.map(({ kind }) => kind)).toEqual(['revenue', 'revenue', 'chargeback'])
})

it.each([
  ['amount', (long: string) => `a,revenue,EUR${long}x,EUR,2026-11-20`],
  ['amount', (long: string) => `a,revenue,EUR${long}x-,EUR,2026-11-20`],
  ['time', (long: string) => `a,revenue,5,EUR,13/1/2026 12:00${long}x`],
])('a report with a cell of a megabyte is read at once, and its %s is refused', (field, row) => {
  const text = `id,kind,amount,currency,date\n${row(' '.repeat(1_000_000))}\n`
  const began = performance.now()
  const { transactions, rejected } = transactionsOf(text)
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(transactions).toEqual([])
  expect(rejected).toMatchObject([{ line: 2, field }])
})

it.each([
  [
    ['A', 'A', 'A'],
    ['A', 'A #2', 'A #3'],
  ],
  [
    ['A', 'A', 'A #2', '', '#4'],
    ['A', 'A #3', 'A #2', '#4 #2', '#4'],
  ],
])('columns %j have the distinct names %j', (cells, names) => {
  expect(columnNames(cells)).toEqual(names)
})

describe('the format of a report', () => {
  it('is what the operator chooses, with one kind and one currency for every row', () => {
    const text =
      'Buchung;Wann;Verdienst;Sub;Partner\n' +
      'x1;03.04.2026 18:30;1.234,56;c1;Bright Mere\n' +
      'x2;04.04.2026;(20,00);;Bright Mere\n' +
      'x3;04.04.2026;−0,50;;Nobody\n'
    const format = formatWith(
      { transaction: 'Buchung', time: 'Wann', amount: 'Verdienst', click_id: 'Sub', bookmaker: 'Partner' },
      { kind: 'revenue', currency: 'EUR', dates: 'day-first' },
    )
    const { transactions, strangers } = transactionsOf(text, {
      format,
      bookmakerOf: (name) => (name === 'Bright Mere' ? 'b1' : null),
    })
    expect(transactions).toMatchObject([
      {
        ...{ transaction: 'x1', kind: 'revenue', amount: '1234.56', currency: 'EUR', clickId: 'c1' },
        ...{ happenedAt: new Date('2026-04-03T18:30:00Z'), bookmakerId: 'b1' },
      },
      { transaction: 'x2', kind: 'chargeback', amount: '-20.00', bookmakerId: 'b1' },
      { transaction: 'x3', kind: 'chargeback', amount: '-0.50', bookmakerId: null },
    ])
    expect(strangers).toEqual(['Nobody'])
  })

  it('has the form of dates and amounts that the file shows, unless the operator chose another', () => {
    const text = 'id;kind;amount;currency;date\na;revenue;1.234;EUR;3/4/2026\nb;revenue;2,50;EUR;20/4/2026\n'
    const columns = { transaction: 'id', kind: 'kind', amount: 'amount', currency: 'currency', time: 'date' }
    const { format, transactions } = transactionsOf(text, { format: formatWith(columns) })
    expect([format.dates, format.decimal, transactions[0]?.amount]).toEqual(['day-first', ',', '1234'])
    const chosen = transactionsOf(text, { format: formatWith(columns, { dates: 'month-first' }) })
    expect(chosen.rejected).toEqual([{ line: 3, field: 'time', problem: 'time' }])
  })

  it('asks for what no heading says', () => {
    const { questions } = transactionsOf('Buchung;Verdienst\nx1;5\n')
    expect(questions).toEqual(['transaction', 'kind'])
    const format = formatWith({ transaction: 'Buchung', amount: 'Verdienst' }, { kind: 'revenue' })
    expect(transactionsOf('Buchung;Verdienst\nx1;5\n', { format }).questions).toEqual(['currency'])
  })

  it.each([
    // The 20th shows that the day is first.
    ['3/4/2026', '20/4/2026', 'day-first', '2026-04-03'],
    ['3/4/2026', '4/20/2026', 'month-first', '2026-03-04'],
    ['03.04.2026', '2026-04-20', null, null],
    ['4/4/2026', '2026-04-20', null, '2026-04-04'],
    ['2026/04/03', '20/4/2026', 'day-first', '2026-04-03'],
    ['20260403', '20/4/2026', 'day-first', '2026-04-03'],
    ['3 Apr 2026', '5/4/2026', null, '2026-04-03'],
    ['April 3rd, 2026', '5/4/2026', null, '2026-04-03'],
  ])('reads the date %j beside %j', (date, other, dates, day) => {
    const { transactions, format, questions } = transactionsOf(
      `id,kind,date\na,registration,"${date}"\nb,registration,${other}\n`,
    )
    const read = transactions.find(({ transaction }) => transaction === 'a')
    expect([format.dates, read?.happenedAt.toISOString().slice(0, 10) ?? null]).toEqual([dates, day])
    const isAsked = [date, other].some((it) => /^0?[35][/.]0?4/.test(it)) && dates === null
    expect(questions).toEqual(isAsked ? ['dates'] : [])
  })

  it.each([
    ['3/4/2026 6:30 PM', '2026-04-03T18:30:00.000Z'],
    ['3/4/2026 12:05 am', '2026-04-03T00:05:00.000Z'],
    ['3.4.2026 06:30:15+02:00', '2026-04-03T04:30:15.000Z'],
    ['1775241000000', '2026-04-03T18:30:00.000Z'],
    ['1775241000', '2026-04-03T18:30:00.000Z'],
    ['20 Sept. 2026', '2026-09-20T00:00:00.000Z'],
    ['20 marraskuu 2026', null],
    ['20 Juni 2026', '2026-06-20T00:00:00.000Z'],
    ['20. März 2026 18:30', '2026-03-20T18:30:00.000Z'],
    ['20. Mrz 2026', '2026-03-20T00:00:00.000Z'],
    ['20.Nov.2026', '2026-11-20T00:00:00.000Z'],
    ['20-Dez-2025', '2025-12-20T00:00:00.000Z'],
    ['1er août 2026', '2026-08-01T00:00:00.000Z'],
    ['20 FÉVR. 2026', '2026-02-20T00:00:00.000Z'],
    ['20 fevrier 2026', '2026-02-20T00:00:00.000Z'],
    ['20 juil. 2026', '2026-07-20T00:00:00.000Z'],
    ['20 jui 2026', null],
    ['20 de noviembre de 2026', '2026-11-20T00:00:00.000Z'],
    ['20 ene 2026', '2026-01-20T00:00:00.000Z'],
    ['20 giugno 2026', '2026-06-20T00:00:00.000Z'],
    ['20 set 2026', '2026-09-20T00:00:00.000Z'],
    ['20 de março de 2026', '2026-03-20T00:00:00.000Z'],
    ['20 Kasım 2026', '2026-11-20T00:00:00.000Z'],
    ['20 ARALIK 2025', '2025-12-20T00:00:00.000Z'],
    ['20 Şub 2026', '2026-02-20T00:00:00.000Z'],
    ['20 نوفمبر 2026', '2026-11-20T00:00:00.000Z'],
    ['31. Juni 2026', null],
    ['31/2/2026', null],
    ['3/4/26', null],
    ['3/4/2026 25:00', null],
  ])('reads the time %j', (time, wanted) => {
    const { transactions } = transactionsOf(`id,kind,date\na,registration,${time}\n`, {
      format: formatWith({ transaction: 'id', kind: 'kind', time: 'date' }, { dates: 'day-first' }),
    })
    expect(transactions[0]?.happenedAt.toISOString() ?? null).toBe(wanted)
  })

  it.each([
    ['1.234', '12,50', '1234'],
    ['1,234', '12.50', '1234'],
    ['1 234,56', '', '1234.56'],
    ['1\u202f234,56', '', '1234.56'],
    ["1'234.50", '', '1234.50'],
    ['1,234,567', '', '1234567'],
    ['12.5000', '', '12.50'],
    ['€12.50', '', '12.50'],
    ['-12.50 EUR', '', '-12.50'],
    ['EUR -12.50', '', '-12.50'],
    ['12.50-', '', '-12.50'],
    ['(1,234.56)', '', '-1234.56'],
    ['1.234', '', null],
    ['12.345', '12.50', null],
    ['0.123', '', null],
    ['1 23,4', '', null],
    ['12 50', '', null],
    ['--5', '', null],
    ['(-5)', '', null],
  ])('reads the amount %j beside %j', (amount, other, wanted) => {
    const { transactions } = transactionsOf(
      `id;kind;amount;currency\na;revenue;${amount};EUR\nb;revenue;${other || 1};EUR\n`,
    )
    const read = transactions.find(({ transaction }) => transaction === 'a')
    expect(read?.amount ?? null).toBe(wanted)
  })

  it('asks how amounts are written if none of them says it', () => {
    const text = 'id;kind;amount;currency\na;revenue;1.234;EUR\n'
    const { questions, format } = transactionsOf(text)
    expect(questions).toEqual(['decimal'])
    const read = transactionsOf(text, { format: { ...format, decimal: ',' } })
    expect([read.questions, read.transactions[0]?.amount]).toEqual([[], '1234'])
  })

  it('keeps the currency of each row', () => {
    const { transactions, rejected } = transactionsOf(
      'id;kind;amount;currency\na;revenue;$5;USD\nb;revenue;5;gbp\nc;revenue;€5;USD\n',
    )
    expect(transactions.map(({ currency }) => currency)).toEqual(['USD', 'GBP'])
    expect(rejected).toEqual([{ line: 4, field: 'currency', problem: 'currency' }])
  })

  it('tells rows without an id by what they say, equal ones one by one', () => {
    const format = formatWith(
      { kind: 'kind', amount: 'amount', currency: 'currency', time: 'date' },
      { decimal: ',' },
    )
    const rows = ['revenue;5,00;EUR;2026-04-03', 'revenue;5,0;EUR;2026-04-03', 'revenue;6,00;EUR;2026-04-03']
    const idsOf = (lines: string[]) =>
      transactionsOf(`kind;amount;currency;date\n${lines.join('\n')}\n`, { format }).transactions.map(
        ({ transaction }) => transaction,
      )
    const ids = idsOf(rows)
    expect(new Set(ids).size).toBe(3)
    expect(idsOf(rows.toReversed()).toSorted()).toEqual(ids.toSorted())
    // Without a date each report would be read as a new one.
    const undated = { ...format, columns: { ...format.columns, time: null } }
    const read = transactionsOf(`kind;amount;currency\nrevenue;5;EUR\n`, { format: undated })
    expect([read.questions, read.transactions]).toEqual([['time'], []])
  })

  it('is remembered for the same columns in any order, and a column that is none stays none', () => {
    const remembered = formatWith(
      { transaction: 'ref', kind: 'type', amount: 'amount', currency: 'currency' },
      { dates: 'day-first' },
    )
    const asked: string[] = []
    const read = (text: string) =>
      transactionsOf(text, {
        remembered: (headings) => {
          asked.push(headings)
          return remembered
        },
      })
    const first = read('id,ref,type,amount,currency,click id\n1,r,revenue,5,EUR,c\n')
    expect(first.transactions).toMatchObject([{ transaction: 'r', clickId: null }])
    read('click id,currency,type,amount,ref,id\nc,EUR,revenue,5,r,1\n')
    expect(asked[0]).toBe(asked[1])
  })

  it('is asked for again where a file contradicts the remembered one', () => {
    const remembered = formatWith(
      { transaction: 'id', kind: 'kind', amount: 'amount', currency: 'currency', time: 'date' },
      { dates: 'day-first', decimal: ',' },
    )
    const { format, questions } = transactionsOf(
      'id;kind;amount;currency;date\na;revenue;12.50;EUR;4/20/2026\nb;revenue;1.234;EUR;3/4/2026\n',
      { remembered: () => remembered },
    )
    expect([format.dates, format.decimal, questions]).toEqual([null, null, ['dates', 'decimal']])
  })

  it('says what unknown words of the kind column mean', () => {
    const text = 'id,kind\na,Qualified Player\nb,toString\n'
    const { words, format } = transactionsOf(text)
    expect(words).toEqual(['Qualified Player', 'toString'])
    // While no column is the kind, there is no word to explain.
    expect(transactionsOf('Buchung,Art\na,FTD\n').words).toEqual([])
    const read = transactionsOf(text, { format: { ...format, kinds: { qualifiedplayer: 'deposit' } } })
    expect(read.transactions).toMatchObject([{ transaction: 'a', kind: 'deposit' }])
    // Those that are explained stay, as the file writes them.
    expect(read.words).toEqual(words)
  })
})

describe('headings below titles and empty lines', () => {
  const rows = ['a1;revenue;12,50;EUR;20. November 2026', 'a2;revenue;3,00;EUR;21. November 2026', '']
  const known = ['id;kind;amount;currency;date', ...rows].join('\n')
  const foreign = ['Buchung;Art;Verdienst;Währung;Wann', ...rows].join('\n')
  const columns = {
    ...{ transaction: 'Buchung', kind: 'Art', amount: 'Verdienst', currency: 'Währung', time: 'Wann' },
  }

  it.each([
    ['', []],
    ['\n\n', []],
    ['Earnings report\n', ['Earnings report']],
    ['Earnings report, November 2026, of all programmes, by day, net\n\n', ['Earnings report']],
    ['Earnings report;;;;\n;;;;\nPeriod;1 Nov 2026 - 30 Nov 2026;;;\n', ['Earnings report', 'Period']],
    ['sep=;\n', ['sep=']],
    ['"Earnings\nreport"\n', ['Earnings\nreport']],
  ])('are found behind %j', (titles, before) => {
    const isRead = [
      transactionsOf(titles + known),
      transactionsOf(titles + foreign, { format: formatWith(columns) }),
    ]
    for (const read of isRead) {
      expect(read.transactions).toMatchObject([
        { transaction: 'a1', amount: '12.50', happenedAt: new Date('2026-11-20') },
        { transaction: 'a2', amount: '3.00' },
      ])
      expect(read.rejected).toEqual([])
      expect(read.before).toEqual(before.map((title) => expect.stringContaining(title)))
      expect(read.headLine).toBe(titles.split('\n').length)
    }
  })

  it('are found by known words behind a line of several cells, and lines are numbered as in the file', () => {
    const {
      rejected,
      headLine,
      columns: names,
    } = transactionsOf('Report;1 Nov 2026\n\nid;kind;date\na1;registration;2026-11-20\na2;bonus;2026-11-20\n')
    expect([headLine, names]).toEqual([3, ['id', 'kind', 'date']])
    expect(rejected).toMatchObject([{ line: 5, field: 'kind' }])
  })

  it('are the first line where another could be as well, and a wider row is refused', () => {
    const { columns: names } = transactionsOf('Verdienst;Art;\nAnna;Berta;Carla\nDora;Emma;Frida\n')
    expect(names).toEqual(['Verdienst', 'Art', '#3'])
    expect(readReport('Report;2026\na;1;2\nb;3;4\n')).toEqual({ problem: 'cells', line: 2 })
  })

  it('are found above rows that are long and quoted', () => {
    const row = (id: string, kind: string) => `"${id}","${kind}","${'x'.repeat(900)}"`
    const body = Array.from({ length: 100 }, (_, at) => row(`a${at}`, 'registration'))
    for (const titles of ['Earnings report\n', 'Report,2026\n\n']) {
      const { transactions, headLine } = transactionsOf(`${titles}${row('id', 'kind')}\n${body.join('\n')}\n`)
      expect([transactions.length, headLine]).toEqual([100, titles.split('\n').length])
    }
  })

  it('take nothing from the number of rows', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => `${at},registration`).join('\n')
    const titles = 'Report,2026\n'.repeat(10)
    const { transactions } = transactionsOf(`${titles}id,kind\n${many}\n`)
    expect(transactions).toHaveLength(50_000)
    expect(readReport(`${titles}id,kind\n${many}\nz,registration\n`)).toEqual({ problem: 'too-many-rows' })
  })
})

describe('a report that was read before columns could be chosen', () => {
  beforeAll(() => {
    vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z'), toFake: ['Date'] })
  })
  afterAll(() => {
    vi.useRealTimers()
  })

  it('is read the same', () => {
    const digits = fc.constantFrom(
      '0',
      '5',
      '12',
      '123',
      '1.234',
      '1,234',
      '1.234,5',
      '1,234.50',
      '0,5',
      '007',
    )
    const ends = fc.constantFrom('', '.5', ',50', '.00', ',123', ' ', 'x')
    const cells: Record<string, fc.Arbitrary<string>> = {
      id: fc.constantFrom('a', 'b', 'c d', '', '7'),
      reference: fc.constantFrom('r1', 'r2', ''),
      kind: fc.constantFrom('revenue', 'FTD', 'Rev Share', 'reversal', 'bonus', '', 'Registration', 'CPA'),
      type: fc.constantFrom('sale', 'lead', 'x'),
      amount: fc
        .tuple(fc.constantFrom('', '-', '+', '('), digits, ends)
        .map((parts) => parts.join(''))
        .chain((it) => fc.constantFrom(it, '')),
      Commission: fc.constantFrom('1', '2,5', '3.25', ''),
      currency: fc.constantFrom('EUR', 'usd', '', 'euros', 'XXX'),
      Date: fc.constantFrom(
        ...['2026-11-20', '2026-11-20 10:30', '2026-11-20 10:30:15', '2026-11-21T08:00:00+01:00', ''],
        ...['20.11.2026', '3/4/2026', '1795000000', '2036-01-01', '4/20/2026', 'x'],
      ),
      'Click ID': fc.constantFrom('c1', '', 'c 2'),
      brand: fc.constantFrom('Alpha', ''),
      note: fc.constantFrom('x', ''),
    }
    const names = Object.keys(cells).filter((name) => name !== 'id' && name !== 'kind')
    const file = fc
      .tuple(
        fc.subarray(names).chain((some) => {
          const all = ['id', 'kind', ...some]
          return fc.shuffledSubarray(all, { minLength: all.length })
        }),
        fc.constantFrom(';', '\t'),
      )
      .chain(([heads, separator]) =>
        fc
          .array(fc.tuple(...heads.map((head) => cells[head] ?? fc.constant(''))), {
            ...{ minLength: 1, maxLength: 6 },
          })
          .map((rows) => [heads, ...rows].map((row) => row.join(separator)).join('\n')),
      )
    let runs = 0
    let count = 0
    fc.assert(
      fc.property(file, (text) => {
        runs += 1
        const old = readFixedReport(text)
        if (!old) return
        const now = readReport(text)
        if ('problem' in now) throw new Error(now.problem)
        const lines = new Set(now.rejected.map(({ line }) => line))
        expect(old.filter(({ line }) => lines.has(line))).toEqual([])
        const kept = now.transactions.map(({ bookmakerId: _, ...rest }) => JSON.stringify(rest))
        for (const { transaction } of old) expect(kept).toContain(JSON.stringify(transaction))
        count += old.length
      }),
      { numRuns: 2_000 },
    )
    expect(count).toBeGreaterThan(runs / 4)
  })
})
