import { describe, expect, it } from 'vitest'
import { findProblems } from './check-features.ts'

const page = (...rows: string[]) =>
  [
    'Rows in all: P 3, A 1, C 1.',
    '| Feature | Rows | State | Shown by |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
const complete = ['| One | P-001..P-003 | works | a.test.ts |', '| Two | A-001, C-001 | planned | |']
const problemsOf = (...rows: string[]) =>
  findProblems(page(...rows), (file) => file === 'a.test.ts').join('\n')

describe('the list of features', () => {
  it('is in order when every row has a feature and every feature its test', () => {
    expect(problemsOf(...complete)).toBe('')
  })

  it.each([
    [
      'a row without a feature',
      ['| One | P-001..P-002 | works | a.test.ts |', complete[1] ?? ''],
      /No feature covers P-003/,
    ],
    ['a row that does not exist', [...complete, '| Three | P-004 | planned | |'], /no row P-004/],
    ['a feature without a test', [...complete, '| Three | P-001 | partly | |'], /no test shows it/],
    [
      'a test that does not exist',
      [...complete, '| Three | P-001 | works | b.test.ts |'],
      /b\.test\.ts does not exist/,
    ],
    ['an unknown state', [...complete, '| Three | P-001 | done | |'], /"done" is none of/],
    ['a feature without rows', [...complete, '| Three | | planned | |'], /names no rows/],
    [
      'a malformed range',
      [...complete, '| Three | P-003..P-001 | planned | |'],
      /"P-003\.\.P-001" is no row or range/,
    ],
    [
      'a range over two documents',
      [...complete, '| Three | P-001..A-001 | planned | |'],
      /is no row or range/,
    ],
    ['a missing cell', [...complete, '| Three | P-001 | planned |'], /this has 3/],
  ])('tells of %s', (_name, rows, message) => {
    expect(problemsOf(...rows)).toMatch(message)
  })

  it('tells when it does not say how many rows there are', () => {
    expect(findProblems('# Features', () => true).join()).toMatch(/must say how many rows/)
  })
})
