import path from 'node:path'
import { become, fail, prepare, projectNode, root } from './bootstrap.mjs'

try {
  await prepare({ build: true })
  // Otherwise glibc would keep freed memory: 64 MB for each thread that compresses, and the memory of an import.
  const give = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
  const env = { ...give, ...process.env }
  become(projectNode, [path.join(root, 'server/web.ts'), ...process.argv.slice(2)], env)
} catch (error) {
  fail(error)
}
