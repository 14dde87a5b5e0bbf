import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

process.env.TZ = 'Asia/Kathmandu'

/**
 * Files that take longer than their size tells: begun last, they would leave the other workers without work. A machine
 * that has run the tests before knows how long each took.
 */
const LONG =
  /\/(accounts|carousels|journeys|back-office(-data-mapping|-matches)?|search|zoom|links|markup)\.test/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    sequence: { sequencer: LongFirst },
    globalSetup: ['tests/e2e/global-setup.ts'],
    // Node loads it itself: Vitest would transform its 5 MB, and read them again for each site that a test opens.
    server: { deps: { external: [/\/build\/server\//] } },
    // What is waited for comes at once on a machine of its own; a shared one may take its time.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    // A busy machine stops a browser for longer than a page waits. The run names what passed at the second try only.
    retry: 1,
    hookTimeout: 600_000,
    // Two cores have idle time while browsers wait for pages. With three, both wait for 5 % of the time.
    maxWorkers: 4,
    // The files of a worker share its browser (openBrowser).
    isolate: false,
    // A failure fits on a screen, also where a whole page was compared.
    chaiConfig: { truncateThreshold: 300 },
    diff: { truncateThreshold: 40 },
  },
})
