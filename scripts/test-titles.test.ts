import { describe, expect, it } from 'vitest'
import { readTestTitles, titlePattern } from './test-titles.ts'

it('reads titles under those of their suites', () => {
  const source = `
    describe('odds', () => {
      describe.each(['a', 'b'])('of %s', (kind) => {
        it('adds up', () => expect(kind).toBe('a'))
        it.each([[1, 2]] as const)('%d is less than %d', (a: number, b: number) => {})
      })
      it.skipIf(process.env.X)(\`is \${one} of many\`, async () => {})
    })
    test('alone', () => {})`
  expect(readTestTitles(source)).toEqual([
    'odds › of %s › adds up',
    'odds › of %s › %d is less than %d',
    `odds › is \${one} of many`,
    'alone',
  ])
})

it('follows a suite into a function of the file, and ignores a check inside a test', () => {
  const source = `
    describe('open', openTests)
    function openTests() {
      it('opens', () => { it('inside', () => {}) })
    }`
  expect(readTestTitles(source)).toEqual(['open › opens'])
})

describe('the pattern of titles (of Vitest)', () => {
  it.for(['one'])('selects %s, at 100 %%, under its suite', (_, { task }) => {
    const titles = ['the pattern of titles (of Vitest)', 'selects %s, at 100 %%, under its suite']
    expect(task.fullTestName).toMatch(new RegExp(`^${titlePattern(titles)}$`))
    expect(task.fullTestName).toMatch(new RegExp(titlePattern(titles.slice(0, 1))))
    expect(task.fullTestName).not.toMatch(new RegExp(titlePattern(['another', ...titles])))
  })
})
