import path from 'node:path'
import { become, fail, prepare, projectNode, root } from './bootstrap.mjs'

try {
  await prepare({ build: true })
  become(projectNode, [path.join(root, 'server/web.ts'), ...process.argv.slice(2)])
} catch (error) {
  fail(error)
}
