/**
 * Sends postbacks to a running site on PostgreSQL (TEST_DATABASE_URL): each transaction several times, in random order and in
 * every form, and between them forged, tampered and malformed ones. Compares what is stored, reported and exported with a tally of
 * the drawn transactions. Prints a line of JSON, and fails if a sum or an answer is wrong. TRANSACTIONS, AT_ONCE and SEED change it.
 */
import './support/templates.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { reportEarnings } from '#app/features/earnings/report.server.ts'
import { EARNING_GROUPINGS } from '#app/features/earnings/report.ts'
import { createSender } from '#app/features/earnings/senders.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { launchServer } from '#tests/support/server-process.ts'
import { drawPostbacks, randomOf, type Sent, shuffled } from './postbacks/draw.ts'
import { sendPostback } from './postbacks/send.ts'
import { differences, tallyOf } from './postbacks/tally.ts'

const TRANSACTIONS = Number(process.env.TRANSACTIONS ?? 10_000)
const AT_ONCE = Number(process.env.AT_ONCE ?? 32)
const SEED = Number(process.env.SEED ?? 42)
const SECRET = 'a secret of the measurement, long enough'
const CLICKS = 500
const RANGE = { from: '2026-01-01', to: '2026-12-31' } as const

const random = randomOf(SEED)
const database = await createTestDatabase()
const dataDir = await mkdtemp(path.join(tmpdir(), 'overround-bench-'))
const server = await launchServer({
  ...{ DATA_DIR: dataDir, DEMO: '0', APP_SECRET: SECRET },
  ...(database.url && { DATABASE_URL: database.url }),
})
try {
  const { senders, clicks } = await prepare()
  const { first, later } = drawPostbacks(random, { count: TRANSACTIONS, senders, clicks })
  const startedAt = performance.now()
  const answers = [...(await sendAll(first)), ...(await sendAll(later))]
  const seconds = (performance.now() - startedAt) / 1_000

  const expected = tallyOf(first)
  const problems = [
    ...answers.filter((it) => !it.isRight).map((it) => `${it.what}: answered ${it.answer}`),
    ...differences('stored', expected, await readStored()),
  ]
  for (const by of EARNING_GROUPINGS)
    problems.push(...differences(`by ${by}`, expected, await readReport(by)))
  const counts: Record<string, number> = {}
  for (const { answer } of answers) counts[answer] = (counts[answer] ?? 0) + 1
  const report = {
    ...{ bench: 'postbacks', database: database.kind, seed: SEED, transactions: TRANSACTIONS },
    ...{ requests: answers.length, perSecond: Math.round(answers.length / seconds), answers: counts },
    ...{ sums: Object.fromEntries(expected.sums), problems: problems.length, examples: problems.slice(0, 5) },
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await server.end('SIGTERM')
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** Two programmes of a bookmaker and a network, and clicks of both bookmakers on two matches. */
async function prepare() {
  const { kysely } = database
  const bookmakers = [await createBookmaker(kysely), await createBookmaker(kysely)]
  const { leagueId } = await createPlace(kysely)
  const matches = [
    await createMatch(kysely, { league_id: leagueId }),
    await createMatch(kysely, { league_id: leagueId }),
  ]
  const senders = []
  for (const bookmaker_id of [...bookmakers, null]) {
    const name = `Sender ${senders.length}`
    const made = await createSender(
      kysely,
      { secret: SECRET },
      { name, bookmaker_id: bookmaker_id ?? null },
      { id: null, email: 'bench' },
    )
    senders.push(made)
  }
  const clicks = Array.from({ length: CLICKS }, (_, n) => `click-${n}`)
  await kysely
    .insertInto('clicks')
    .values(
      clicks.map((click_id, n) => ({
        ...{ click_id, clicked_at: new Date(Date.UTC(2026, n % 6, 1 + (n % 28))), visitor_hash: `v${n}` },
        ...{ bookmaker_id: bookmakers[n % 2], match_id: matches[(n >> 1) % 2] ?? null },
        ...{ page: 'match', language: n % 3 === 0 ? 'it' : 'en', country: n % 5 === 0 ? null : 'IT' },
      })),
    )
    .execute()
  return { senders, clicks }
}

/** Sends everything in a random order, many at once. */
async function sendAll(postbacks: readonly Sent[]) {
  const waiting = shuffled(random, postbacks)
  const answers: Awaited<ReturnType<typeof sendPostback>>[] = []
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        answers.push(await sendPostback(server.origin, next))
    }),
  )
  // Of the copies of a transaction, one is stored, whichever arrived first.
  const stored = new Map<string, number>()
  for (const { key, answer } of answers)
    if (key !== null && answer === '200 stored') stored.set(key, (stored.get(key) ?? 0) + 1)
  return answers.map((it) => ({
    ...it,
    isRight: it.isRight && (it.key === null || stored.get(it.key) === 1),
  }))
}

async function readStored() {
  const rows = await database.kysely
    .selectFrom('earnings')
    .select(['kind', 'currency'])
    .select((eb) => [eb.fn.countAll<string>().as('count'), sql<string>`sum(amount)::text`.as('sum')])
    .groupBy(['kind', 'currency'])
    .execute()
  return tallyRows(rows)
}

function tallyRows(rows: readonly { kind: string; currency: string; count: string; sum: string }[]) {
  const [counts, sums] = [new Map<string, number>(), new Map<string, string>()]
  for (const { kind, currency, count, sum } of rows) {
    counts.set(kind, (counts.get(kind) ?? 0) + Number(count))
    if (currency !== 'XXX') sums.set(currency, addAmounts(sums.get(currency) ?? '0', sum))
  }
  return { counts, sums }
}

/** What the screen shows: the total, and the groups together. */
async function readReport(by: (typeof EARNING_GROUPINGS)[number]) {
  const { total, groups, more } = await reportEarnings({ database }, { ...RANGE, by }, 'UTC')
  if (more) return tallyRows([])
  const sums = new Map<string, string>()
  for (const { currency, amount } of groups.flatMap((group) => group.sums))
    sums.set(currency, addAmounts(sums.get(currency) ?? '0', amount))
  for (const { currency, amount } of total.sums)
    if (sums.get(currency) !== addAmounts('0', amount)) sums.set(currency, `${amount} in all`)
  const of = (field: 'registrations' | 'deposits' | 'chargebacks') =>
    groups.reduce((sum, group) => sum + group[field], 0)
  const counts = new Map([
    ['registration', of('registrations')],
    ['deposit', of('deposits')],
    ['chargeback', of('chargebacks')],
  ])
  return { counts, sums }
}

/** Exact sums of amounts with two decimals. */
function addAmounts(a: string, b: string): string {
  const cents = centsOf(a) + centsOf(b)
  const [sign, digits] = [cents < 0n ? '-' : '', String(cents < 0n ? -cents : cents).padStart(3, '0')]
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function centsOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.')
  const cents = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return amount.startsWith('-') ? -cents : cents
}
