import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation, Parameter } from '#app/features/read-api/description.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { join, visitor } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

interface Described {
  openapi: string
  paths: Record<string, { get: Operation }>
  components: { schemas: Record<string, object>; headers: Record<string, object> }
}

let database: Database
let mailbox: Mailbox
let site: TestSite
let description: Described
let token: string
let ids: Record<'league' | 'country' | 'match' | 'over' | 'outright' | 'tables', string>
let validators: Ajv2020
const RUNS = 10
/** It has a test of its own (tests/routes/changes.test.ts). */
const STREAM = '/changes/stream'
const COMPONENTS = '"#/components/schemas'

beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  site = await openSite(database, { SMTP_URL: mailbox.url, TRUST_PROXY: '1' })
  await fillWorld()
  token = await tokenOf('describer@example.org')
  description = await (await site.get('/api/v1/openapi.json')).json()
  validators = new Ajv2020({ strict: true, allErrors: false })
  formats.default(validators)
  const schemas = JSON.stringify(closed(description.components.schemas))
  validators.addSchema({ $id: 'api', $defs: JSON.parse(schemas.replaceAll(COMPONENTS, '"#/$defs')) })
})
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

async function fillWorld(): Promise<void> {
  const db = database.kysely
  const { leagueId, countryId } = await createPlace(db, { league: 'Serie A' })
  const books = await Promise.all(
    ['alpha', 'beta', 'gamma', 'exchange'].map((slug, index) =>
      createBookmaker(db, {
        name: slug,
        slug,
        menu_position: index,
        commission: slug === 'exchange' ? 2 : 0,
      }),
    ),
  )
  const total = marketOf({ type: 'total', line: 2.5 })
  const result = marketOf({ type: 'match_result' })
  const offer = (event: string, shift: number, seenAt: Date) =>
    offerPrices(
      db,
      event,
      Object.fromEntries(
        books.map((book, index) => [
          book,
          [
            quoteOf(total, [2.4 - shift, 1.7 + index / 10]),
            quoteOf(result, [2.1 - shift / 2, index === 2 ? null : 3.4, 3.6], { format: 'american' }),
            ...(index === 3 ? [quoteOf(total, [2.5, 1.8], { side: 'lay' })] : []),
          ],
        ]),
      ),
      { seenAt },
    )
  const now = Date.now()
  const over = await createMatch(db, { league_id: leagueId, start_time: new Date(now + HOUR_MS) })
  await offer(over, 0.1, new Date(now - HOUR_MS))
  const more = [
    marketOf({ type: 'total', line: 3.5 }),
    marketOf({ type: 'total', line: 1.5, period: 'half_1' }),
  ]
  const offered = { [books[0] ?? '']: more.map((market) => quoteOf(market, [2.9, 1.4])) }
  await offerPrices(db, over, offered, { source: 'more', seenAt: new Date(now - HOUR_MS) })
  await db
    .updateTable('matches')
    .set({ start_time: new Date(now - HOUR_MS / 2), status: 'finished', home_score: 2, away_score: 1 })
    .where('id', '=', over)
    .execute()
  // In play, which is no closing price.
  const inPlay = { source: 'in-play', seenAt: new Date(now - HOUR_MS / 4) }
  await offer(over, 0.5, inPlay.seenAt)
  const late = { [books[0] ?? '']: [quoteOf(marketOf({ type: 'both_to_score' }), [1.8, 2])] }
  await offerPrices(db, over, late, inPlay)
  const matches = []
  for (let day = 1; day <= 4; day++) {
    const event = await createMatch(db, { league_id: leagueId, start_time: new Date(now + day * DAY_MS) })
    matches.push(event)
    await offer(event, 0, new Date(now - HOUR_MS))
    await offer(event, day / 10, new Date(now))
  }
  const outright = await db
    .insertInto('outrights')
    .values({ league_id: leagueId, name: 'Winner', start_time: new Date(now + DAY_MS) })
    .returning('id')
    .executeTakeFirstOrThrow()
  ids = {
    ...{ league: leagueId, country: countryId, match: matches[0] ?? '', over },
    outright: outright.id,
    tables: await fillTable(),
  }
}

/** A league with enough results for a table. */
async function fillTable(): Promise<string> {
  const db = database.kysely
  const { leagueId } = await createPlace(db, { league: 'Serie B' })
  const teams = ['Bari', 'Pisa', 'Lecce', 'Como', 'Parma', 'Genoa']
  let hours = 30
  for (const home_team of teams)
    for (const away_team of teams) {
      if (home_team === away_team) continue
      hours += 3
      await createMatch(db, {
        ...{ league_id: leagueId, home_team, away_team, status: 'finished', home_score: 1, away_score: 0 },
        ...{ slug: `${home_team}-${away_team}`, start_time: new Date(Date.now() - hours * HOUR_MS) },
      })
    }
  return leagueId
}

async function tokenOf(mail: string): Promise<string> {
  const cookie = await join(site, mailbox, mail)
  return (await (await site.get('/resources/token', { cookie, ...visitor() })).json()).token
}

/** The schemas without room for fields that they do not describe. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)])
  return Object.fromEntries(
    'properties' in schema && 'type' in schema ? [...entries, ['additionalProperties', false]] : entries,
  )
}

const compiled = new Map<object, ValidateFunction>()

function expectValid(body: unknown, schema: object, about: string): void {
  const known = compiled.get(schema)
  const text = JSON.stringify(closed(schema)).replaceAll(COMPONENTS, '"api#/$defs')
  const validate = known ?? validators.compile(JSON.parse(text))
  compiled.set(schema, validate)
  if (!validate(body))
    throw new Error(
      `${about}: ${validators.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`,
    )
}

interface Response200 {
  content: Record<string, { schema: object }>
}

/** Asks, and checks the status, the type and the body against the description. */
async function ask(path: string, operation: Operation, headers: Record<string, string> = {}) {
  const response = await fetch(`${site.origin}/api/v1${path}`, {
    headers: { connection: 'close', ...visitor(), ...headers },
  })
  const text = await response.text()
  const about = `${path} ${response.status}`
  const answer = operation.responses[String(response.status)] as Response200 | undefined
  if (!answer || response.status >= 500) throw new Error(`${about}: ${text.slice(0, 300)}`)
  const [[type = '', content] = []] = Object.entries(answer.content ?? {})
  expect(response.headers.get('content-type'), about).toBe(type)
  const body: unknown = JSON.parse(text)
  expectValid(body, content?.schema ?? {}, about)
  return { status: response.status, headers: response.headers, body }
}

/** Valid values of the fixture world, by the names of parameters. */
const known = (name: string): string[] =>
  ({
    league: [ids.league, ids.tables],
    country: [ids.country],
    id: [ids.match, ids.over, ids.outright],
    sport: ['soccer'],
    q: ['serie', 'home', 'İ', 'a%_b'],
    lang: ['en', 'ar'],
    line: ['2.5', '-0.5'],
    market: ['total', 'match_result'],
    period: ['full_time'],
    cursor: [`${Date.now()}.${ids.match}`, '3'],
    after: ['0', '4', '999999'],
    limit: ['1', '100'],
  })[name] ?? []

/** Values of a parameter: of the world, of its schema, and any text. */
function valuesOf({ name, schema }: Parameter): fc.Arbitrary<string> {
  const { enum: choices, minimum, maximum } = schema
  const ofSchema: fc.Arbitrary<string>[] = [
    ...(choices ? [fc.constantFrom(...choices.map(String))] : []),
    ...(minimum !== undefined
      ? [fc.integer({ min: minimum - 1, max: (maximum ?? 100) + 1 }).map(String)]
      : []),
    ...(schema.format === 'uuid' ? [fc.uuid()] : []),
    ...(schema.pattern
      ? [fc.constantFrom('2026-03-01', '2030-03-01T00:00:00Z', '0000-01-01', '9999-12-31T23:59:59Z')]
      : []),
  ]
  const own = known(name)
  return fc.oneof(
    ...(own.length > 0 ? [{ weight: 10, arbitrary: fc.constantFrom(...own) }] : []),
    ...ofSchema.map((arbitrary) => ({ weight: 2, arbitrary })),
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom('', '0', "' or 1=1", '\u0000', '%', '..', '1e3', '９') },
  )
}

function addressOf(path: string, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const named = (where: Parameter['in']) => parameters.filter((it) => it.in === where)
  const record = (of: readonly Parameter[], all: boolean) =>
    fc.record(Object.fromEntries(of.map((it) => [it.name, valuesOf(it)])), {
      requiredKeys: all ? of.map(({ name }) => name) : of.filter((it) => it.required).map(({ name }) => name),
    }) as fc.Arbitrary<Record<string, string>>
  return (
    fc
      .tuple(record(named('path'), true), record(named('query'), false))
      .map(([inPath, query]) => {
        const address = path.replace(/\{(\w+)\}/g, (_, name) =>
          encodeURIComponent((inPath[name] ?? '').toWellFormed()),
        )
        return `${address}?${new URLSearchParams(query)}`
      })
      // Not an address of this endpoint: a segment that is empty, or that clients resolve. The server refuses NUL.
      .filter((it) => !/\/(\.|%2e){0,2}(\/|\?)|%00/i.test(it))
  )
}

/** A valid query of each address, and the least number of entries of its list. */
const validQueries = () =>
  [
    ['/sports', '', 1],
    ['/countries', '?sport=soccer', 1],
    ['/leagues', `?country=${ids.country}`, 1],
    ['/matches', `?league=${ids.league}`, 4],
    ['/matches/{id}', '', 0],
    ['/matches/{id}/history', '?market=total&line=2.5', 9],
    ['/matches/{id}/closing', '', 0],
    ['/results', `?league=${ids.league}`, 1],
    ['/standings', `?league=${ids.tables}`, 0],
    ['/sure-bets', '?sport=soccer', 1],
    ['/dropping-odds', `?since=opening&bookmakers=2&league=${ids.league}`, 1],
    ['/changes', '?limit=100', 5],
    ['/search', '?q=home', 0],
    ['/outrights', `?league=${ids.league}`, 1],
    ['/outrights/{id}', '', 0],
    ['/favourites', '', 0],
    ['/me', '', 0],
  ] as const

const atId = (path: string) => path.replace('{id}', path.startsWith('/outrights') ? ids.outright : ids.match)

describe('the description of the API', () => {
  it('is an OpenAPI 3.1 document whose schemas compile and that describes every route', async () => {
    expect(description.openapi).toBe('3.1.0')
    for (const id of Object.keys(description.components.schemas))
      expect(() => validators.compile({ $ref: `api#/$defs/${id}` }), id).not.toThrow()
    const { default: routes } = await import('#app/routes.ts')
    const served = routes.flatMap(({ path = '' }) =>
      /^api\/v1\/(?!\*|docs|openapi)/.test(path) ? [path.slice('api/v1'.length).replace(':id', '{id}')] : [],
    )
    expect(Object.keys(description.paths).sort()).toEqual(served.sort())
  })

  it('is true of every endpoint, with entries in each list', async () => {
    for (const [path, query, count] of validQueries()) {
      const operation = description.paths[path]?.get
      if (!operation) throw new Error(`${path} is not described`)
      const headers: Record<string, string> = operation.security ? { authorization: `Bearer ${token}` } : {}
      const { status, body } = await ask(atId(path) + query, operation, headers)
      expect([path, status]).toEqual([path, 200])
      const list = (body as { data?: unknown[] }).data ?? []
      expect(list.length, path).toBeGreaterThanOrEqual(count)
    }
  })

  it('is true of a table, with every team', async () => {
    const operation = description.paths['/standings']?.get as Operation
    const { body } = await ask(`/standings?league=${ids.tables}&table=home`, operation)
    const { rows } = body as { rows: { played: number; points: number; form: string[] }[] }
    expect(rows).toHaveLength(6)
    for (const row of rows) expect(row).toMatchObject({ played: 5, points: 15 })
  })

  it('is true of closing prices, once a match has begun', async () => {
    const operation = description.paths['/matches/{id}/closing']?.get as Operation
    const before = (await ask(`/matches/${ids.match}/closing`, operation)).body
    expect(before).toMatchObject({ started: false, markets: [] })
    const { body } = await ask(`/matches/${ids.over}/closing`, operation)
    expect(body).toMatchObject({ started: true })
    const { markets } = body as {
      markets: { key: string; period: string; line: number | null; best: unknown[]; quotes: unknown[] }[]
    }
    const nameOf = ({ key, period, line }: (typeof markets)[number]) => `${key} ${period} ${line}`
    expect(markets.map(nameOf).toSorted()).toEqual([
      'both_to_score full_time null',
      'match_result full_time null',
      'total full_time 2.5',
      'total full_time 3.5',
      'total half_1 1.5',
    ])
    const total = markets.find((market) => nameOf(market) === 'total full_time 2.5')
    expect(total?.quotes).toHaveLength(4)
    const late = markets.find(({ key }) => key === 'both_to_score')
    expect([late?.best, late?.quotes]).toEqual([[null, null], []])
    expect(total?.best).toMatchObject([{ price: 2.3 }, { price: 2, net: 1.98, bookmaker: 'exchange' }])
  })

  it('is true whatever the parameters are', async () => {
    for (const [path, { get: operation }] of Object.entries(description.paths)) {
      if (path === STREAM) continue
      const headers: Record<string, string> = operation.security ? { authorization: `Bearer ${token}` } : {}
      const statuses = new Set<number>()
      const [, query = ''] = validQueries().find((it) => it[0] === path) ?? []
      await fc.assert(
        fc.asyncProperty(addressOf(path, operation.parameters), async (address) => {
          statuses.add((await ask(address, operation, headers)).status)
        }),
        { numRuns: RUNS, examples: [[atId(path) + query]] },
      )
      expect([...statuses], path).toContain(200)
    }
  }, 120_000)

  it('is true of repeated requests: 304 for the same entity tag', async () => {
    for (const path of [
      '/sports',
      `/matches/${ids.match}`,
      `/results?league=${ids.league}`,
      '/openapi.json',
    ]) {
      const first = await site.get(`/api/v1${path}`)
      const etag = first.headers.get('etag') ?? ''
      const again = await site.get(`/api/v1${path}`, { 'if-none-match': etag })
      expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
    }
  })
})

describe('cursors', () => {
  it('neither repeat nor omit entries that others are added to between two pages', async () => {
    const read = async (path: string) => (await site.get(`/api/v1${path}`)).json()
    const list = `/matches?league=${ids.league}&limit=2`
    const first = await read(list)
    await createMatch(database.kysely, { league_id: ids.league, start_time: new Date(Date.now() + HOUR_MS) })
    // Begins with the last one of the page, and comes after it by its id.
    const next = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    const start_time = new Date(first.data.at(-1).start_time)
    await createMatch(database.kysely, { id: next, league_id: ids.league, start_time })
    const second = await read(`${list}&cursor=${first.next}`)
    const all = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
    expect(new Set(all).size).toBe(4)
    expect(second.data[0].id).toBe(next)
    const history = `/matches/${ids.match}/history?market=total&line=2.5&limit=4`
    const seen = []
    let cursor = ''
    do {
      const page = await read(`${history}${cursor}`)
      seen.push(...page.data.map((it: object) => JSON.stringify(it)))
      cursor = page.next === null ? '' : `&cursor=${page.next}`
    } while (cursor)
    const whole = await read(`/matches/${ids.match}/history?market=total&line=2.5`)
    expect(seen).toEqual(whole.data.map((it: object) => JSON.stringify(it)))
  })
})

describe('the reference page', () => {
  it('names every address, parameter and type of the description, with a valid example', async () => {
    const html = await (await site.get('/en/api')).text()
    for (const [path, { get }] of Object.entries(description.paths)) {
      expect(html).toContain(`GET /api/v1${path}`)
      for (const { name } of get.parameters) expect(html).toContain(`<code>${name}</code>`)
    }
    for (const id of Object.keys(description.components.schemas)) expect(html).toContain(`id="${id}"`)
    const examples = [...html.matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, text = '']) =>
      JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')),
    )
    const operations = Object.values(description.paths)
    expect(examples).toHaveLength(operations.length)
    for (const [index, { get }] of operations.entries()) {
      const answer = get.responses['200'] as Response200
      const [content] = Object.values(answer.content)
      expectValid(examples[index], content?.schema ?? {}, get.operationId)
    }
  })

  it('is where the API sends readers', async () => {
    const response = await site.get('/api/v1/docs')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/en/api'])
  })
})
