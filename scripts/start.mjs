import path from 'node:path'
import { become, fail, prepare, projectNode, root } from './bootstrap.mjs'
import { MEMORY } from './memory-options.mjs'

try {
  await prepare({ build: true })
  const env = { ...MEMORY.env, ...process.env }
  become(
    projectNode,
    [...MEMORY.options, path.join(root, 'build/program/web.js'), ...process.argv.slice(2)],
    env,
  )
} catch (error) {
  fail(error)
}
