import path from 'node:path'
import type { Config } from '@react-router/dev/config'
import { buildIslands } from './scripts/build-islands.ts'
import { buildProgram } from './scripts/build-program.ts'
import { precompress } from './scripts/precompress.ts'
import { writeSiteManifest } from './scripts/site-manifest.ts'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The map of routes is small: asking the server for parts of it would cost more than it saves.
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig }) => {
    const client = path.join(reactRouterConfig.buildDirectory, 'client')
    await buildIslands(reactRouterConfig.buildDirectory)
    await buildProgram(reactRouterConfig.buildDirectory)
    await writeSiteManifest(client)
    await precompress(client)
  },
} satisfies Config
