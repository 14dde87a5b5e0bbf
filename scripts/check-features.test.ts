import { describe, expect, it } from 'vitest'
import { findMissingTests, findProblems } from './check-features.ts'

const page = (...lines: string[]) => ['Rows in all: P 3, A 1, C 1.', ...lines].join('\n')
const complete = [
  '- P-001..P-003: One.',
  '  - a.test.ts › odds › add up',
  '- A-001, C-001: Scope. (nothing to build)',
]
const problemsOf = (...lines: string[]) =>
  findProblems(page(...lines), (file) => (file === 'a.test.ts' ? ['odds › add up'] : undefined)).join('\n')

describe('the list of features', () => {
  it('is valid when every row has a feature and every feature a test that exists', () => {
    expect(problemsOf(...complete)).toBe('')
  })

  it.each([
    ['a row without a feature', complete.slice(0, 2), /No feature covers A-001, C-001/],
    ['a row that does not exist', [...complete, '- P-004: Four. (nothing to build)'], /no row P-004/],
    ['a feature without a test', [...complete, '- P-001: One.'], /no test shows it/],
    [
      'a file that does not exist',
      ['- P-001: One.', '  - b.test.ts › odds › add up'],
      /b\.test\.ts does not exist/,
    ],
    [
      'a title that does not exist',
      ['- P-001: One.', '  - a.test.ts › add up'],
      /a\.test\.ts has no test "add up"/,
    ],
    ['a malformed range', [...complete, '- P-003..P-001: One.'], /"P-003\.\.P-001" is not a row or range/],
    ['a range over two documents', [...complete, '- P-001..A-001: One.'], /is not a row or range/],
    ['a line that is neither', [...complete, '  - a.test.ts'], /neither "- rows: what", /],
    ['a file alone', [...complete, '- P-001: One.', '  - a.test.ts'], /no test shows it/],
  ])('reports %s', (_name, lines, message) => {
    expect(problemsOf(...lines)).toMatch(message)
  })

  it('reports a line that covers too much', () => {
    const long = ['Rows in all: P 11, A 0, C 0.', '- P-001..P-011: All.', '  - a.test.ts › t'].join('\n')
    expect(findProblems(long, () => ['t']).join()).toMatch(/11 rows in one line/)
  })

  it('reports a missing number of rows', () => {
    expect(findProblems('# Features', () => []).join()).toMatch(/must say how many rows/)
  })
})

describe('the page on security', () => {
  it('names tests that exist', () => {
    const titlesOf = (file: string) => (file === 'a.test.ts' ? ['odds › add up'] : undefined)
    const missing = (line: string) => findMissingTests(`## V1\n${line}`, 'docs/security.md', titlesOf)
    expect(missing('  - a.test.ts › odds › add up')).toEqual([])
    expect(missing('  - a.test.ts › odds')).toEqual(['docs/security.md:2: a.test.ts has no test "odds".'])
    expect(missing('  - b.test.ts › odds › add up')).toHaveLength(1)
  })
})
