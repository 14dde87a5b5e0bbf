import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, fromCsvCell } from './csv.ts'
import { readCsv } from './read-csv.server.ts'

const FORMULAS = ['=1+1', '-2', "'", "'=", '@x', '"', ';', 'a\nb']
/** What makes formulas, and what stands before them. */
const PARTS = ['=', '-', '@', "'", '"', ';', '\t', '\n', '\r', ' ', 'a']

describe('a CSV file', () => {
  it.each([
    ['id,name\r\n1,"Smith, J"\r\n', ['1', 'Smith, J']],
    ['\ufeffid;name\n1;Smith\n', ['1', 'Smith']],
    ['id\tname\n\n1\t Smith \n', ['1', 'Smith']],
  ])('is read: %j', (text, cells) => {
    const file = readCsv(text, 10)
    expect('rows' in file && file.rows[1]?.cells).toEqual(cells)
  })

  it('keeps the line of each row, also after cells of several lines', () => {
    const file = readCsv('id,text\n1,"two\nlines"\n\n2,b\n', 10)
    expect('rows' in file && file.rows.map(({ line }) => line)).toEqual([1, 3, 5])
  })

  it('with a stray quote is refused with its line', () => {
    expect(readCsv('id,name\n1,a\n2,x"y\n', 10)).toEqual({ problem: 'not-csv', line: 3 })
  })

  it.each(['\r\n', '\n', '\r'])('may end its lines differently, the first one with %j', (end) => {
    const file = readCsv(`id,name${end}1,a\n2,b\r\n3,c\n`, 10)
    expect('rows' in file && file.rows.map(({ cells }) => cells)).toEqual([
      ['id', 'name'],
      ...[
        ['1', 'a'],
        ['2', 'b'],
        ['3', 'c'],
      ],
    ])
  })

  it('with a row of more cells than headings is refused with its line', () => {
    // 12,50 without quotes is not 12.
    expect(readCsv('id,amount\n1,12\n2,12,50\n', 10)).toEqual({ problem: 'cells', line: 3 })
    expect(readCsv('id,amount\n1,12,,\n2\n', 10)).toMatchObject({ rows: [{}, {}, {}] })
  })

  it('has negative numbers that a spreadsheet sums, and no formulas', () =>
    expect(csvLine(['-10.00', '-2', '-', '-1+1', '-1e5'])).toBe("-10.00,-2,'-,'-1+1,'-1e5\r\n"))

  it('is read back as it was written, formulas included', () => {
    const formulas = fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }).map((parts) => parts.join(''))
    const cell = fc.oneof(fc.string(), fc.constantFrom(...FORMULAS), formulas)
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (cells) => {
        const heads = cells.map((_, at) => `c${at}`)
        const file = readCsv(csvLine(heads) + csvLine(cells), 10)
        const wanted = cells.map((it) => it.trim())
        expect('rows' in file && file.rows[1]?.cells.map((it) => fromCsvCell(it).trim())).toEqual(wanted)
      }),
    )
  })
})
