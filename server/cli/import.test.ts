import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOURCES } from '#app/features/sources/registry.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startFeedServer } from '#tests/support/feed-server.ts'
import { DERBY, promoBody } from '#tests/support/feeds.ts'
import { importCommand } from './import.ts'

let database: Database
let cwd: string
const match = { ...DERBY, prices: [1.85, 3.6, 4.2] }

beforeAll(async () => {
  database = await createTestDatabase()
  cwd = await mkdtemp(path.join(tmpdir(), 'overround-cli-'))
  await writeFile(path.join(cwd, 'feed.json'), JSON.stringify([...promoBody([match]), null]))
  await writeFile(path.join(cwd, 'empty.csv'), '')
  await writeFile(path.join(cwd, 'headings.csv'), 'Div,Date,HomeTeam,AwayTeam\n')
  await writeFile(path.join(cwd, 'others.csv'), 'Datum;Heim;Gast\n1;2;3\n')
  await writeFile(path.join(cwd, 'cut.json'), JSON.stringify(promoBody([match])).slice(0, -1))
})
afterAll(async () => {
  await database.close()
  await rm(cwd, { recursive: true })
})

/** Runs the command as the operator would; the summary is the last line that it printed. */
async function run(
  argv: string[],
  { isTerminal = false, signal = new AbortController().signal, onText = (_: string): unknown => null } = {},
) {
  let out = ''
  let err = ''
  const io = {
    cwd,
    isTerminal,
    out: (text: string) => {
      out += text
    },
    err: (text: string) => {
      err += text
      onText(text)
    },
  }
  const code = await importCommand(database, argv, io, signal)
  const last = out.trim().split('\n').at(-1)
  return { code, out, err, summary: last ? JSON.parse(last) : null }
}

describe('overround import', () => {
  it('lists the sources with their variables in its usage', async () => {
    const { code, err } = await run([])
    expect(code).toBe(2)
    for (const { key, about, variables } of SOURCES) {
      expect(err).toContain(`${key}: ${about}`)
      for (const name of Object.keys(variables)) expect(err).toContain(`${name}: `)
    }
  })

  it('ends with the summary as JSON, progress on standard error', async () => {
    const { code, out, err, summary } = await run(['promo', 'feed.json', '--bookmaker', 'Partner Bet'])
    expect(code).toBe(0)
    expect(out.trim().split('\n')).toHaveLength(1)
    expect(Object.keys(summary)).toEqual(
      expect.arrayContaining(
        'sports countries leagues matches odds inserted updated unchanged rejected seconds'.split(' '),
      ),
    )
    expect(summary).toMatchObject({ matches: 1, odds: 1, inserted: 1, rejected: 1 })
    expect(err).toMatch(/10 %.*\n.*20 %.*\n.*30 %.*\n.*35 %[\s\S]*100 %/)
    expect(err).toContain('malformed_entry 1')
    const bookmaker = await database.kysely.selectFrom('bookmakers').select(['key', 'name']).execute()
    expect(bookmaker).toEqual([{ key: 'partnerbet', name: 'Partner Bet' }])
  })

  it('updates one line on a terminal', async () => {
    const { err } = await run(['promo', 'feed.json'], { isTerminal: true })
    expect(err.split('\n')[0]?.split('\r').length).toBeGreaterThan(5)
  })

  it('reports that it waits for a silent feed', async () => {
    const server = await startFeedServer()
    const stop = new AbortController()
    const address = server.answer('/hangs', { kind: 'hang' })
    const running = run(['promo', address, '--allow-private'], {
      signal: stop.signal,
      onText: (text) => text.includes('waiting') && stop.abort(),
    })
    expect((await running).err).toMatch(/waiting 1\d s, attempt 1\n/)
    await server.close()
  })

  it('fails with 1 and explains how to resume', async () => {
    const { code, err, summary } = await run(['promo', 'cut.json'])
    expect(code).toBe(1)
    expect(summary).toMatchObject({ status: 'failed', matches: 1, error: { code: 'cut_short' } })
    expect(err).toContain(`--resume ${summary.runId}`)
    expect(await run(['--resume', summary.runId])).toMatchObject({
      code: 1,
      summary: { runId: summary.runId },
    })
  })

  it.each([
    ['empty.csv', 'empty_body'],
    ['headings.csv', 'no_items'],
    ['others.csv', 'unexpected_body'],
  ])('does not offer to resume %s, which stays what it is', async (file, error) => {
    const { code, err, summary } = await run(['football-data', file])
    expect([code, summary.error.code]).toEqual([1, error])
    expect(err).not.toContain('--resume')
  })

  it('offers to resume an address, which can have another body later', async () => {
    const server = await startFeedServer()
    const address = server.answer('/E0.csv', { kind: 'body', body: '' })
    const { err, summary } = await run(['football-data', address, '--allow-private'])
    expect(summary.error.code).toBe('empty_body')
    expect(err).toContain(`--resume ${summary.runId}`)
    await server.close()
  })

  it('stops on Ctrl-C', async () => {
    const { code, summary } = await run(['promo', 'feed.json'], { signal: AbortSignal.abort() })
    expect([code, summary.status]).toEqual([1, 'cancelled'])
  })

  it('fails for a missing file', async () => {
    const { code, summary } = await run(['promo', 'absent.json'])
    expect([code, summary.error.code]).toEqual([1, 'not_found'])
  })

  it.each([
    [[]],
    [['promo']],
    [['nonsense', 'feed.json']],
    [['promo', 'feed.json', 'other.json']],
    [['promo', 'feed.json', '--nonsense']],
    [['promo', 'feed.json', '--max-mb', 'x']],
    [['the-odds-api', 'feed.json', '--bookmaker', 'Partner Bet']],
    [['promo', 'ftp://127.0.0.1/feed.json']],
    [['promo', 'file://elsewhere/feed.json']],
    [['--resume', 'not-an-id']],
  ])('prints its usage after %j', async (argv) => {
    const { code, out, err } = await run(argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('Usage: overround import')
  })
})
