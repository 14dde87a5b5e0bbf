/**
 * Compares the response times of forms for e-mail addresses with and without an account: a sign-in with a wrong password,
 * a forgotten password, and a registration. Requests for both kinds alternate, each from a network of its own, with real
 * password hashes, on PostgreSQL (TEST_DATABASE_URL) or embedded. ACCOUNTS (40) accounts are asked ROUNDS (5) times.
 * Prints a line of JSON for each form: the medians in milliseconds, and how often a response for an account was slower
 * than one for no account (0.5: equally often; beyond 0.5 ± `chance` in one of twenty runs without a difference).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cookieOf, PASSWORD, visitor } from '#tests/support/accounts.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { launchServer } from '#tests/support/server-process.ts'
import { type SiteClient, siteAt } from '#tests/support/site.ts'
import { createDatabase } from './support/own-database.ts'
import { quantile } from './support/visitors.ts'

const ACCOUNTS = Number(process.env.ACCOUNTS ?? 40)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const WRONG_PASSWORD = 'not the password 9'

const known = Array.from({ length: ACCOUNTS }, (_, i) => `known-${i}@example.com`)
const unknown = Array.from({ length: ACCOUNTS }, (_, i) => `never-${i}@example.com`)

const FORMS: Record<string, (site: SiteClient, email: string, round: number) => Promise<Response>> = {
  'wrong password': (site, email) =>
    site.post('/en/login', { intent: 'sign-in', email, password: WRONG_PASSWORD }, visitor()),
  'forgotten password': (site, email) =>
    site.post('/en/login?forgot=1', { intent: 'forgot', email }, visitor()),
  // With a name that nobody has: the form says which names are taken.
  registration: (site, email, round) =>
    register(site, email.replace('never-', `new-${round}-`), `again-${round}-${email}`),
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'overround-account-times-'))
const database = await createDatabase('account_times', process.env.TEST_DATABASE_URL)
const mailbox = await openMailbox()
const server = await launchServer(
  {
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '0',
    TRUST_PROXY: '1',
    SMTP_URL: mailbox.url,
    ...(database ? { DATABASE_URL: database.url } : {}),
  },
  { hasQuickPasswords: false },
)
try {
  const site = siteAt(server.origin)
  for (const email of known) {
    const cookie = cookieOf(await register(site, email))
    const { pathname, search } = new URL((await mailbox.waitFor(email)).link)
    await site.get(pathname + search, { ...visitor(), cookie })
  }
  for (const [form, send] of Object.entries(FORMS)) {
    if (process.argv[2] && form !== process.argv[2]) continue
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let i = 0; i < ACCOUNTS; i += 1) {
        // Which comes first alternates, too.
        for (const kind of (i + round) % 2 === 0
          ? (['known', 'unknown'] as const)
          : (['unknown', 'known'] as const)) {
          const email = (kind === 'known' ? known : unknown)[i] ?? ''
          const startedAt = performance.now()
          const response = await send(site, email, round)
          await response.arrayBuffer()
          times[kind].push(performance.now() - startedAt)
        }
      }
    }
    print({ form, ...compare(times.known, times.unknown) })
  }
} finally {
  await server.end('SIGTERM')
  await mailbox.close()
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
}

function register(site: SiteClient, email: string, username = email): Promise<Response> {
  const fields = {
    username,
    email,
    password: PASSWORD,
    country: 'IT',
    phone: '06 1234',
    consent: 'on',
  }
  return site.post('/en/register', fields, visitor())
}

/** The share of pairs in which the first is larger (Mann and Whitney's U, by the number of pairs), and what chance makes of it. */
function compare(known: number[], unknown: number[]) {
  const pairs = known.length * unknown.length
  let larger = 0
  for (const a of known) for (const b of unknown) larger += a > b ? 1 : a === b ? 0.5 : 0
  return {
    requests: known.length + unknown.length,
    knownMs: round(quantile(known, 0.5)),
    unknownMs: round(quantile(unknown, 0.5)),
    slower: round(larger / pairs, 3),
    chance: round(1.96 * Math.sqrt((known.length + unknown.length + 1) / (12 * pairs)), 3),
  }
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

function print(line: object): void {
  process.stdout.write(
    `${JSON.stringify({ bench: 'account-times', database: database ? 'postgres' : 'embedded', ...line })}\n`,
  )
}
