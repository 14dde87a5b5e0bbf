import { defineConfig } from 'vitest/config'

// An odd offset on purpose: a test that holds only in UTC shows itself here.
process.env.TZ = 'Asia/Kathmandu'

export default defineConfig({
  test: {
    include: ['{app,server,scripts,locales,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    // Generous, for machines that do other things at the same time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
  },
})
