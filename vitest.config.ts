import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// An odd offset on purpose: a test that holds only in UTC shows itself here.
process.env.TZ = 'Asia/Kathmandu'
// As the server does: React for development renders a page in half as much time again.
process.env.NODE_ENV = 'production'

const root = import.meta.dirname
const fastCheck = path.join(root, 'tests/support/fast-check.ts')

const FILES = '{app,sandbox,server,scripts,locales,tests,bench}/**/*.test.{ts,tsx}'
const BROWSER = 'tests/e2e/**'

/** What a file may leave behind in its process: replaced modules and globals, a moved clock, listeners. */
const LEAVES_TRACES =
  /\bvi\.(mock|doMock|hoisted|stub|spyOn|useFakeTimers|resetModules)|process\.(env|on|once|chdir)\b|globalThis|support\/(clock|page-clock|hooks|tiny-react)\.ts|\bgc\b|memoryUsage|tests\/program/

/**
 * The files whose tests run one after another in the same process, which loads the site and the libraries once. A
 * process of its own costs a file 0.3 to 2.4 s.
 */
const together = globSync(FILES, { cwd: root, exclude: [BROWSER] }).filter(
  (file) => !LEAVES_TRACES.test(`${file} ${readFileSync(path.join(root, file), 'utf8')}`),
)

export default defineConfig({
  plugins: [
    {
      name: 'fast-check with a fixed seed',
      enforce: 'pre',
      resolveId: (id, importer) => (id === 'fast-check' && importer !== fastCheck ? fastCheck : undefined),
    },
  ],
  test: {
    globalSetup: ['tests/support/template.ts'],
    // What is waited for comes at once on a machine of its own; a shared one may take its time.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // Two cores have idle time while two processes wait for the database, for programs and for clocks.
    maxWorkers: 4,
    // A failure fits on a screen, also where a whole page was compared.
    chaiConfig: { truncateThreshold: 300 },
    diff: { truncateThreshold: 40 },
    projects: [
      { extends: true, test: { name: 'together', include: together, isolate: false } },
      { extends: true, test: { name: 'apart', include: [FILES], exclude: [BROWSER, ...together] } },
    ],
  },
})
