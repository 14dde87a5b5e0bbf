import path from 'node:path'
import { become, fail, prepare, projectNode, root } from './bootstrap.mjs'

try {
  await prepare({ build: true })
  // Otherwise glibc would keep freed memory: 64 MB for each thread that compresses, and the memory of an import.
  const give = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
  const env = { ...give, ...process.env }
  // Without a limit, V8 lets each thread collect up to a hundred megabytes of short-lived garbage before it looks at it.
  const options = ['--max-semi-space-size=4']
  become(projectNode, [...options, path.join(root, 'server/web.ts'), ...process.argv.slice(2)], env)
} catch (error) {
  fail(error)
}
