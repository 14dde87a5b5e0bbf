import path from 'node:path'
import { defineConfig } from 'vitest/config'

process.env.TZ = 'Asia/Kathmandu'

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/global-setup.ts'],
    // Generous, for machines that do other things at the same time.
    testTimeout: 120_000,
    hookTimeout: 360_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 1,
    fileParallelism: false,
  },
})
