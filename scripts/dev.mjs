import path from 'node:path'
import { become, fail, prepare, projectNode, root } from './bootstrap.mjs'

try {
  await prepare({ build: false })
  become(projectNode, [path.join(root, 'server/web.ts'), '--dev'])
} catch (error) {
  fail(error)
}
