import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '#app/features/read-api/key-commands.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { ApiError, type Change, createClient, type Operations } from '#client/client.ts'
import { join, visitor } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let mailbox: Mailbox
let site: TestSite
let league: string
let country: string
let match: string
let outright: string
let key: string

beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  site = await openSite(database, { SMTP_URL: mailbox.url, TRUST_PROXY: '1' })
  const db = database.kysely
  ;({ leagueId: league, countryId: country } = await createPlace(db, { league: 'Serie A' }))
  for (let day = 1; day <= 5; day += 1)
    match = await createMatch(db, {
      ...{ league_id: league, home_team: `Inter ${day}`, slug: `inter-${day}` },
      start_time: new Date(Date.now() + day * DAY_MS),
    })
  const alpha = await createBookmaker(db, { slug: 'alpha' })
  await offerPrices(db, match, { [alpha]: [quoteOf(marketOf({ type: 'total', line: 2.5 }), [2, 1.8])] })
  const made = await db
    .insertInto('outrights')
    .values({ league_id: league, name: 'Winner', start_time: new Date(Date.now() + DAY_MS) })
    .returning('id')
    .executeTakeFirstOrThrow()
  outright = made.id
  key = await createKey(
    db,
    { name: 'Client', limit_per_minute: 1000, expires_on: '' },
    {
      ...{ id: null, email: 'ada@example.org' },
    },
  )
})
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

type Reads = Omit<Operations, 'streamChanges'>

describe('the client', () => {
  it('reads every address', async () => {
    const cookie = await join(site, mailbox, 'client@example.org')
    const { token } = await (await site.get('/resources/token', { cookie, ...visitor() })).json()
    const api = createClient({ origin: site.origin, key, token })
    const asked: { [Name in keyof Reads]: Reads[Name]['parameters'] } = {
      listSports: { limit: 5 },
      listCountries: { sport: 'soccer' },
      listLeagues: { country },
      listMatches: { league },
      readMatch: { id: match },
      listHistory: { id: match, market: 'total', line: '2.5' },
      readClosing: { id: match },
      listResults: { league },
      readStandings: { league, table: 'home' },
      listSureBets: { sport: 'soccer' },
      listDrops: { since: '24', bookmakers: '3' },
      listChanges: { type: 'match.added' },
      search: { q: 'inter' },
      listOutrights: { league },
      readOutright: { id: outright },
      readOutrightClosing: { id: outright },
      readProfile: {},
      listFavourites: {},
    }
    const answers = new Map<string, object>()
    for (const [name, parameters] of Object.entries(asked))
      answers.set(name, await api.get(name as 'readMatch', parameters as { id: string }))
    expect(answers.get('readProfile')).toMatchObject({ email: 'client@example.org' })
    expect(answers.get('readOutright')).toMatchObject({ name: 'Winner' })
    const { markets } = await api.get('readMatch', { id: match })
    expect(markets[0]?.best[0]?.bookmaker).toBe('alpha')
  })

  it('reads lists to their end, and throws problems', async () => {
    const api = createClient({ origin: site.origin, key })
    const names = []
    for await (const { home } of api.all('listMatches', { league, limit: 2 })) names.push(home)
    expect(names).toEqual(['Inter 1', 'Inter 2', 'Inter 3', 'Inter 4', 'Inter 5'])
    const refused = await api.get('readMatch', { id: 'x' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ status: 404, problem: { error: { code: 'not-found' } } })
    const gone = api.changes({ after: '999999' }).next()
    await expect(gone).rejects.toMatchObject({ status: 410, problem: { error: { code: 'gone' } } })
  })

  it('follows changes, and goes on after an interruption', async () => {
    let responses = 0
    // The first stream breaks after its first change.
    const broken: typeof fetch = async (...args) => {
      const response = await fetch(...args)
      responses += 1
      if (responses > 1) return response
      const reader = response.body?.getReader()
      const cut = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const part = await reader?.read()
          if (part?.value) controller.enqueue(part.value)
          if (part?.value && !new TextDecoder().decode(part.value).includes('data: ')) return
          await reader?.cancel()
          controller.close()
        },
      })
      return new Response(cut, { headers: response.headers })
    }
    const { latest } = await createClient({ origin: site.origin }).get('listChanges', {})
    const api = createClient({ origin: site.origin, key, fetch: broken })
    const stop = new AbortController()
    const add = async (...names: string[]) => {
      for (const home_team of names) await createMatch(database.kysely, { league_id: league, home_team })
    }
    const seen: Change[] = []
    const following = (async () => {
      for await (const change of api.changes({ after: latest, league }, { signal: stop.signal })) {
        seen.push(change)
        if (seen.length === 1) await add('Two', 'Three')
        if (seen.length === 3) stop.abort()
      }
    })()
    await add('One')
    await following
    expect(responses).toBeGreaterThan(1)
    expect(seen.map((change) => change.match?.home)).toEqual(['One', 'Two', 'Three'])
  })

  it('follows changes from now on, and loses none of an interruption before the first one', async () => {
    const db = database.kysely
    // The first stream breaks after its first part, and a match is added meanwhile.
    let responses = 0
    const broken: typeof fetch = async (...args) => {
      const response = await fetch(...args)
      responses += 1
      if (responses > 1) return response
      const reader = response.body?.getReader()
      const first = await reader?.read()
      await reader?.cancel()
      await createMatch(db, { league_id: league, home_team: 'Meanwhile' })
      return new Response(first?.value, { headers: response.headers })
    }
    const api = createClient({ origin: site.origin, key, fetch: broken })
    const stop = new AbortController()
    const following = api.changes({ league }, { signal: stop.signal })
    const { value } = await following.next()
    stop.abort()
    expect(value?.match?.home).toBe('Meanwhile')
  })
})
