import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { instrument } from './instrument.ts'
import { mutantsOf, mutatedSource } from './mutants.ts'

const changesIn = (source: string, file = 'a.ts') =>
  mutantsOf(file, source, 0).map(({ original, mutant }) => `${original} -> ${mutant}`)

describe('mutants', () => {
  it('are made from decisions', () => {
    expect(changesIn('export const f = (a: number) => (a < 10 ? a + 1 : 0)')).toEqual([
      ...['a < 10 -> true', 'a < 10 -> false', 'a < 10 -> a <= 10', '10 -> 11'],
      ...['a + 1 -> a - 1', '1 -> 2', '0 -> 1'],
    ])
    expect(changesIn("list.sort(compare).filter((it) => it.name === 'x' && it.on)")).toContain(
      "it.name === 'x' && it.on -> it.on",
    )
  })

  it('are made from queries', () => {
    const query = "db.selectFrom('a').where('at', '>=', now).orderBy('at').limit(5)"
    expect(changesIn(`export const q = ${query}`, 'a.server.ts')).toEqual(
      expect.arrayContaining(
        [
          `${query} -> ${query.replace('.limit(5)', '')}`,
          "'>=' -> '>'",
          '5 -> 6',
          "(removed) -> , 'desc'",
        ].map((change) => change.replace('(removed) -> ', ' -> ')),
      ),
    )
    const sqlSource = 'export const s = sql`a < 1 and c order by d desc limit 3`'
    expect(changesIn(sqlSource, 'a.server.ts')).toEqual([
      ...['< -> <=', 'desc -> asc', 'and -> or', '1 -> 2', '3 -> 4'],
    ])
  })

  it('are not made from names, types and thrown errors', () => {
    expect(changesIn("import a from 'b'\ntype C = 'd' | 1\nconst e: C[] = f as 1[]")).toEqual([])
    expect(changesIn('if (a) throw new Error(`no`)')).toEqual(['a -> true', 'a -> false'])
    expect(changesIn("log.warn('nothing', 1)")).toEqual([])
  })

  it('are guarded by switches in a source that still compiles', () => {
    const source = 'let n = 0\nwhile (n < 3) n += 1\nlist?.items.filter(ok).sort()\n'
    const mutants = mutantsOf('a.ts', source, 7)
    const text = instrument('a.ts', source, mutants)
    expect(text).toContain('globalThis.__mutation?.isOn(7)?(1\n):(0))')
    expect(() => mutantsOf('a.ts', text, 0)).not.toThrow()
    for (const mutant of mutants)
      expect(() => mutantsOf('a.ts', mutatedSource(source, mutant), 0)).not.toThrow()
  })
})

describe('a run', () => {
  it('separates detected mutants from undetected ones', async () => {
    const bench = path.join(import.meta.dirname, '../mutation.ts')
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [bench, '--file', 'bench/mutation/fixture/fare.ts'],
      { env: { PATH: process.env.PATH } },
    )
    expect(stderr.trim().split('\n')).toEqual([
      'bench/mutation/fixture/fare.ts:6  rides >= 10  ->  rides > 10',
      'bench/mutation/fixture/fare.ts:6  10  ->  11',
      'bench/mutation/fixture/fare.ts:11  (no test comes here) a * b  ->  a / b',
    ])
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ mutants: 22, killed: 19, survived: 2, unmet: 1 },
      /** Type errors: other texts for the label. */
      refused: 3,
    })
  })
})
