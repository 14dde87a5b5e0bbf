import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Database, openDatabase } from './connection.server.ts'
import { type ReadDatabase, readFromReplica, readReplicaState } from './replica.server.ts'

const LONG = 600_000

let primary: Database
let replica: Database
let pages: ReadDatabase
let stopListening: () => Promise<void>
let told: string[]
/** What the replica answers when it is asked whether it has a position. */
let answer: () => Promise<boolean>
let asked: number

async function open(options: { patienceMs: number; healthMs: number }) {
  pages = await readFromReplica({
    ...{ primary, replica, ...options },
    hasReplayed: () => {
      asked += 1
      return answer()
    },
  })
  stopListening = await pages.listen(
    'replica_test',
    (payload) => told.push(payload),
    () => {},
  )
}

const change = (payload: string) => sql`select pg_notify('replica_test', ${payload})`.execute(primary.kysely)
const isReplicaRead = () => pages.kysely === replica.kysely

// An embedded database has no replica.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a replica', () => {
  beforeEach(async () => {
    primary = await createTestDatabase()
    replica = await createTestDatabase()
    told = []
    asked = 0
    answer = async () => true
  })
  afterEach(async () => {
    await stopListening()
    await pages.close()
    await primary.close()
  })

  it('is read, and a change is told once the replica has it', async () => {
    await open({ patienceMs: LONG, healthMs: LONG })
    expect(isReplicaRead()).toBe(true)
    answer = async () => false
    asked = 0
    await change('a')
    await change('b')
    await expect.poll(() => asked).toBeGreaterThan(2)
    expect(told).toEqual([])
    answer = async () => true
    await expect.poll(() => told).toEqual(['a', 'b'])
    expect(isReplicaRead()).toBe(true)
  })

  it.each([
    ['the replica', true, { replica: 2, primary: 0 }],
    ['the primary in its place', false, { replica: 0, primary: 2 }],
  ])('counts the reads that %s serves', async (_, isCurrent, reads) => {
    answer = async () => isCurrent
    await open({ patienceMs: LONG, healthMs: LONG })
    expect([isReplicaRead(), isReplicaRead()]).toEqual([isCurrent, isCurrent])
    expect(pages.reads).toEqual(reads)
  })

  it('that is none says so, and one that is away', async () => {
    await open({ patienceMs: LONG, healthMs: LONG })
    expect(await pages.readState()).toEqual({ isReachable: true, isReplica: false, lagSeconds: null })
    const away = await openDatabase({ url: 'postgres://postgres@127.0.0.1:1/nothing' })
    expect(await readReplicaState(primary, away)).toMatchObject({ isReachable: false })
    await away.close()
  })

  it.each([
    ['stays behind', async () => false],
    ['gives no answer', () => new Promise<boolean>(() => {})],
    ['is not there', () => Promise.reject(new Error('connection refused'))],
  ])('that %s is replaced by the primary, until it has caught up', async (_, ill) => {
    await open({ patienceMs: 50, healthMs: 20 })
    await expect.poll(isReplicaRead).toBe(true)
    answer = ill
    await change('a')
    await expect.poll(() => told).toEqual(['a'])
    expect(isReplicaRead()).toBe(false)
    answer = async () => true
    await expect.poll(isReplicaRead).toBe(true)
  })

  it('is not read where it is no replica', async () => {
    pages = await readFromReplica({ primary, replica, healthMs: LONG })
    stopListening = async () => {}
    expect(isReplicaRead()).toBe(false)
  })
})
