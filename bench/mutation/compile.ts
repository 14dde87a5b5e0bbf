import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Mutant, mutatedSource } from './mutants.ts'

/** The number of files per compilation, because the compiler keeps all of them in memory. */
const BATCH = 400

/** The compiler's earlier results, valid until a source changes. */
const REMEMBERED = 'test-results/refused-mutants.json'

/**
 * The ids of mutants that do not compile. They cannot be committed, so no test has to detect them. Each mutant is
 * compiled as a separate file next to its original.
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
    // Compile the original files, too: if these fail, the results mean nothing.
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
      // Rules of the project's style, not of the language.
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
