import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Builds the program that `npm start` runs: the server with its work in the background, and the thread of the embedded
 * database. Node can run their sources, but then each thread keeps its compiler for TypeScript, some 18 MB.
 * @param folder the build folder; the program is in `program`
 */
export async function buildProgram(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir: path.join(folder, 'program'),
      emptyOutDir: true,
      target: 'esnext',
      rollupOptions: {
        input: { web: 'server/web.ts', 'embedded-worker': 'app/platform/db/embedded-worker.ts' },
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' },
      },
    },
  })
}
