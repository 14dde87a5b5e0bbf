import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')

/** Packages of many small files, which are built in: Node takes a second of processor time to load them one by one. */
export const BUNDLED = [
  /^@better-auth\//,
  /^@noble\//,
  /^@opentelemetry\//,
  /^micromark/,
  'better-auth',
  'better-call',
  'cron-parser',
  'csv-parse',
  'entities',
  'hono',
  'jose',
  'kysely',
  'libphonenumber-js',
  'luxon',
  'nodemailer',
  'parse5',
  'pg-boss',
  'pngjs',
  'prom-client',
  'qrcode',
  'serialize-error',
  'zod',
]

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
    ssr: { noExternal: BUNDLED },
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
