import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

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
})
