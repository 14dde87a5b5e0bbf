import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { beginDemoLoading } from '#app/features/imports/demo-loading.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { createLog } from '#app/platform/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { startFeedServer } from '#tests/support/feed-server.ts'
import { runCommand } from './cli/commands.ts'
import { loadDemo, readState } from './demo.ts'
import { addDemoDoubts, addDemoExchanges, addDemoOffers } from './demo-offers.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await createPlace(database.kysely, { country: 'Albania', code: 'AL' })
  await createPlace(database.kysely, { country: 'Italy', code: 'IT' })
  await createBookmaker(database.kysely, { name: 'Corvane' })
  await addDemoOffers(database)
})
afterAll(() => database.close())

/** The complete rows of a table of translations, by language. */
async function complete(table: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ code: string; n: number }>`
    select l.code, count(*)::integer as n
    from ${sql.table(table)} t join languages l on l.id = t.language_id
    where not exists (select from jsonb_each_text(to_jsonb(t)) as v(k, text) where coalesce(v.text, '') = '')
    group by l.code`.execute(database.kysely)
  return Object.fromEntries(rows.map(({ code, n }) => [code, n]))
}
const inEach = (n: number) => ({ ar: n, de: n, es: n, fr: n, it: n, pt: n, tr: n })

describe('addDemoExchanges', () => {
  it('creates an exchange with its commission, and leaves an existing one alone', async () => {
    const exchanges = () =>
      database.kysely
        .selectFrom('bookmakers')
        .select(['key', 'name', 'slug', 'brand', 'commission'])
        .where('kind', '=', 'exchange')
        .execute()
    await addDemoExchanges(database)
    const made = { key: 'larkfield', name: 'Larkfield', slug: 'larkfield', brand: 'larkfield' }
    expect(await exchanges()).toEqual([{ ...made, commission: 2 }])
    await database.kysely
      .updateTable('bookmakers')
      .set({ commission: 3 })
      .where('key', '=', 'larkfield')
      .execute()
    await addDemoExchanges(database)
    expect(await exchanges()).toEqual([{ ...made, commission: 3 }])
  })
})

describe('addDemoOffers', () => {
  it('has all texts in every language', async () => {
    expect(await complete('multilingual_promotions')).toEqual(inEach(4))
    expect(await complete('multilingual_affiliate_buttons')).toEqual(inEach(4))
    expect(await complete('multilingual_footer_sections')).toEqual(inEach(1))
    expect(await complete('multilingual_spin_wheel')).toEqual(inEach(1))
    for (const code of ['en', ...Object.keys(inEach(1))]) {
      const { rows } = await sql<Record<string, string | null>>`
        select * from get_footer_sections_in_language(${code}), get_spin_wheel_in_language(${code})`.execute(
        database.kysely,
      )
      expect(Object.values(rows[0] ?? { nothing: null })).not.toContain(null)
    }
  })

  it('allows an operator to change the English texts in their usual place', async () => {
    await database.kysely.updateTable('site_settings').set({ footer_about_title: 'Mine' }).execute()
    const { rows } = await sql<{ about_title: string }>`
      select about_title from get_footer_sections_in_language('en')`.execute(database.kysely)
    expect(rows).toEqual([{ about_title: 'Mine' }])
  })

  it('has buttons for existing bookmakers', async () => {
    const buttons = await database.kysely
      .selectFrom('affiliate_buttons as b')
      .innerJoin('bookmakers as k', 'k.id', 'b.bookmaker_id')
      .select(['b.provider', 'k.name'])
      .execute()
    expect(buttons).toEqual([{ provider: 'Corvane', name: 'Corvane' }])
  })

  it('lists popular countries first', async () => {
    const countries = await database.kysely
      .selectFrom('countries')
      .select('name')
      .orderBy('menu_position')
      .execute()
    expect(countries.map(({ name }) => name)).toEqual(['Italy', 'Albania'])
  })

  it('adds nothing twice, and reverts nothing', async () => {
    await database.kysely.updateTable('promotions').set({ title: 'Mine' }).execute()
    await addDemoOffers(database)
    const titles = await database.kysely.selectFrom('promotions').select('title').execute()
    expect(titles).toEqual(Array(4).fill({ title: 'Mine' }))
  })
})

it('addDemoDoubts pairs a match with one of another league of which one name is the same, once', async () => {
  const { leagueId: men } = await createPlace(database.kysely)
  const { leagueId: women } = await createPlace(database.kysely)
  await createMatch(database.kysely, { league_id: men, home_team: 'Roma', away_team: 'Como' })
  await createMatch(database.kysely, { league_id: men, home_team: 'Pisa', away_team: 'Bari' })
  await createMatch(database.kysely, { league_id: women, home_team: 'Roma', away_team: 'Genoa' })
  for (let round = 0; round < 2; round += 1) await addDemoDoubts(database)
  const doubts = await database.kysely.selectFrom('match_reviews').select(['reason', 'status']).execute()
  expect(doubts).toEqual([{ reason: 'opponent', status: 'open' }])
})

it('addDemoDoubts adds a match that is the same as another, in a league that visitors do not see', async () => {
  await database.kysely.deleteFrom('match_reviews').execute()
  await database.kysely.deleteFrom('matches').execute()
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie B' })
  const start_time = new Date('2036-11-30T15:00:00Z')
  const match = await createMatch(database.kysely, {
    ...{ league_id: leagueId, home_team: 'Pisa', away_team: 'Bari', start_time },
    ...{ bookmaker_count: 3, sport_name: 'Soccer', league_name: 'Serie B' },
  })
  await addDemoDoubts(database)
  const [pair, ...others] = await database.kysely
    .selectFrom('match_reviews as r')
    .innerJoin('matches as m', 'm.id', 'r.match_id')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .select([
      'r.reason',
      'r.candidate_id',
      'm.home_team',
      'm.away_team',
      'm.start_time',
      'l.name',
      'l.is_active',
    ])
    .execute()
  expect(others).toEqual([])
  expect(pair).toEqual({
    ...{ reason: 'league', candidate_id: match, home_team: 'Pisa', away_team: 'Bari', start_time },
    ...{ name: 'Serie B 2036/37', is_active: false },
  })
})

it.each<[string, (kysely: Kysely<DB>) => Promise<unknown>]>([
  ['a bookmaker', (kysely) => createBookmaker(kysely, { name: 'Mine' })],
  ['a page', (kysely) => kysely.insertInto('pages').values({ slug: 'imprint' }).execute()],
  [
    'the key of a source',
    (kysely) =>
      kysely
        .insertInto('source_settings')
        .values({ source: 'the-odds-api', variable: 'ODDS_API_KEY', sealed: 'sealed' })
        .execute(),
  ],
  [
    'a change of its name',
    (kysely) =>
      kysely
        .insertInto('audit_log')
        .values({
          user_email: 'a@b.co',
          entity: 'settings',
          entity_id: '1',
          label: 'Settings',
          action: 'update',
        })
        .execute(),
  ],
  ['a member', (kysely) => kysely.insertInto('profiles').values({ email: 'member@example.org' }).execute()],
])('the demonstration is not loaded into a site that has %s', async (_, use) => {
  const site = await createTestDatabase()
  // Before the demonstration, too, a site has an administrator.
  await site.kysely.insertInto('profiles').values({ email: 'admin@overround.local', role: 'admin' }).execute()
  expect(await readState(site)).toBe('to be loaded')
  await use(site.kysely)
  expect(await readState(site)).toBe('own content')
  let told = ''
  const tell = (text: string) => {
    told += text
  }
  const io = { cwd: '.', isTerminal: false, out: tell, err: tell }
  expect(await runCommand(site, ['seed'], io, new AbortController().signal)).toBe(1)
  expect(told).toContain('Nothing was loaded')
  // What the demonstration itself has stored does not keep it from being completed.
  await beginDemoLoading(site.kysely)
  expect(await readState(site)).toBe('to be loaded')
  await site.close()
})

it('the demonstration is not loaded while it is loading', async () => {
  const site = await createTestDatabase()
  const server = await startFeedServer()
  const address = server.answer('/feed', { kind: 'hang' })
  const feed = {
    source: 'promo',
    label: 'Promo',
    address,
    bookmaker: 'Alderbet',
    once: true,
    share: 1,
  } as const
  const load = (signal: AbortSignal) =>
    loadDemo(
      { database: site, log: createLog('silent'), say: () => {} },
      { leagues: [], feeds: [feed] },
      signal,
    )
  const loading = new AbortController()
  const first = load(loading.signal)
  await vi.waitFor(() => expect(server.requests).toHaveLength(1), 20_000)
  const told: string[] = []
  const tell = (text: string) => told.push(text)
  const io = { cwd: '.', isTerminal: false, out: tell, err: tell }
  expect(await runCommand(site, ['seed'], io, AbortSignal.abort())).toBe(1)
  expect(told.join()).toMatch(/^Nothing was loaded\. The demonstration is loading already: \d+ %\n$/)
  loading.abort()
  await first
  // It goes on where it was interrupted.
  expect(await load(AbortSignal.abort())).toEqual([])
  await server.close()
  await site.close()
})
