import { defineConfig } from 'vitest/config'

// An odd offset on purpose: a test that holds only in UTC shows itself here.
process.env.TZ = 'Asia/Kathmandu'

export default defineConfig({
  test: {
    include: ['{app,server,scripts,locales,tests}/**/*.test.{ts,tsx}'],
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
