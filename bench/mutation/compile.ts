import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Mutant, mutatedSource } from './mutants.ts'

/** So many files are checked at once: the compiler keeps all of them. */
const BATCH = 400

/**
 * The ids of mutants that the compiler refuses: nobody could commit them, so no test has to find them. Each is written
 * as a file of its own, which stands, to the compiler, beside the one that it is a copy of.
 */
export async function findRefused(
  root: string,
  sources: ReadonlyMap<string, string>,
  mutants: readonly Mutant[],
): Promise<Set<number>> {
  const refused = new Set<number>()
  for (let from = 0; from < mutants.length; from += BATCH) {
    const part = mutants.slice(from, from + BATCH)
    for (const id of await refusedOf(root, sources, part)) refused.add(id)
  }
  return refused
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
      rootDirs: [root, folder, path.join(root, '.react-router/types')],
      // Faults of the house, not of the language.
      noUnusedLocals: false,
      allowUnreachableCode: true,
      plugins: [],
    },
    include: [`${folder}/**/*.ts`, path.join(root, '.react-router/types/**/*')],
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
