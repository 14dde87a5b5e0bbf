import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { mostlyWaits } from './tests/support/waiting-files.ts'

// An odd offset on purpose: a test that holds only in UTC shows itself here.
process.env.TZ = 'Asia/Kathmandu'
// As the server does: React for development renders a page in half as much time again.
process.env.NODE_ENV = 'production'

const root = import.meta.dirname
const fastCheck = path.join(root, 'tests/support/fast-check.ts')

/**
 * The embedded database's own behaviour: types, transactions, notifications, migrations, errors, concurrency. With
 * EMBEDDED_CONTRACT, these files run on the embedded database, too, beside the others on PostgreSQL.
 */
const EMBEDDED_CONTRACT = [
  'app/features/accounts/auth.test.ts',
  'app/features/imports/run/run-import.test.ts',
  'app/features/runs/carry-out.test.ts',
  'app/features/imports/store/store-batch.test.ts',
  'app/features/matches/queries.test.ts',
  'app/features/search/queries.test.ts',
  'app/platform/db/analyze.test.ts',
  'app/platform/db/connection.test.ts',
  'app/platform/db/headlines-and-moves.test.ts',
  'app/platform/db/listen.test.ts',
  'app/platform/db/migrate.test.ts',
  'app/platform/db/schema.test.ts',
  'app/platform/jobs.test.ts',
  'server/cli/transfer.test.ts',
  'tests/routes/freshness.test.ts',
]

const FILES = '{app,sandbox,server,scripts,locales,tests,bench}/**/*.test.{ts,tsx}'
const BROWSER = 'tests/e2e/**'

/** A file that replaces modules: the next one in its process must not get them. */
const REPLACES_MODULES = /\bvi\.(mock|doMock|hoisted|resetModules)\b|support\/(hooks|tiny-react)\.ts/

/** What a file may leave behind in its process, and nothing takes back (tests/support/no-traces.ts): listeners, globals. */
const LEAVES_TRACES =
  /\bdelete process\.env|process\.env(\.\w+|\[\w+\]) = |process\.(on|once|chdir)\b|globalThis|support\/(clock|page-clock)\.ts|\bgc\b|memoryUsage|tests\/program/

/**
 * What a file shares with others: a process, a process and its modules, or nothing, which costs it 0.3 to 2.4 s. They run in
 * this order.
 */
const SHARING = ['process', 'modules', 'nothing'] as const
type Sharing = (typeof SHARING)[number]

function sharingOf(file: string): Sharing {
  const text = readFileSync(path.join(root, file), 'utf8')
  const leavesClock = text.includes('useFakeTimers') && !text.includes('useRealTimers')
  if (leavesClock || LEAVES_TRACES.test(`${file} ${text}`)) return 'nothing'
  return REPLACES_MODULES.test(text) ? 'process' : 'modules'
}

/** The files of a process run one after another, and load the libraries once. */
function projects(kind: string, include: string[], env: Record<string, string>) {
  const files = globSync(include, { cwd: root, exclude: [BROWSER] })
  const filesOf = (sharing: Sharing) => files.filter((file) => sharingOf(file) === sharing)
  const noTraces = 'tests/support/no-traces.ts'
  const settings = {
    modules: { isolate: false, setupFiles: [noTraces] },
    process: { isolate: false, setupFiles: [noTraces, 'tests/support/fresh-modules.ts'] },
    nothing: {},
  }
  return SHARING.map((sharing) => ({
    extends: true as const,
    test: { name: `${kind}shares ${sharing}`, include: filesOf(sharing), env, ...settings[sharing] },
  }))
}

/**
 * What mostly waits is last: the tests in browsers begin beside it (ending-reporter.ts). The projects run one after another,
 * because a process ends where the next file is of another project.
 */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ project }: TestSpecification) =>
      SHARING.findIndex((sharing) => project.name.endsWith(sharing))
    return sorted.toSorted(
      (a, b) =>
        Number(mostlyWaits(a.moduleId)) - Number(mostlyWaits(b.moduleId)) ||
        rank(a) - rank(b) ||
        a.project.name.localeCompare(b.project.name),
    )
  }
}

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
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    hookTimeout: 180_000,
    sequence: { sequencer: ProjectByProject },
    // Node loads it itself: Vitest would transform its 5 MB, and read them again for each site that a test opens.
    server: { deps: { external: [/\/build\/server\//] } },
    restoreMocks: true,
    unstubGlobals: true,
    // Two cores have idle time while processes wait for the database, for programs and for clocks. Each process loads the
    // libraries and compiles what it runs often: with five, the same tests take 6 % more processor time.
    maxWorkers: 4,
    // A failure fits on a screen, also where a whole page was compared.
    chaiConfig: { truncateThreshold: 300 },
    diff: { truncateThreshold: 40 },
    projects: [
      ...projects('', [FILES], {}),
      ...(process.env.EMBEDDED_CONTRACT
        ? projects('embedded ', EMBEDDED_CONTRACT, { TEST_DATABASE_URL: '' })
        : []),
    ],
  },
})
