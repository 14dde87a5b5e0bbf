import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffRole } from '#app/features/accounts/permissions.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { partialOf } from '#app/platform/edit/partial.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { DEFINITIONS } from './definitions.server.ts'
import { LIST_KEYS, type ListKey, listOf, parseListFilter } from './lists.ts'
import { findRows } from './queries.server.ts'

let database: Database
let tennis: string

/** Two rows of each list, which differ in every text that a search reads. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  for (const table of ['audit_log', 'import_schedules', 'sports', 'promotions', 'affiliate_buttons'] as const)
    await kysely.deleteFrom(table).execute()
  const soccer = await createPlace(kysely, { league: 'Serie A' })
  const open = await createPlace(kysely, { sport: 'Tennis', country: 'Spain', code: 'ES', league: 'Madrid' })
  tennis = open.sportId
  const set = (table: 'sports' | 'countries' | 'leagues', id: string, values: object) =>
    kysely.updateTable(table).set(values).where('id', '=', id).execute()
  await set('sports', tennis, { menu_position: 1, is_active: false })
  await set('sports', soccer.sportId, { menu_position: 2, display_name: 'Footy' })
  await set('countries', soccer.countryId, { menu_position: 2, display_name: 'Boot' })
  await set('countries', open.countryId, { menu_position: 1, is_active: false })
  await set('leagues', soccer.leagueId, { menu_position: 2, display_name: 'Lega', logo_url: '/a.png' })
  await set('leagues', open.leagueId, { menu_position: 1, is_active: false })
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  const play = (league_id: string, home_team: string, away_team: string, more: object) =>
    createMatch(kysely, { league_id, home_team, away_team, ...more })
  const inter = await play(soccer.leagueId, 'Inter', 'Milan', {
    ...{ start_time: inDays(2), featured: true, is_popular: true, affiliate_link: 'https://a.example/' },
  })
  await play(open.leagueId, 'Roger', 'Rafa', {
    ...{ start_time: inDays(1), status: 'cancelled', home_score: 1, away_score: 2 },
  })
  const alder = await createBookmaker(kysely, { name: 'Alder', key: 'alder' })
  await kysely
    .updateTable('bookmakers')
    .set({
      ...{
        brand: 'Grove',
        menu_position: 9,
        kind: 'exchange',
        region: 'EU',
        licence: 'MGA',
        offered_in: 'IT',
      },
      ...{ link_hosts: 'a.example', rating: 4.5, logo_url: '/a.png', website_url: 'https://a.example/' },
      commission: 0.05,
    })
    .execute()
  await createBookmaker(kysely, { name: 'Birch', key: 'birch' })
  await kysely
    .updateTable('bookmakers')
    .set({ is_active: false, menu_position: 1 })
    .where('name', '=', 'Birch')
    .execute()
  await kysely
    .insertInto('affiliate_buttons')
    .values([
      { provider: 'Ash', bookmaker_id: alder, button_text: 'Play', button_link: '/a' },
      { provider: 'Yew', button_text: 'Join', button_link: '/b', is_active: false },
    ])
    .execute()
  const promotion = { description: 'x', button_text: 'x', button_link: '/' }
  await kysely
    .insertInto('promotions')
    .values([
      { ...promotion, title: 'Bonus', subtitle: 'Twice', bookmaker_id: alder, menu_position: 2 },
      {
        ...{ title: 'Gift', menu_position: 1, is_active: false, description: 'y', button_text: 'y' },
        ...{ button_link: '/y', image_url: '/y.png', visible_home: false, visible_casino: true },
        ...{ visible_live_casino: true, side_menu_offer: true, star_rating: 2 },
        ...{ start_date: inDays(-9), end_date: inDays(9) },
      },
    ])
    .execute()
  const pages = await kysely
    .insertInto('pages')
    .values([
      { slug: 'about', menu_position: 2, is_published: true },
      { slug: 'terms', menu_position: 1 },
    ])
    .returning(['id', 'slug'])
    .execute()
  const { id: language_id } = await kysely
    .selectFrom('languages')
    .select('id')
    .where('code', '=', 'it')
    .executeTakeFirstOrThrow()
  const page_id = pages.find(({ slug }) => slug === 'about')?.id ?? ''
  await kysely.insertInto('multilingual_pages').values({ page_id, language_id, title: 'Chi siamo' }).execute()
  const mapping = (sport: string, country: string, league: string, team: string, more: object = {}) => ({
    ...{ matches_sport_name: sport, matches_country_name: country, matches_league_name: league },
    ...{ matches_team_name: team, ...more },
  })
  await kysely
    .insertInto('team_mappings')
    .values([
      mapping('Soccer', 'Italy', 'Serie A', 'Inter', {
        ...{ status: 'review', sportsdb_team_name: 'Biscione', confidence_level: 'high', score: 0.9 },
        ...{ decided_at: inDays(-1) },
      }),
      mapping('Rugby', 'Wales', 'Cup', 'Cardiff'),
    ])
    .execute()
  await kysely
    .insertInto('import_schedules')
    .values([
      { source: 'promo/2', name: 'Nightly', sports: 'epl', every_minutes: 60 },
      {
        ...{ source: 'api-football', is_active: false, cron: '0 5 * * *', time_zone: 'Europe/Rome' },
        ...{ in_play: true, markets: 'totals', event_markets: 'btts', horizon_hours: 24, credits_a_day: 50 },
        ...{ counted_minutes: 9, last_run_at: inDays(-1) },
      },
    ])
    .execute()
  const people = await kysely
    .insertInto('profiles')
    .values([
      {
        email: 'ada@example.org',
        username: 'countess',
        is_active: false,
        confirmed_at: new Date(),
        created_at: inDays(-3),
      },
      { email: 'zoe@example.org', back_office_role: 'owner', is_active: true, two_factor_enabled: true },
    ])
    .returning(['id', 'email'])
    .execute()
  const ada = people.find(({ email }) => email.startsWith('ada'))?.id ?? ''
  await kysely
    .insertInto('sign_ins')
    .values([
      { user_id: ada, outcome: 'signed_in', ip_address: '192.0.2.7', user_agent: 'Firefox', at: inDays(-2) },
      { user_id: null, outcome: 'wrong_password', ip_address: '198.51.100.9', user_agent: 'Safari' },
    ])
    .execute()
  const entry = { entity_id: 'x', action: 'update' }
  await kysely
    .insertInto('audit_log')
    .values([
      { ...entry, user_email: 'ada@example.org', entity: 'profiles', label: 'Zoe' },
      {
        ...{
          user_email: 'eve@example.org',
          entity: 'sports',
          label: 'Darts',
          action: 'create',
          entity_id: 'y',
        },
        ...{ at: inDays(-1), before: { name: 'Dart' }, after: { name: 'Darts' } },
      },
    ])
    .execute()
  const { id: key_id } = await kysely
    .insertInto('api_keys')
    .values({ name: 'k', hash: 'h', hint: 'h', limit_per_minute: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const hooks = await kysely
    .insertInto('webhooks')
    .values(
      ['Ours', 'Theirs'].map((name) => ({
        ...{ name, key_id, url: 'https://w.example/', sealed_secret: 'x', events: 'match.added' },
      })),
    )
    .returning('id')
    .execute()
  const [ours = { id: '' }, theirs = { id: '' }] = hooks
  const message = { match_id: inter, body: '{}' }
  await kysely
    .insertInto('webhook_deliveries')
    .values([
      {
        ...message,
        webhook_id: ours.id,
        type: 'match.added',
        state: 'failed',
        error: 'timeout',
        delivered_at: inDays(-1),
      },
      {
        ...message,
        webhook_id: theirs.id,
        type: 'match.moved',
        attempts: 2,
        ...{ created_at: inDays(-2), status: 500, next_at: inDays(1) },
      },
    ])
    .execute()
})
afterAll(() => database.close())

async function find(list: ListKey, query: Record<string, string> = {}, role: StaffRole = 'owner') {
  const filter = parseListFilter(new URLSearchParams({ list, ...query }))
  return (await findRows(createServices(database), { filter, language: 'en', role })).rows
}

describe('a list', () => {
  interface Expected {
    list: ListKey
    /** The column that names a row. */
    name: string
    order: string[]
    /** What a search of a text, or of a status, finds. */
    found: Record<string, string>
    states: Record<string, string>
    /** Columns that have one value in both rows. */
    alike?: string[]
  }

  it.each<Expected>([
    {
      ...{ list: 'sports', name: 'name', order: ['Tennis', 'Soccer'] },
      ...{ found: { footy: 'Soccer', tennis: 'Tennis' }, states: { hidden: 'Tennis' } },
    },
    {
      ...{ list: 'countries', name: 'name', order: ['Spain', 'Italy'] },
      ...{ found: { boot: 'Italy', italy: 'Italy', tennis: 'Spain' }, states: { hidden: 'Spain' } },
    },
    {
      ...{ list: 'leagues', name: 'name', order: ['Madrid', 'Serie A'], states: { active: 'Serie A' } },
      found: { lega: 'Serie A', serie: 'Serie A', spain: 'Madrid', tennis: 'Madrid' },
    },
    {
      ...{ list: 'matches', name: 'home_team', order: ['Roger', 'Inter'], states: { cancelled: 'Roger' } },
      found: { milan: 'Inter', lega: 'Inter', spain: 'Roger', tennis: 'Roger' },
    },
    {
      ...{ list: 'bookmakers', name: 'name', order: ['Birch', 'Alder'] },
      ...{ found: { alder: 'Alder', grove: 'Alder' }, states: { hidden: 'Birch' } },
    },
    {
      ...{ list: 'affiliate_buttons', name: 'provider', order: ['Ash', 'Yew'] },
      ...{ found: { yew: 'Yew', play: 'Ash', alder: 'Ash' }, states: { hidden: 'Yew' } },
    },
    {
      ...{ list: 'promotions', name: 'title', order: ['Gift', 'Bonus'] },
      ...{ found: { gift: 'Gift', twice: 'Bonus', alder: 'Bonus' }, states: { hidden: 'Gift' } },
    },
    {
      ...{ list: 'pages', name: 'slug', order: ['terms', 'about'] },
      ...{ found: { terms: 'terms', siamo: 'about' }, states: { active: 'about' } },
    },
    {
      ...{ list: 'team_mappings', name: 'team', order: ['Cardiff', 'Inter'], states: { review: 'Inter' } },
      found: { inter: 'Inter', rugby: 'Cardiff', wales: 'Cardiff', serie: 'Inter', biscione: 'Inter' },
      alike: ['sportsdb_team_id', 'candidate_id', 'candidate', 'candidate_score', 'decided_by'],
    },
    {
      ...{ list: 'import_schedules', name: 'source', order: ['api-football', 'promo/2'] },
      found: { promo: 'promo/2', nightly: 'promo/2', epl: 'promo/2' },
      states: { hidden: 'api-football' },
    },
    {
      ...{ list: 'profiles', name: 'email', order: ['zoe@example.org', 'ada@example.org'] },
      found: { zoe: 'zoe@example.org', countess: 'ada@example.org' },
      states: { active: 'zoe@example.org', blocked: 'ada@example.org' },
      alike: ['sessions'],
    },
    {
      ...{ list: 'sign_ins', name: 'user_agent', order: ['Safari', 'Firefox'] },
      found: { ada: 'Firefox', '198.51': 'Safari', firefox: 'Firefox' },
      states: { wrong_password: 'Safari' },
    },
    {
      ...{ list: 'audit_log', name: 'label', order: ['Darts', 'Zoe'] },
      ...{ found: { zoe: 'Zoe', ada: 'Zoe', sports: 'Darts' }, states: { create: 'Darts' } },
    },
    {
      ...{ list: 'webhook_deliveries', name: 'type', order: ['match.moved', 'match.added'] },
      found: { ours: 'match.added', moved: 'match.moved', timeout: 'match.added' },
      states: { failed: 'match.added' },
    },
  ])(
    'of $list is sorted by default and by column, searched by every text and filtered by status',
    async ({ list, name, order, found, states, alike = [] }) => {
      const namesOf = async (query: Record<string, string> = {}) =>
        (await find(list, query)).map(({ values }) => values[name])
      expect(await namesOf()).toEqual(order)
      for (const [q, only] of Object.entries(found)) expect(await namesOf({ q }), q).toEqual([only])
      for (const [status, only] of Object.entries(states))
        expect(await namesOf({ status }), status).toEqual([only])
      const sortedAlike: string[] = []
      for (const { key } of listOf(list).columns) {
        const sorted = async (by: 'asc' | 'desc') =>
          (await find(list, { sort: key, order: by })).map(({ values }) => values[key] ?? null)
        const [first = null, second = null] = await sorted('asc')
        if (first === second) sortedAlike.push(key)
        else if (second === null) expect(await sorted('desc'), key).toEqual([first, null])
        else {
          expect(first !== null && first < second, key).toBe(true)
          expect(await sorted('desc'), key).toEqual([second, first])
        }
      }
      expect(sortedAlike).toEqual(alike)
    },
  )

  it.each<[ListKey, string, string]>([
    ['countries', 'name', 'Spain'],
    ['leagues', 'name', 'Madrid'],
    ['matches', 'home_team', 'Roger'],
  ])('of %s is found by sport', async (list, name, only) => {
    expect((await find(list, { sport: tennis })).map(({ values }) => values[name])).toEqual([only])
  })

  it('of the history has what the role may read', async () => {
    expect((await find('audit_log', {}, 'analyst')).map(({ values }) => values.label)).toEqual(['Darts'])
  })
})

it.each(LIST_KEYS)('a change of a column of %s is none of another one', (list) => {
  expect(partialOf(DEFINITIONS[list].change).parse({})).toEqual({})
})
