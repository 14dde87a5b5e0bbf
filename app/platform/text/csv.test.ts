import { describe, expect, it } from 'vitest'
import { csvLine, fromCsvCell } from './csv.ts'

describe('csvLine', () => {
  it('writes cells, numbers and nothing', () => {
    expect(csvLine(['a', 1.5, null, -2, ''])).toBe('a,1.5,,-2,\r\n')
  })

  it('quotes what would end a cell', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', ' edge'])).toBe(
      '"a,b","say ""hi""","two\nlines"," edge"\r\n',
    )
  })

  it.each(['=1+1', '+39', '-5+1', '@cmd', '＝1', '\tx', '\r=1'])('neutralises %j', (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  })

  it.each([
    ['Mozilla;=1+1;', "Mozilla;'=1+1;"],
    ['a\t@x', "a\t'@x"],
    ['a; "-5+1"', `"a; ""'-5+1"""`],
    ['a\n=1\r\n+2', `"a\n'=1\r\n'+2"`],
    ["a;''=1", "a;'''=1"],
    ['a=b; c-d', 'a=b; c-d'],
  ])(
    'neutralises %j for a spreadsheet that separates by semicolons or tabs, and reads it back',
    (text, cell) => {
      expect(csvLine([text])).toBe(`${cell}\r\n`)
      expect(fromCsvCell(cell.replace(/^"|"$/g, '').replaceAll('""', '"'))).toBe(text)
    },
  )
})
