import { createHash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, type InlineConfig, type Plugin, type Rollup } from 'vite'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Takes out of React what no island needs: its code for Node, old browsers, transitions, and images that it waits for, and
 * what it does where a browser lacks a function that all have. What preloads files is of no use either, nor is the text
 * around the number of an error.
 */
const lessReact: Plugin = {
  name: 'less React',
  transform: (code, id) =>
    /node_modules\/(react|react-dom|scheduler)\//.test(id)
      ? code
          .replace(
            /typeof (process|setImmediate|navigation|window\.ErrorEvent|performance\.getEntriesByType)\b/g,
            'typeof undefined',
          )
          .replace(
            /typeof (reportError|setTimeout|clearTimeout|queueMicrotask|MessageChannel|Promise|WeakMap|WeakSet|Object\.is)\b/g,
            '"function"',
          )
          .replace(/typeof (window\.document|window|document|performance)\b(?!\.)/g, '"object"')
          .replace(/^exports\.pre\w+ = .*?^\};/gms, '')
          .replace(
            /(function formatProdErrorMessage\(code\) \{).*?\n\}/s,
            '$1 return "React error " + code }',
          )
      : undefined,
}

const base: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  plugins: [lessReact],
  define: {
    'process.env.NODE_ENV': '"production"',
    // React then leaves out what its developer tools need.
    __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
  },
}

/**
 * Builds the scripts of the public pages: the inline script that runs before the first paint, and separate files,
 * loaded on demand, that start the islands, write prices in another format, compute on the pages of tools, and are the
 * service worker.
 * @param folder the build folder, which contains `client`
 */
export async function buildIslands(folder: string): Promise<void> {
  const first = await buildText('first')
  const experiment = await buildText('experiment')
  const odds = await buildAlone(folder, 'odds')
  const tools = await buildAlone(folder, 'tools')
  const calculators = await buildAlone(folder, 'calculators')
  const islands = await build({
    ...base,
    build: {
      outDir: path.join(folder, 'client'),
      emptyOutDir: false,
      assetsDir: 'assets',
      target: 'es2022',
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: 'app/islands/start.ts',
        output: {
          entryFileNames: 'assets/start-[hash].js',
          chunkFileNames: 'assets/island-[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  })
  const entry = chunksOf(islands).find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('The islands were not built')
  const files = readdirSync(path.join(folder, 'client/assets')).sort().join()
  await build({
    ...base,
    define: {
      ...base.define,
      BUILD: JSON.stringify(createHash('sha256').update(files).digest('hex').slice(0, 8)),
    },
    build: {
      outDir: path.join(folder, 'client'),
      emptyOutDir: false,
      target: 'es2022',
      rollupOptions: {
        input: 'app/islands/service-worker.ts',
        output: { entryFileNames: 'service-worker.js', format: 'iife' },
      },
    },
  })
  writeFileSync(
    path.join(folder, 'islands.json'),
    JSON.stringify({ start: `/${entry.fileName}`, first, experiment, odds, tools, calculators }),
  )
}

/** Bundles a script that documents contain. @returns its text */
async function buildText(name: string): Promise<string> {
  const built = await build({
    ...base,
    build: {
      write: false,
      lib: { entry: `app/islands/${name}.ts`, formats: ['iife'], name },
      minify: true,
    },
  })
  const [chunk] = chunksOf(built)
  if (!chunk) throw new Error(`${name} was not built`)
  return chunk.code.trim()
}

/** Bundles a script into one file. @returns its address */
async function buildAlone(folder: string, name: string): Promise<string> {
  const built = await build({
    ...base,
    build: {
      outDir: path.join(folder, 'client'),
      emptyOutDir: false,
      target: 'es2022',
      rollupOptions: {
        input: `app/islands/${name}.ts`,
        output: { entryFileNames: `assets/${name}-[hash].js`, codeSplitting: false },
      },
    },
  })
  const [chunk] = chunksOf(built)
  if (!chunk) throw new Error(`${name} was not built`)
  return `/${chunk.fileName}`
}

function chunksOf(output: Awaited<ReturnType<typeof build>>): Rollup.OutputChunk[] {
  const outputs = (Array.isArray(output) ? output : [output]) as Rollup.RollupOutput[]
  return outputs.flatMap(({ output }) => output).filter((it) => it.type === 'chunk')
}
