import path from 'node:path'
import { become, fail, prepare, projectNode, root } from './bootstrap.mjs'

try {
  await prepare({ build: false })
  become(projectNode, [path.join(root, 'scripts/test.ts'), ...process.argv.slice(2)])
} catch (error) {
  fail(error)
}
