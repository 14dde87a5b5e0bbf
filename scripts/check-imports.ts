/**
 * Fails when a module breaks a rule of the house (docs/decisions, CONTRIBUTING.md): imports run one way, no circles, SQL
 * only on the server, one door for dates and one for numbers, one log. Each report says why and what to do instead.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

interface Import {
  target: string
  typeOnly: boolean
}

/** Each layer may use those after it. */
const LAYERS = ['routes', 'features', 'ui', 'platform'] as const

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[\s\S]*?\sfrom\s+)?['"]([^'"\n]+)['"]/g
const SQL = /from ['"]kysely['"]|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
const OWN_DATES =
  /\bIntl\.(DateTimeFormat|RelativeTimeFormat)|\.toLocale(Date|Time)?String\(|toISOString\(\)\.slice/
const OWN_NUMBERS = /\bIntl\.NumberFormat|\.toLocaleString\(/

/** What is wrong in a tree of sources, a sentence each. @param root the project's folder */
export function findProblems(root: string): string[] {
  const files = listSources(path.join(root, 'app')).map((file) => path.relative(root, file))
  const imports = new Map(files.map((file) => [file, importsOf(root, file)]))
  return [
    ...files.flatMap((file) => checkDirection(file, imports.get(file) ?? [])),
    ...files.flatMap((file) => checkText(file, readFileSync(path.join(root, file), 'utf8'))),
    ...findCircles(imports).map(
      (circle) =>
        `${circle.join(' -> ')}: these import each other. Move what they share into a module of its own.`,
    ),
  ]
}

function checkDirection(file: string, imports: readonly Import[]): string[] {
  const own = layerOf(file)
  if (own === undefined) return []
  return imports.flatMap(({ target }) => {
    const theirs = layerOf(target)
    if (theirs === undefined || LAYERS.indexOf(theirs) >= LAYERS.indexOf(own)) return []
    return [
      `${file} imports ${target}: imports run ${LAYERS.join(' -> ')}, never back. ` +
        `Pass what ${own} needs as an argument, or move it into ${own}.`,
    ]
  })
}

function checkText(file: string, text: string): string[] {
  if (isTest(file)) return []
  const problems: string[] = []
  if (SQL.test(withoutTypeImports(text)) && !file.endsWith('.server.ts')) {
    problems.push(
      `${file} speaks to the database: SQL lives in *.server.ts, which never reaches the browser. Move the query there.`,
    )
  }
  if (OWN_DATES.test(text) && file !== path.join('app', 'platform', 'time.ts')) {
    problems.push(
      `${file} formats dates itself: dates have one door, app/platform/time.ts. Use or extend it.`,
    )
  }
  if (OWN_NUMBERS.test(text) && file !== path.join('app', 'platform', 'numbers.ts')) {
    problems.push(
      `${file} formats numbers itself: numbers have one door, app/platform/numbers.ts. Use or extend it.`,
    )
  }
  if (/\bconsole\./.test(text)) {
    problems.push(
      `${file} writes to the console: use the log (app/platform/log.ts), which machines can read.`,
    )
  }
  return problems
}

function withoutTypeImports(text: string): string {
  return text.replace(/import type [\s\S]*?from ['"][^'"]+['"]/g, '')
}

function layerOf(file: string): (typeof LAYERS)[number] | undefined {
  const [, folder] = file.split(path.sep)
  return LAYERS.find((layer) => layer === folder)
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function importsOf(root: string, file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(([, type, target = '']) => {
    const resolved = resolve(root, file, target)
    return resolved ? [{ target: resolved, typeOnly: type !== undefined }] : []
  })
}

/** The file of the project that an import means; undefined for packages. */
function resolve(root: string, file: string, target: string): string | undefined {
  const base = target.startsWith('#app/')
    ? path.join(root, 'app', target.slice(5))
    : target.startsWith('.')
      ? path.resolve(root, path.dirname(file), target)
      : undefined
  return base && statSync(base, { throwIfNoEntry: false })?.isFile() ? path.relative(root, base) : undefined
}

/** Circles of imports that remain when types are gone, each told once, from its first file by name. */
function findCircles(imports: ReadonlyMap<string, readonly Import[]>): string[][] {
  const circles = new Map<string, string[]>()
  const finished = new Set<string>()
  const visit = (file: string, trail: string[]) => {
    const seen = trail.indexOf(file)
    if (seen !== -1) {
      const circle = trail.slice(seen)
      circles.set([...circle].sort().join(), [...circle, file])
      return
    }
    if (finished.has(file)) return
    for (const { target, typeOnly } of imports.get(file) ?? []) if (!typeOnly) visit(target, [...trail, file])
    finished.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return [...circles.values()]
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

if (import.meta.main) {
  const problems = findProblems(path.resolve(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
