/**
 * Processes of the previous release still write while a migration runs. So a release only adds to the tables. A later
 * release removes what is no longer used, in a migration whose first line names the release that stopped using it:
 *
 *     -- Contracts: unused since 0.2.0
 *
 * CHANGELOG.md must contain that release.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The rule applies to later migrations. */
const LAST_BEFORE = '0033'

/** Statements that break a process which knows the table's earlier form. */
const CONTRACTS = new RegExp(
  [
    /\bdrop\s+(table|column|view|type|schema)\b/,
    /\bdrop\s+(?!constraint|not\s|default|index|trigger|function|policy|if)\w+\s*[,;]/,
    /\brename\s+(to|column|\w+\s+to)\b/,
    /\bset\s+not\s+null\b/,
    /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

const MARK = /^-- Contracts: unused since (\d+\.\d+\.\d+)\n/

/**
 * @param changelog the releases, each under a heading `## 0.2.0`
 * @returns the problem of a migration, or undefined
 */
export function findContraction(name: string, sql: string, changelog: string): string | undefined {
  if (name.slice(0, LAST_BEFORE.length) <= LAST_BEFORE) return undefined
  const code = sql.replaceAll(/--.*$/gm, '')
  const found = CONTRACTS.exec(code)?.[0]
  if (!found) return undefined
  const release = MARK.exec(sql)?.[1]
  if (!release) {
    return `${name}: "${found}" breaks processes of the release before. Add first; remove one release later, under a first line "-- Contracts: unused since <release>".`
  }
  const released = new RegExp(`^## \\[?${release.replaceAll('.', '\\.')}\\b`, 'm').test(changelog)
  return released ? undefined : `${name}: CHANGELOG.md has no release ${release}.`
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')
  const problems = globSync('db/migrations/*.sql', { cwd: root })
    .sort()
    .map((file) =>
      findContraction(path.basename(file), readFileSync(path.join(root, file), 'utf8'), changelog),
    )
    .filter((problem) => problem !== undefined)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
