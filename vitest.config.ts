import { defineConfig } from 'vitest/config'

// An odd offset on purpose: a test that holds only in UTC shows itself here.
process.env.TZ = 'Asia/Kathmandu'

export default defineConfig({
  test: {
    include: ['{app,server,scripts,locales,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
