import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Mutant, mutatedSource } from './mutants.ts'

/** So many files are checked at once: the compiler keeps all of them. */
const BATCH = 400

/** What the compiler said before, as long as no source has changed since. */
const REMEMBERED = 'test-results/refused-mutants.json'

/**
 * The ids of mutants that the compiler refuses: nobody could commit them, so no test has to find them. Each is written
 * as a file of its own, which stands, to the compiler, beside the one that it is a copy of.
 */
export async function findRefused(
  root: string,
  sources: ReadonlyMap<string, string>,
  mutants: readonly Mutant[],
): Promise<Set<number>> {
  const state = hashOf(...listSources(root).map((file) => readFileSync(file, 'utf8')))
  const known = remember(root, state)
  const keyOf = (mutant: Mutant) => hashOf(mutant.file, mutatedSource(sources.get(mutant.file) ?? '', mutant))
  const open = mutants.filter((mutant) => known[keyOf(mutant)] === undefined)
  for (let from = 0; from < open.length; from += BATCH) {
    const part = open.slice(from, from + BATCH)
    const refused = await refusedOf(root, sources, part)
    for (const mutant of part) known[keyOf(mutant)] = refused.has(mutant.id)
    writeFileSync(path.join(root, REMEMBERED), JSON.stringify({ state, known }))
  }
  return new Set(mutants.filter((mutant) => known[keyOf(mutant)]).map(({ id }) => id))
}

function remember(root: string, state: string): Record<string, boolean> {
  const file = path.join(root, REMEMBERED)
  if (!existsSync(file)) return {}
  const remembered = JSON.parse(readFileSync(file, 'utf8')) as {
    state: string
    known: Record<string, boolean>
  }
  return remembered.state === state ? remembered.known : {}
}

function listSources(root: string): string[] {
  const files = readdirSync(path.join(root, 'app'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  return ['tsconfig.json', 'package.json', ...sources.sort().map((file) => path.join('app', file))].map(
    (file) => path.join(root, file),
  )
}

function hashOf(...texts: string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('base64url').slice(0, 16)
}

async function refusedOf(root: string, sources: ReadonlyMap<string, string>, mutants: readonly Mutant[]) {
  const folder = path.join(root, 'test-results', `mutants-${process.pid}`)
  const copies = new Map<string, number>()
  try {
    for (const mutant of mutants) {
      const copy = path.join(folder, `${mutant.file}.${mutant.id}.ts`)
      mkdirSync(path.dirname(copy), { recursive: true })
      writeFileSync(copy, mutatedSource(sources.get(mutant.file) ?? '', mutant))
      copies.set(path.relative(root, copy), mutant.id)
    }
    // The files as they are, too: where these do not compile, neither answer means anything.
    for (const file of new Set(mutants.map((mutant) => mutant.file)))
      writeFileSync(path.join(folder, `${file}.as-is.ts`), sources.get(file) ?? '')
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(configOf(root, folder)))
    const said = await run(root, path.join(root, 'node_modules/.bin/tsc'), [
      '--pretty',
      'false',
      '-p',
      folder,
    ])
    const refused = new Set<number>()
    for (const [, file] of said.matchAll(/^(\S[^(\n]*)\(\d+,\d+\): error /gm)) {
      const id = copies.get(file ?? '')
      if (id === undefined) throw new Error(`The files do not compile as they are:\n${said.slice(0, 2000)}`)
      refused.add(id)
    }
    if (refused.size === 0 && said.includes('error TS')) throw new Error(said.slice(0, 2000))
    return refused
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function configOf(root: string, folder: string) {
  return {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: {
      rootDirs: [root, folder],
      // Faults of the house, not of the language.
      noUnusedLocals: false,
      allowUnreachableCode: true,
      plugins: [],
    },
    include: [`${folder}/**/*.ts`],
  }
}

function run(cwd: string, command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const hear = (text: Buffer) => {
      said += text.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', reject)
    child.on('close', () => resolve(said))
  })
}
