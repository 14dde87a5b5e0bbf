import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recordLog } from '#tests/support/log.ts'
import { createServices } from '#tests/support/services.ts'
import { getKnownLanguages } from '../languages/queries.server.ts'
import { getResources } from './queries.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await database.close()
})

const MISSING = 'Missing language or namespace: built-in labels are used'

/** The labels of a language; `read` replaces the database for saved ones. */
function open(read: (attempt: number) => Promise<object[]>) {
  const { kysely } = database
  const select = kysely.selectFrom.bind(kysely)
  const attempts: number[] = []
  const query = {
    innerJoin: () => query,
    select: () => query,
    where: () => query,
    execute: () => read(attempts.push(Date.now())),
  }
  vi.spyOn(kysely, 'selectFrom').mockImplementation(((table: 'languages' | 'translations as t') =>
    table === 'translations as t' ? query : select(table)) as typeof kysely.selectFrom)
  const { log, messages } = recordLog()
  const warn = vi.spyOn(log, 'warn')
  const services = { ...createServices(database), log }
  return { services, attempts, messages, warn, labels: (language = 'en') => getResources(services, language) }
}

const saved = async () => [{ namespace: 'common', key: 'home', value: 'Saved' }]
const failing = () => Promise.reject(new Error('the database is away'))

describe('reading saved translations', () => {
  it.each([
    [1, 'Saved'],
    [2, 'Saved'],
    [3, 'Saved'],
    [4, 'Home'],
  ])('that fails %i times is retried, three times at most: "%s"', async (failures, home) => {
    const { attempts, messages, warn, labels } = open((attempt) => (attempt > failures ? saved() : failing()))
    expect((await labels()).common?.home).toBe(home)
    expect(attempts).toHaveLength(Math.min(failures + 1, 4))
    expect(messages()).toEqual(Array(failures).fill(MISSING))
    expect(warn).toHaveBeenCalledTimes(failures)
  })

  it('waits 5000 ms for each answer, four times in all', async () => {
    const { services, attempts, messages, labels } = open(() => new Promise(() => {}))
    await getKnownLanguages(services)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reading = labels()
    for (const number of [1, 2, 3, 4]) {
      await vi.advanceTimersByTimeAsync(4_999)
      expect([attempts.length, messages().length]).toEqual([number, number - 1])
      await vi.advanceTimersByTimeAsync(1)
      expect(messages()).toHaveLength(number)
    }
    expect(attempts).toHaveLength(4)
    expect((await reading).common?.home).toBe('Home')
  })

  it.each([
    ['en', 'Home', 'Failed to load data'],
    ['it', 'Home', 'Impossibile caricare i dati'],
  ])('that fails falls back to the built-in labels of %s', async (language, home, error) => {
    const resources = await open(failing).labels(language)
    expect([resources.common?.home, resources.errors?.['load-failed']]).toEqual([home, error])
  })

  it('that finds nothing falls back to the built-in labels, without a log entry', async () => {
    const { labels, messages } = open(async () => [])
    expect([(await labels('it')).common?.language, messages()]).toEqual(['Lingua', []])
  })
})
