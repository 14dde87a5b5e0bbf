import path from 'node:path'
import { become, fail, prepare, projectNode, root } from './bootstrap.mjs'

try {
  await prepare({ build: true })
  // Each thread that compresses or reads files would otherwise keep what it freed for itself (glibc, 64 MB each).
  const env = { MALLOC_ARENA_MAX: '2', ...process.env }
  become(projectNode, [path.join(root, 'server/web.ts'), ...process.argv.slice(2)], env)
} catch (error) {
  fail(error)
}
