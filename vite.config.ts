import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { BUNDLED } from './scripts/build-program.ts'
import { flags } from './scripts/flags-plugin.ts'

/** What every page needs: in one file it compresses better than in several. */
const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router)\//

/** What the screens of the back office share: no visitor loads it. */
const BACK_OFFICE = /\/app\/(routes\/admin|ui\/admin|features\/audit)\//

/** What most pages share. */
const SHARED = /(\/app\/|node_modules\/lucide-react\/)/

interface Graph {
  getModuleInfo(id: string): { isEntry: boolean; importers: string[] } | null
}

/** Screens that few visitors open; what they alone share is theirs. */
const APART = /\/app\/routes\/(admin|account)\//

/** The file of what the pages share, without what only screens apart, or parts that are loaded later, import. */
function siteChunk(id: string, graph: Graph): string | null {
  const seen = new Set<string>()
  const isShared = (module: string): boolean => {
    if (seen.has(module) || APART.test(module)) return false
    seen.add(module)
    const info = graph.getModuleInfo(module)
    return info !== null && (info.isEntry || info.importers.some(isShared))
  }
  return isShared(id) ? 'site' : null
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), flags()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: siteChunk, test: SHARED, minShareCount: 2, priority: 1 },
                { name: 'back-office', test: BACK_OFFICE, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    // The server bundle's entry is our own: it wraps the framework's request handler (see server/app.ts).
    ssr: {
      build: { rollupOptions: { input: './server/app.ts' } },
      resolve: {
        // Of the icons only those that are used: the whole library takes some MB of memory.
        noExternal: ['lucide-react', ...(command === 'build' ? BUNDLED : [])],
        // What is built in is what Node would load: passwords are hashed by its own code, in a thread. React Router takes
        // the condition away.
        conditions: ['node'],
      },
    },
  },
}))
