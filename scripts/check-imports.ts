/**
 * Fails when a module breaks a rule of the code (CONTRIBUTING.md, docs/architecture.md): imports follow the order of
 * the layers and the ranks of the features, types included; no cycles; SQL only on the server; one module for dates,
 * one for numbers and one for the log; parts of a screen are read apart from the router. Each report states the reason and the alternative.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Each layer can import those after it. */
const LAYERS = ['routes', 'site', 'islands', 'features', 'ui', 'platform'] as const

/** The features by rank: each can import those above it in this list. A new feature gets its own line. */
const FEATURES = [
  'theme',
  'visitor',
  'languages',
  'translations',
  'runs',
  'history',
  'media',
  'audiences',
  'bookmakers',
  'catalogue',
  'names',
  'odds',
  'affiliates',
  'outrights',
  'matches',
  'movements',
  'coupons',
  'statistics',
  'earnings',
  'experiments',
  'contests',
  'pages',
  'seo',
  'settings',
  'footer',
  'promotions',
  'match-content',
  'share-images',
  'sources',
  'imports',
  'score-import',
  'team-mapping',
  'removal',
  'feed-health',
  'accounts',
  'favourites',
  'search',
  'live',
  'read-api',
  'alerts',
  'visitor-alerts',
  'noted-bets',
  'webhooks',
  'bulk-edit',
  'dashboard',
]

/** Folders of sources; only those of `app` have layers and ranks. */
const FOLDERS = ['app', 'sandbox', 'server', 'scripts', 'tests', 'bench']

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:[\s\S]*?\sfrom\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g
const SQL = /from ['"]kysely['"]|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
const OWN_DATES =
  /\bIntl\.(DateTimeFormat|RelativeTimeFormat)|\.toLocale(Date|Time)?String\(|toISOString\(\)\.slice/
const READS_BY_ROUTER = /\bload\(\s*[`'"]\/admin\//
const OWN_NUMBERS = /\bIntl\.NumberFormat|\.toLocaleString\(/

/** The problems in a source tree, one sentence each. @param root the project's folder */
export function findProblems(root: string): string[] {
  const files = FOLDERS.flatMap((folder) => listSources(path.join(root, folder))).map((file) =>
    path.relative(root, file),
  )
  const imports = new Map(files.map((file) => [file, importsOf(root, file)]))
  const ofApp = files.filter((file) => file.startsWith(`app${path.sep}`))
  return [
    ...ofApp.flatMap((file) => checkDirection(file, imports.get(file) ?? [])),
    ...ofApp.flatMap((file) => checkText(file, readFileSync(path.join(root, file), 'utf8'))),
    ...findCircles(imports).map(
      (circle) =>
        `${circle.join(' -> ')}: these files import each other. Move what they share into a file of its own.`,
    ),
    ...findCircles(byRoom(imports)).map(
      (circle) =>
        `${circle.join(' -> ')}: these folders import each other. ` +
        'Move what they share below both, or let the caller pass it as an argument.',
    ),
    ...checkStyles(root, imports),
  ]
}

/** The style sheet of the public pages has the classes of the files that it names. */
const PUBLIC_STYLES = path.join('app', 'site', 'public.css')

/** Every component of a public page has to be among the sources of its style sheet. */
function checkStyles(root: string, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const sheet = path.join(root, PUBLIC_STYLES)
  if (!statSync(sheet, { throwIfNoEntry: false })) return []
  const globs = [...readFileSync(sheet, 'utf8').matchAll(/^@source "([^"]+)";/gm)].map(([, glob = '']) =>
    path.join(path.dirname(PUBLIC_STYLES), glob),
  )
  const reached = new Set<string>()
  const reach = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const target of imports.get(file) ?? []) reach(target)
  }
  for (const file of imports.keys())
    if (!isTest(file) && ['site', 'islands'].includes(layerOf(file) ?? '')) reach(file)
  return [...reached]
    .filter((file) => file.endsWith('.tsx') && !globs.some((glob) => path.matchesGlob(file, glob)))
    .map(
      (file) =>
        `${file} is part of public pages, and their style sheet does not have its classes. ` +
        `Add its folder to the @source lines of ${PUBLIC_STYLES}.`,
    )
}

function checkDirection(file: string, targets: readonly string[]): string[] {
  const own = layerOf(file)
  if (own === undefined) return []
  return targets.flatMap((target) => {
    const theirs = layerOf(target)
    if (theirs === undefined) return []
    if (LAYERS.indexOf(theirs) < LAYERS.indexOf(own)) {
      return [
        `${file} imports ${target}: imports run ${LAYERS.join(' -> ')}, never back. ` +
          `Pass what ${own} needs as an argument, or move it into ${own}.`,
      ]
    }
    // A test can use the features that import its own one.
    return own === 'features' && theirs === 'features' && !isTest(file) ? checkRank(file, target) : []
  })
}

function checkRank(file: string, target: string): string[] {
  const [own, theirs] = [featureOf(file), featureOf(target)]
  if (own === theirs) return []
  const [ownRank, theirRank] = [FEATURES.indexOf(own) + 1, FEATURES.indexOf(theirs) + 1]
  if (ownRank === 0) {
    return [
      `${file}: the feature ${own} has no rank. Give it a line in FEATURES of scripts/check-imports.ts.`,
    ]
  }
  if (theirRank > 0 && theirRank < ownRank) return []
  return [
    `${file} (${own}, rank ${ownRank}) imports ${target} (${theirs}, rank ${theirRank || 'none'}): ` +
      'a feature imports lower ranks only, types included. ' +
      `Move what both need into ${own} or below it, or let the caller pass it as an argument.`,
  ]
}

function checkText(file: string, text: string): string[] {
  if (isTest(file)) return []
  const problems: string[] = []
  if (SQL.test(withoutTypeImports(text)) && !file.endsWith('.server.ts')) {
    problems.push(
      `${file} uses SQL: SQL belongs in *.server.ts, which never reaches the browser. Move the query there.`,
    )
  }
  if (OWN_DATES.test(text) && file !== path.join('app', 'platform', 'time.ts')) {
    problems.push(`${file} formats dates itself: use or extend app/platform/time.ts.`)
  }
  if (OWN_NUMBERS.test(text) && file !== path.join('app', 'platform', 'numbers.ts')) {
    problems.push(`${file} formats numbers itself: use or extend app/platform/numbers.ts.`)
  }
  if (READS_BY_ROUTER.test(text)) {
    problems.push(
      `${file} reads a part of a screen by the router, which replaces the screen and its unsaved input if that fails: ` +
        'use app/ui/admin/use-read.ts.',
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
  const [top, folder] = file.split(path.sep)
  return top === 'app' ? LAYERS.find((layer) => layer === folder) : undefined
}

function featureOf(file: string): string {
  return file.split(path.sep)[2] ?? ''
}

/** The folder that a file belongs to: a feature, a part of another layer, or a folder beside `app`. */
function roomOf(file: string): string {
  const [top = '', layer = '', part = '', below] = file.split(path.sep)
  if (top !== 'app' || part === '') return top
  return layer === 'features' || below !== undefined ? path.join(top, layer, part) : path.join(top, layer)
}

/** The imports of each folder's files from other folders; tests are exempt. */
function byRoom(imports: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const rooms = new Map<string, string[]>()
  for (const [file, targets] of imports) {
    const room = roomOf(file)
    if (isTest(file)) continue
    const others = targets.map(roomOf).filter((it) => it !== room)
    rooms.set(room, [...new Set([...(rooms.get(room) ?? []), ...others])])
  }
  return rooms
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** The files of the project that a file imports, including type imports. */
function importsOf(root: string, file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(
    ([, named, loaded]) => resolve(root, file, named ?? loaded ?? '') ?? [],
  )
}

/** The project's file of an import; undefined for packages. */
function resolve(root: string, file: string, target: string): string | undefined {
  const base = target.startsWith('#')
    ? path.join(root, target.slice(1))
    : target.startsWith('.')
      ? path.resolve(root, path.dirname(file), target)
      : undefined
  const found = base && statSync(base, { throwIfNoEntry: false })?.isFile() && path.relative(root, base)
  // A module that loads itself again, to run separately, is not a cycle.
  return found && found !== file ? found : undefined
}

/** Import cycles, each reported once, from its first member by name. */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles = new Map<string, string[]>()
  const finished = new Set<string>()
  const visit = (node: string, trail: string[]) => {
    const seen = trail.indexOf(node)
    if (seen !== -1) {
      const circle = trail.slice(seen)
      circles.set([...circle].sort().join(), [...circle, node])
      return
    }
    if (finished.has(node)) return
    for (const target of imports.get(node) ?? []) visit(target, [...trail, node])
    finished.add(node)
  }
  for (const node of imports.keys()) visit(node, [])
  return [...circles.values()]
}

function listSources(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
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
