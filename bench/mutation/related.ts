import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** The test files of each module, by their imports. */
export interface Related {
  /** Test files that import the module, directly or not, the nearest first. */
  testsOf(file: string): RelatedTest[]
}

export interface RelatedTest {
  file: string
  usesDatabase: boolean
  /** The number of imports in between. */
  distance: number
}

const SOURCE = /(?<!\.d)\.tsx?$/
const TEST = /\.test\.tsx?$/
const IN_TESTS = /\.test\.tsx?$|^tests\//
const DATABASE = 'tests/support/database.ts'

/** Reads the sources in `folders`; paths are relative to `root`, also in the results. */
export function readRelated(root: string, folders: readonly string[]): Related {
  const importers = new Map<string, Set<string>>()
  const imported = new Map<string, string[]>()
  const starters: string[] = []
  const files = folders.flatMap((folder) => listSources(path.join(root, folder)))
  for (const file of files) {
    const names = importsOf(file)
    if (IN_TESTS.test(path.relative(root, file)) && names.includes('node:child_process')) starters.push(file)
    const targets = names.flatMap((name) => resolve(root, file, name) ?? [])
    imported.set(file, targets)
    for (const target of targets) importers.set(target, (importers.get(target) ?? new Set()).add(file))
  }
  const withDatabase = reach([path.join(root, DATABASE)], (file) => importers.get(file) ?? [])
  // Mutants run in the test's own process, not in processes that it starts.
  const apart = reach(starters, (file) => importers.get(file) ?? [])
  return {
    testsOf: (file) =>
      [...reach([path.join(root, file)], (it) => (TEST.test(it) ? [] : (importers.get(it) ?? [])))]
        .filter(([it]) => TEST.test(it) && !apart.has(it))
        .map(([it, distance]) => ({
          file: path.relative(root, it),
          usesDatabase: withDatabase.has(it),
          distance,
        }))
        .sort(
          (a, b) =>
            a.distance - b.distance || Number(isBeside(b.file, file)) - Number(isBeside(a.file, file)),
        ),
  }
}

function isBeside(test: string, file: string): boolean {
  return path.dirname(test) === path.dirname(file)
}

/** All reachable files with their number of steps. */
function reach(from: readonly string[], next: (file: string) => Iterable<string>): Map<string, number> {
  const steps = new Map(from.map((file) => [file, 0]))
  for (const [file, distance] of steps)
    for (const other of next(file)) if (!steps.has(other)) steps.set(other, distance + 1)
  return steps
}

function listSources(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => SOURCE.test(file))
    .map((file) => path.join(folder, file))
}

/** Modules that are imported at run time, without type imports. */
function importsOf(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.length > 0 && entries.every((entry) => entry.isType) ? [] : [moduleRequest.value],
  )
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  )
  return [...imports, ...exports]
}

/** `#app/…` and similar specifiers are folders of the project (package.json, imports). */
function resolve(root: string, from: string, name: string): string | undefined {
  if (name.startsWith('#')) return path.join(root, name.slice(1))
  return name.startsWith('.') ? path.resolve(path.dirname(from), name) : undefined
}
