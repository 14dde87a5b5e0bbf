/**
 * Measures how well names of clubs in one source are mapped to those of another: one line of JSON for the specified
 * formula, one for formula and rules. `--pairs <csv>` has the columns name_a, name_b, country and league; each name_a
 * is searched among all name_b of its country. `--half 0|1` uses the half of the names by their hash, so a rule made on
 * one half can be tested on the other; `--show` lists wrong results.
 *
 * A name is correct if the file states, directly or through other rows of the country, that both are one club's.
 * `absent` is the share of names that are mapped although all names of their club are removed from the candidates.
 * `absentOther` is the share of those whose result differs in more than the kind of club, an accent or a year, because
 * the file does not connect all rows of a club ('Besiktas', 'Beşiktaş JK'). `queued` is the share that goes to review.
 *
 * `whole` knows no league. `one league` is the hardest case: all clubs of a country play in one league, whose names are
 * known.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { foldToAscii } from '#app/features/catalogue/slug.ts'
import { AFFIXES, FOOTBALL_CLUB } from '#app/features/names/team-words.ts'
import { createTeamPool } from '#app/features/team-mapping/pool.ts'
import { resolveTeam } from '#app/features/team-mapping/resolve.ts'
import { ACCEPTED_ABOVE, formulaScore, HIGH_ABOVE } from '#app/features/team-mapping/rules.ts'

const { values: options } = parseArgs({
  options: { pairs: { type: 'string' }, half: { type: 'string' }, show: { type: 'boolean' } },
})

const pairSchema = z.object({
  name_a: z.string(),
  name_b: z.string(),
  country: z.string(),
  league: z.string(),
})
type Pair = z.infer<typeof pairSchema>

/** The result of a method for a name among the candidates: one of them, or undefined if it goes to review. */
type Method = (
  name: string,
  league: string,
  candidates: readonly Pair[],
  roster: readonly string[],
) => string | undefined

if (options.pairs) {
  const pairs = readPairs(options.pairs)
  measure('formula', pairs, byFormula(ACCEPTED_ABOVE))
  measure('formula, high only', pairs, byFormula(HIGH_ABOVE))
  measure('whole', pairs, byRules())
  measure('one league', pairs, byRules('National League'))
} else {
  process.stdout.write(`${JSON.stringify({ bench: 'mapping', skipped: 'give --pairs <csv>' })}\n`)
}

function readPairs(file: string): Pair[] {
  const pairs = z.array(pairSchema).parse(parse(readFileSync(file), { columns: true, bom: true, trim: true }))
  const { half } = options
  return half === undefined ? pairs : pairs.filter((pair) => String(hashOf(pair) % 2) === half)
}

function hashOf({ country, name_a }: Pair): number {
  return createHash('md5').update(`${country}|${name_a}`).digest()[0] ?? 0
}

function measure(method: string, pairs: readonly Pair[], choose: Method): void {
  let mapped = 0
  let right = 0
  let absent = 0
  let absentOther = 0
  for (const [country, rows] of Map.groupBy(pairs, (pair) => pair.country)) {
    const isSameClub = joinClubs(rows)
    const roster = [...new Set(rows.map((row) => row.name_a))]
    for (const [name, known] of Map.groupBy(rows, (row) => row.name_a)) {
      const league = known[0]?.league ?? ''
      const answer = choose(name, league, rows, roster)
      if (answer !== undefined) {
        mapped += known.length
        if (isSameClub(name, answer)) right += known.length
        else if (options.show) {
          process.stderr.write(
            `${method} | ${country} | ${name} -> ${answer} | ${known.map((row) => row.name_b).join(' ; ')}\n`,
          )
        }
      } else if (options.show && method === 'whole') {
        process.stderr.write(
          `missed | ${country} | ${name} | ${known.map((row) => row.name_b).join(' ; ')}\n`,
        )
      }
      const others = rows.filter((row) => !isSameClub(name, row.name_b))
      const wrong = choose(name, league, others, roster)
      if (wrong === undefined) continue
      absent += known.length
      if (coreOf(name) !== coreOf(wrong)) absentOther += known.length
      if (options.show) process.stderr.write(`${method}, absent | ${country} | ${name} -> ${wrong}\n`)
    }
  }
  const report = {
    bench: 'mapping',
    method,
    pairs: pairs.length,
    mapped,
    precision: share(right, mapped),
    recall: share(right, pairs.length),
    queued: share(pairs.length - mapped, pairs.length),
    absent: share(absent, pairs.length),
    absentOther: share(absentOther, pairs.length),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}

/** Names that rows connect belong to one club; case, accents and punctuation are ignored. */
function joinClubs(rows: readonly Pair[]): (a: string, b: string) => boolean {
  const parents = new Map<string, string>()
  const rootOf = (key: string): string => {
    const parent = parents.get(key) ?? key
    return parent === key ? key : rootOf(parent)
  }
  for (const { name_a, name_b } of rows) parents.set(rootOf(lettersOf(name_a)), rootOf(lettersOf(name_b)))
  return (a, b) => rootOf(lettersOf(a)) === rootOf(lettersOf(b))
}

/** A name without words for 'club' in any language, and without years. */
function coreOf(name: string): string {
  const words = foldToAscii(name).match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter((word) => !FOOTBALL_CLUB.has(word) && !AFFIXES.has(word) && !/^\d+$/.test(word))
    .join('')
}

function lettersOf(name: string): string {
  return foldToAscii(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

function byFormula(above: number): Method {
  return (name, league, candidates) => {
    let best: { name: string; score: number } | undefined
    const match = { name, league, country: '', sport: 'Football' }
    for (const { name_b, league: other } of candidates) {
      const team = { name: name_b, alternate: null, sport: 'Soccer', leagues: [other] }
      const score = formulaScore(match, team)
      if (score > above && score > (best?.score ?? 0)) best = { name: name_b, score }
    }
    return best?.name
  }
}

/** @param shared the league of all teams; without it, none is known */
function byRules(shared?: string): Method {
  return (name, _, candidates, roster) => {
    const names = [...new Set(candidates.map((row) => row.name_b))]
    const leagues = shared === undefined ? [] : [shared]
    const pool = createTeamPool(
      names.map((other) => ({ team: other, names: [other], leagues })),
      true,
    )
    const answer = resolveTeam(name, pool, shared, shared === undefined ? [] : roster)
    return answer.kind === 'mapped' ? answer.team : undefined
  }
}
