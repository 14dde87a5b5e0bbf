import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { importReport } from './imports.server.ts'
import type { ReportFormat } from './report-format.ts'
import { checkReport } from './report-formats.server.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function addSender(): Promise<string> {
  const { id } = await database.kysely
    .insertInto('postback_senders')
    .values({ name: 'Network', key: randomBytes(8).toString('hex'), sealed_secret: 'sealed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function check(sender: string, text: string, format?: ReportFormat) {
  const checked = await checkReport(database.kysely, sender, text, format)
  if ('problem' in checked) throw new Error(checked.problem)
  return checked
}

async function store(sender: string, text: string, format?: ReportFormat) {
  const { report } = await check(sender, text, format)
  const { transactions } = report
  return importReport(
    database.kysely,
    { sender, file: 'report.csv', transactions, read: report },
    { id: null, email: 'test' },
  )
}

it('a report of many columns with long headings is stored, and remembered', async () => {
  const sender = await addSender()
  const headings = Array.from({ length: 200 }, () => randomBytes(20).toString('hex'))
  const text = `id,kind,amount,currency,${headings.join()}\n1,revenue,5,EUR${','.repeat(headings.length)}\n`
  expect(await store(sender, text)).toEqual(['stored'])
  const { report } = await check(sender, text)
  expect(report.format.columns.time).toBeNull()
})

const WITHOUT_IDS: ReportFormat = {
  columns: { transaction: null, kind: 'what', amount: 'amount', currency: null, time: 'date' },
  ...{ kind: null, currency: 'EUR', dates: 'day-first', decimal: null, kinds: { cpl: 'deposit' } },
}

it.each<[string, Partial<ReportFormat>]>([
  ['another kind', { kinds: { cpl: 'revenue' } }],
  ['another currency', { currency: 'USD' }],
  ['another order of dates', { dates: 'month-first' }],
  ['another decimal mark', { decimal: ',' }],
])('a report without ids that is read again with %s is asked about', async (_, other) => {
  const sender = await addSender()
  const text = 'what,amount,date\nCPL,"12,500",3/4/2026\n'
  expect(await store(sender, text, { ...WITHOUT_IDS, decimal: '.' })).toEqual(['stored'])
  const { outcomes, again } = await check(sender, text, { ...WITHOUT_IDS, decimal: '.', ...other })
  expect(outcomes).toEqual(['stored'])
  expect(again).not.toBeNull()
})
