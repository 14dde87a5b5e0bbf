import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fail, prepare, projectNode, root, run, say } from './bootstrap.mjs'

// `npm run bench` runs every measurement in bench/, `npm run bench -- importer` one of them. Each prints lines of JSON.
// Measurements of the tests and of faults take long and run only if they are named.
const ONLY_NAMED = [
  'account-times',
  'faults',
  'fuzz',
  'hostile',
  'memory',
  'mutation',
  'postbacks',
  'storm',
  'streams',
]

try {
  await prepare({ build: true })
  // As the server does: React for development renders a page in half as much time again.
  process.env.NODE_ENV = 'production'
  const folder = path.join(root, 'bench')
  const [wanted, ...args] = process.argv.slice(2)
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
  if (wanted && !existsSync(path.join(folder, `${wanted}.ts`)))
    throw new Error(`Measurements: ${names.join(', ')}`)
  for (const name of wanted ? [wanted] : names.filter((it) => !ONLY_NAMED.includes(it))) {
    say(`-- ${name}`)
    await run(projectNode, [path.join(folder, `${name}.ts`), ...(wanted ? args : [])])
  }
} catch (error) {
  fail(error)
}
