/**
 * Fails if docs/features.md omits a row of the specifications or lists a feature without a test, and if it or
 * docs/security.md names a test that does not exist. If the specifications are beside the checkout, the numbers of rows
 * are compared.
 *
 * A feature is a line with its rows and a sentence, and below it a line for each test that shows it:
 *
 *     - P-107..P-108, P-111: The tabs Upcoming Matches and Live Matches.
 *       - tests/routes/home.test.ts › the home page › has two tabs
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readTestTitles } from './test-titles.ts'

type Letter = 'P' | 'A' | 'C'

interface Feature {
  line: number
  rows: string[]
  /** The rows state only scope, so they need no test. */
  isScope: boolean
  /** Each 'file › title'. */
  tests: { line: number; file: string; title: string }[]
}

const ROW_FILES: Record<Letter, string> = {
  P: 'rows-public.tsv',
  A: 'rows-accounts-catalogue.tsv',
  C: 'rows-configuration.tsv',
}
const TOTALS = /^Rows in all: P (\d+), A (\d+), C (\d+)\.$/m
const SECURITY = 'docs/security.md'
const SCOPE = '(nothing to build)'
/** In place of rows: a feature that the specifications do not have. */
const BEYOND = 'Beyond the rows'
const FEATURE = /^- ([^:]+): (.+)$/
const TEST = /^ {2}- (\S+) › (.+)$/
/** The most rows per line: a line with more is too vague. */
const MAX_ROWS = 10

/**
 * The problems of the list of features, one sentence each.
 * @param titlesOf the titles of a test file; undefined if the file does not exist
 */
export function findProblems(
  page: string,
  titlesOf: (file: string) => readonly string[] | undefined,
): string[] {
  const totals = TOTALS.exec(page)
  if (!totals) return ['docs/features.md must say how many rows there are: "Rows in all: P n, A n, C n."']
  const { features, problems } = parseFeatures(page)
  const all = new Set<string>()
  for (const [index, letter] of (['P', 'A', 'C'] as const).entries()) {
    for (let number = 1; number <= Number(totals[index + 1]); number += 1) all.add(rowId(letter, number))
  }
  const covered = new Set<string>()
  for (const { line, rows, isScope, tests } of features) {
    const where = `docs/features.md:${line}`
    for (const row of rows) {
      if (all.has(row)) covered.add(row)
      else problems.push(`${where}: there is no row ${row}.`)
    }
    if (isScope) continue
    if (tests.length === 0) problems.push(`${where}: no test shows it. Name one below it, or say "${SCOPE}".`)
    if (rows.length > MAX_ROWS)
      problems.push(
        `${where}: ${rows.length} rows in one line; split it into lines of at most ${MAX_ROWS} rows.`,
      )
    for (const test of tests) {
      const titles = titlesOf(test.file)
      if (!titles) problems.push(`docs/features.md:${test.line}: the file ${test.file} does not exist.`)
      else if (!titles.includes(test.title))
        problems.push(`docs/features.md:${test.line}: ${test.file} has no test "${test.title}".`)
    }
  }
  const missing = [...all].filter((row) => !covered.has(row))
  if (missing.length > 0)
    problems.push(`No feature covers ${missing.join(', ')}. Add them to the feature they belong to.`)
  return problems
}

/** Tests that a page names in lines of their own and that do not exist. */
export function findMissingTests(
  page: string,
  name: string,
  titlesOf: (file: string) => readonly string[] | undefined,
): string[] {
  return page.split('\n').flatMap((text, index) => {
    const [, file, title] = TEST.exec(text) ?? []
    if (file === undefined || title === undefined || titlesOf(file)?.includes(title)) return []
    return [`${name}:${index + 1}: ${file} has no test "${title}".`]
  })
}

function parseFeatures(page: string): { features: Feature[]; problems: string[] } {
  const features: Feature[] = []
  const problems: string[] = []
  for (const [index, text] of page.split('\n').entries()) {
    const line = index + 1
    const [, rows, what = ''] = FEATURE.exec(text) ?? []
    const [, file, title] = TEST.exec(text) ?? []
    if (rows !== undefined) {
      const { ids, malformed } = rows === BEYOND ? { ids: [], malformed: [] } : parseRows(rows)
      for (const part of malformed)
        problems.push(`docs/features.md:${line}: "${part}" is not a row or range such as P-001..P-004.`)
      features.push({ line, rows: ids, isScope: what.includes(SCOPE), tests: [] })
    } else if (file !== undefined && title !== undefined) {
      features.at(-1)?.tests.push({ line, file, title })
    } else if (/^ *- /.test(text)) {
      problems.push(
        `docs/features.md:${line}: this is neither "- rows: what", "- Beyond the rows: what" nor "  - file › title".`,
      )
    }
  }
  return { features, problems }
}

function parseRows(text: string): { ids: string[]; malformed: string[] } {
  const ids: string[] = []
  const malformed: string[] = []
  for (const part of text.split(',').map((it) => it.trim())) {
    const [, letter, from, other, to] = /^([PAC])-(\d{3})(?:\.\.([PAC])-(\d{3}))?$/.exec(part) ?? []
    const last = Number(to ?? from)
    if (!letter || (other && other !== letter) || last < Number(from)) malformed.push(part)
    else
      for (let number = Number(from); number <= last; number += 1) ids.push(rowId(letter as Letter, number))
  }
  return { ids, malformed }
}

function rowId(letter: Letter, number: number): string {
  return `${letter}-${String(number).padStart(3, '0')}`
}

/** Differences between the page's totals and the specifications in a folder. */
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

/** The titles of the files in a folder; each file is read once. */
export function titlesBelow(root: string): (file: string) => readonly string[] | undefined {
  const known = new Map<string, readonly string[] | undefined>()
  return (file) => {
    if (!known.has(file)) {
      const full = path.join(root, file)
      known.set(file, existsSync(full) ? readTestTitles(readFileSync(full, 'utf8'), file) : undefined)
    }
    return known.get(file)
  }
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  const page = readFileSync(path.join(root, 'docs/features.md'), 'utf8')
  const problems = [
    ...findProblems(page, titlesBelow(root)),
    ...findMissingTests(readFileSync(path.join(root, SECURITY), 'utf8'), SECURITY, titlesBelow(root)),
    ...compareTotals(page, path.resolve(root, '../shared/spec')),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
