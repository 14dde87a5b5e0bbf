/**
 * Fails when a row of the specifications has no feature in docs/features.md, when a feature that is said to work has no
 * test, or when the page itself is malformed. Where the specifications lie beside the checkout, the numbers of rows are
 * compared with them.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

type Letter = 'P' | 'A' | 'C'

interface Feature {
  line: number
  name: string
  rows: string[]
  state: string
  tests: string[]
}

const STATES = new Set(['works', 'partly', 'planned', 'nothing to build'])
const ROW_FILES: Record<Letter, string> = {
  P: 'rows-public.tsv',
  A: 'rows-accounts-catalogue.tsv',
  C: 'rows-configuration.tsv',
}
const TOTALS = /^Rows in all: P (\d+), A (\d+), C (\d+)\.$/m

/**
 * What is wrong with the list of features, a sentence each; empty when nothing is.
 * @param exists whether a test file is there
 */
export function findProblems(page: string, exists: (file: string) => boolean): string[] {
  const totals = TOTALS.exec(page)
  if (!totals) return ['docs/features.md must say how many rows there are: "Rows in all: P n, A n, C n."']
  const { features, problems } = parseFeatures(page)
  const all = new Set<string>()
  for (const [index, letter] of (['P', 'A', 'C'] as const).entries()) {
    for (let number = 1; number <= Number(totals[index + 1]); number += 1) all.add(rowId(letter, number))
  }
  const covered = new Set<string>()
  for (const feature of features) {
    const where = `docs/features.md:${feature.line} (${feature.name})`
    if (!STATES.has(feature.state))
      problems.push(`${where}: the state "${feature.state}" is none of ${[...STATES].join(', ')}.`)
    if (feature.rows.length === 0) problems.push(`${where}: names no rows.`)
    for (const row of feature.rows) {
      if (all.has(row)) covered.add(row)
      else problems.push(`${where}: there is no row ${row}.`)
    }
    const shown = feature.state === 'works' || feature.state === 'partly'
    if (shown && feature.tests.length === 0)
      problems.push(`${where}: ${feature.state}, but no test shows it. Name one, or say "planned".`)
    for (const test of feature.tests) {
      if (!exists(test)) problems.push(`${where}: the test ${test} does not exist.`)
    }
  }
  const missing = [...all].filter((row) => !covered.has(row))
  if (missing.length > 0)
    problems.push(`No feature covers ${missing.join(', ')}. Add them to the feature they belong to.`)
  return problems
}

function parseFeatures(page: string): { features: Feature[]; problems: string[] } {
  const features: Feature[] = []
  const problems: string[] = []
  for (const [index, text] of page.split('\n').entries()) {
    if (!text.startsWith('|') || /^\|[\s|:-]+$/.test(text) || text.startsWith('| Feature |')) continue
    const cells = text
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const [name = '', rows = '', state = '', tests = ''] = cells
    if (cells.length !== 4) {
      problems.push(
        `docs/features.md:${index + 1}: a feature has four cells (Feature, Rows, State, Shown by), this has ${cells.length}.`,
      )
      continue
    }
    const { ids, malformed } = parseRows(rows)
    for (const part of malformed) {
      problems.push(`docs/features.md:${index + 1}: "${part}" is no row or range such as P-001..P-004.`)
    }
    features.push({ line: index + 1, name, rows: ids, state, tests: list(tests) })
  }
  return { features, problems }
}

function parseRows(text: string): { ids: string[]; malformed: string[] } {
  const ids: string[] = []
  const malformed: string[] = []
  for (const part of list(text)) {
    const [, letter, from, other, to] = /^([PAC])-(\d{3})(?:\.\.([PAC])-(\d{3}))?$/.exec(part) ?? []
    const last = Number(to ?? from)
    if (!letter || (other && other !== letter) || last < Number(from)) malformed.push(part)
    else
      for (let number = Number(from); number <= last; number += 1) ids.push(rowId(letter as Letter, number))
  }
  return { ids, malformed }
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function rowId(letter: Letter, number: number): string {
  return `${letter}-${String(number).padStart(3, '0')}`
}

/** Differences between the totals of the page and the specifications in a folder. */
export function compareTotals(page: string, specFolder: string): string[] {
  const totals = TOTALS.exec(page)
  if (!totals || !existsSync(specFolder)) return []
  return (['P', 'A', 'C'] as const).flatMap((letter, index) => {
    const text = readFileSync(path.join(specFolder, ROW_FILES[letter]), 'utf8')
    const rows = text.split('\n').filter((line) => line.startsWith(`${letter}-`)).length
    const said = Number(totals[index + 1])
    return rows === said ? [] : [`${ROW_FILES[letter]} has ${rows} rows, docs/features.md says ${said}.`]
  })
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  const page = readFileSync(path.join(root, 'docs/features.md'), 'utf8')
  const problems = [
    ...findProblems(page, (file) => existsSync(path.join(root, file))),
    ...compareTotals(page, path.resolve(root, '../shared/spec')),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
