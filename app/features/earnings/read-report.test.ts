import { describe, expect, it } from 'vitest'
import { readReport } from './read-report.server.ts'

const transactionsOf = (text: string) => {
  const file = readReport(text)
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
        'b5,revenue,5,EUR,20.11.2026\n' +
        'b6,revenue,5,,2026-11-20\n' +
        'b7,revenue,5,EUR,2036-11-20\n' +
        'b8,registration,,,2026-11-20\n' +
        'b9,revenue,"1,234",EUR,2026-11-20\n' +
        'b10,revenue,"0,123",EUR,2026-11-20\n' +
        'b11,revenue,1,XXX,2026-11-20\n' +
        'b12\u0001,revenue,1,EUR,2026-11-20\n',
    )
    expect(transactions.map(({ transaction }) => transaction)).toEqual(['b8'])
    expect(rejected).toEqual([
      { line: 2, field: 'transaction', problem: 'required' },
      { line: 3, field: 'kind', problem: 'kind' },
      { line: 4, field: 'amount', problem: 'amount' },
      { line: 5, field: 'amount', problem: 'required' },
      { line: 6, field: 'currency', problem: 'currency' },
      { line: 7, field: 'time', problem: 'time' },
      { line: 8, field: 'currency', problem: 'required' },
      { line: 9, field: 'time', problem: 'time' },
      { line: 11, field: 'amount', problem: 'amount' },
      { line: 12, field: 'amount', problem: 'amount' },
      { line: 13, field: 'currency', problem: 'currency' },
      { line: 14, field: 'transaction', problem: 'characters' },
    ])
  })

  it.each([
    ['', 'empty'],
    ['id,kind\n', 'empty'],
    ['kind,amount\nrevenue,1\n', 'no-transaction'],
    ['id,amount\na,1\n', 'no-kind'],
    ['id,kind\n"a,revenue\n', 'not-csv'],
  ])('is refused as a whole: %j is %s', (text, problem) => {
    expect(readReport(text)).toMatchObject({ problem })
  })
})
