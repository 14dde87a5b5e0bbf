import path from 'node:path'
import { defineConfig } from 'vitest/config'

// An odd offset on purpose: a test that holds only in UTC shows itself here.
process.env.TZ = 'Asia/Kathmandu'

const fastCheck = path.join(import.meta.dirname, 'tests/support/fast-check.ts')

export default defineConfig({
  plugins: [
    {
      name: 'fast-check with a fixed seed',
      enforce: 'pre',
      resolveId: (id, importer) => (id === 'fast-check' && importer !== fastCheck ? fastCheck : undefined),
    },
  ],
  test: {
    include: ['{app,sandbox,server,scripts,locales,tests,bench}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    globalSetup: ['tests/support/template.ts'],
    // What is waited for comes at once on a machine of its own; a shared one may take its time.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 90_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    // A failure fits on a screen, also where a whole page was compared.
    chaiConfig: { truncateThreshold: 300 },
    diff: { truncateThreshold: 40 },
  },
})
