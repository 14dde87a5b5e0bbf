import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveLeagues } from '#app/features/catalogue/commands.server.ts'
import { saveMatches } from '#app/features/matches/editor-commands.server.ts'
import { listMarkets } from '#app/features/odds/market-queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Values } from '#app/platform/edit/schema.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createFeedFiles, type FeedFiles } from '#tests/support/feed-files.ts'
import { DERBY, promoBody, type TestMatch } from '#tests/support/feeds.ts'
import { createServices } from '#tests/support/services.ts'
import { runImport } from './run-import.server.ts'

let database: Database
let feeds: FeedFiles

beforeAll(async () => {
  database = await createTestDatabase()
  feeds = await createFeedFiles()
})
afterAll(async () => {
  await feeds.remove()
  await database.close()
})
beforeEach(async () => {
  await resetDatabase(database)
})

const derby: TestMatch = { ...DERBY, prices: [1.85, 3.6, 4.2] }
const final: TestMatch = {
  id: 't1',
  home: 'Adam Smith',
  away: 'Carl Jones',
  start: '2024-03-05T15:00:00Z',
  league: 'ATP Riverton',
  country: 'International',
  sport: 'Tennis',
  prices: [1.5, 2.5],
}

let minutes = 0
/** Imports the whole offer of a bookmaker, each time a minute later. */
async function offer(bookmaker: string, ...matches: TestMatch[]) {
  minutes += 1
  const origin = await feeds.write(promoBody(matches), new Date(Date.UTC(2024, 2, 1, 12, minutes)))
  return runImport(database.kysely, { source: 'promo', origin, options: { bookmaker } })
}

/** Each match as `home - away: Bookmaker home/away, ...`. */
async function contests(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select m.home_team || ' - ' || m.away_team || ': ' || coalesce(string_agg(
      b.name || ' ' || trim_scale(o.home_odds) || '/' || trim_scale(o.away_odds), ', ' order by b.name), '') as line
    from matches m left join odds o on o.match_id = m.id left join bookmakers b on b.id = o.bookmaker_id
    group by m.id order by m.start_time, m.home_team, m.away_team`.execute(database.kysely)
  return rows.map(({ line }) => line)
}

async function asked(): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('match_reviews')
    .select(['reason', 'turned'])
    .orderBy('created_at')
    .execute()
  return rows.map(({ reason, turned }) => (turned ? `${reason} turned` : reason))
}

describe('two feeds on one contest', () => {
  it.each([
    ['a replaced player', final, { away: 'Bob Brown' }],
    ['a replaced fighter', { ...final, sport: 'Mixed Martial Arts' }, { home: 'Bob Brown' }],
    ['a replaced team', derby, { away: 'Northwick' }],
    ['another club of the city', { ...derby, home: 'Manchester United' }, { home: 'Manchester City' }],
    [
      'the second game of a day',
      { ...derby, sport: 'Baseball', prices: [1.5, 2.5] },
      { start: '2024-03-05T17:30:00Z' },
    ],
  ] as const)('never share prices over %s, and go to the review queue', async (_what, match, other) => {
    await offer('Alpha', match)
    await offer('Beta', { ...match, ...other, id: 'x1' })
    const shown = await contests()
    expect(shown).toHaveLength(2)
    expect(shown.filter((line) => line.includes(','))).toEqual([])
    expect(await asked()).toHaveLength(1)
    // A pair is queued once, not at each import.
    await offer('Beta', { ...match, ...other, id: 'x1' })
    expect(await asked()).toHaveLength(1)
  })

  it('are one match when the kick-off was moved by hours', async () => {
    await offer('Alpha', derby)
    await offer('Beta', { ...derby, id: 'x1', start: '2024-03-05T20:00:00Z', prices: [2, 3, 4] })
    expect(await contests()).toEqual(['Riverton - Hillford: Alpha 1.85/4.2, Beta 2/4'])
  })

  it('are one match on neutral ground, each price on its own side', async () => {
    await offer('Alpha', derby)
    const turned = { ...derby, id: 'x1', home: derby.away, away: derby.home }
    await offer('Beta', { ...turned, prices: [4, 3.5, 2] })
    expect(await contests()).toEqual(['Riverton - Hillford: Alpha 1.85/4.2, Beta 2/4'])
    await offer('Beta', { ...turned, prices: [5, 3.5, 1.9] })
    expect(await contests()).toEqual(['Riverton - Hillford: Alpha 1.85/4.2, Beta 1.9/5'])
  })

  it('are one match in a league of women, whether a feed marks their teams or not', async () => {
    const league = { country: 'International', league: 'UEFA Champions League Women' }
    const match = { ...derby, ...league, home: 'Chelsea W', away: 'Barcelona W' }
    await offer('Alpha', match)
    await offer('Beta', { ...match, id: 'x1', home: 'Chelsea', away: 'Barcelona', prices: [2, 3, 4] })
    expect(await contests()).toEqual(['Chelsea W - Barcelona W: Alpha 1.85/4.2, Beta 2/4'])
    // The same names are two teams where the league does not say it.
    const friendly = { ...match, league: 'Club Friendlies', start: '2024-03-06T15:00:00Z' }
    await offer('Alpha', match, { ...friendly, id: 'm2' })
    await offer(
      'Beta',
      { ...match, id: 'x1', home: 'Chelsea', away: 'Barcelona', prices: [2, 3, 4] },
      {
        ...{ ...friendly, id: 'x2', home: 'Chelsea', away: 'Barcelona' },
      },
    )
    expect((await contests()).slice(1)).toEqual([
      'Chelsea - Barcelona: Beta 1.85/4.2',
      'Chelsea W - Barcelona W: Alpha 1.85/4.2',
    ])
    expect(await asked()).toEqual([])
  })

  it('are one match by names that links of earlier imports have proved', async () => {
    const newcastle = { ...derby, home: 'Newcastle United', away: 'Arsenal' }
    const later = { ...newcastle, id: 'm2', away: 'Brighton and Hove Albion', start: '2024-03-12T15:00:00Z' }
    const told = { ...newcastle, id: 'x1', home: 'Newcastle', prices: [2, 3, 4] }
    const toldLater = { ...later, id: 'x2', home: 'Newcastle', away: 'Brighton', prices: [2, 3, 4] }
    await offer('Alpha', newcastle, later)
    await offer('Beta', toldLater)
    expect(await contests()).toHaveLength(3)
    expect(await asked()).toEqual(['names'])
    await resetDatabase(database)
    await offer('Alpha', newcastle, later)
    await offer('Beta', told)
    await database.kysely
      .updateTable('matches')
      .set({ start_time: new Date() })
      .where('away_team', '=', 'Arsenal')
      .execute()
    await offer('Beta', told, toldLater)
    expect(await contests()).toHaveLength(2)
  })

  it('stay one match when a feed swaps its sides later', async () => {
    await offer('Alpha', derby)
    await offer('Beta', { ...derby, id: 'x1', prices: [2, 3, 4] })
    await offer('Beta', { ...derby, id: 'x1', home: derby.away, away: derby.home, prices: [4.5, 3, 2.1] })
    expect(await contests()).toEqual(['Riverton - Hillford: Alpha 1.85/4.2, Beta 2.1/4.5'])
  })

  it('become two matches when a feed puts another opponent under its id', async () => {
    await offer('Alpha', final)
    await offer('Beta', { ...final, id: 'x1', prices: [1.6, 2.4] })
    await offer('Alpha', { ...final, away: 'Bob Brown', prices: [1.2, 4] })
    expect(await contests()).toEqual([
      'Adam Smith - Bob Brown: Alpha 1.2/4',
      'Adam Smith - Carl Jones: Beta 1.6/2.4',
    ])
    await offer('Beta', { ...final, id: 'x1', away: 'Bob Brown', prices: [1.3, 3.5] })
    expect(await contests()).toEqual([
      'Adam Smith - Bob Brown: Alpha 1.2/4, Beta 1.3/3.5',
      'Adam Smith - Carl Jones: ',
    ])
    const cancelled = await database.kysely
      .selectFrom('matches')
      .select('away_team')
      .where('status', '=', 'cancelled')
      .execute()
    expect(cancelled).toEqual([{ away_team: 'Carl Jones' }])
    await offer('Beta', { ...final, id: 'x1', prices: [1.7, 2.3] })
    const open = await database.kysely
      .selectFrom('matches')
      .select('id')
      .where('status', '=', 'scheduled')
      .execute()
    expect(open).toHaveLength(2)
  })

  it('leave a match that has begun as it was when a feed uses its id again', async () => {
    const begun = { ...derby, start: '2024-03-01T12:00:00Z' }
    const read = async () => ({
      match: await database.kysely
        .selectFrom('matches')
        .select(['id', 'status', 'home_odds', 'bookmaker_count'])
        .where('home_team', '=', begun.home)
        .executeTakeFirstOrThrow(),
      odds: await database.kysely.selectFrom('odds').selectAll().execute(),
      history: await database.kysely.selectFrom('odds_history').selectAll().execute(),
      quotes: await database.kysely.selectFrom('quotes').selectAll().execute(),
    })
    await offer('Alpha', begun)
    const before = await read()
    expect(before).toMatchObject({ match: { status: 'scheduled' }, odds: [{}], history: [{}] })
    expect(before.quotes).not.toEqual([])
    await offer('Alpha', { ...DERBY, home: 'Northwick', away: 'Eastham' })
    expect(await contests()).toEqual(['Riverton - Hillford: Alpha 1.85/4.2', 'Northwick - Eastham: '])
    expect(await read()).toEqual(before)
    // The id is that of the next match alone.
    const links = database.kysely.selectFrom('match_sources').innerJoin('matches', 'id', 'match_id')
    expect(await links.select('matches.home_team').execute()).toEqual([{ home_team: 'Northwick' }])
  })

  it('keep both games of a double-header apart, also in two batches', async () => {
    const first = { ...derby, sport: 'Baseball', prices: [1.5, 2.5] }
    const second = { ...first, id: 'm2', start: '2024-03-05T19:00:00Z', prices: [1.7, 2.2] }
    await offer('Alpha', first, second)
    await offer('Beta', { ...first, id: 'x1' }, { ...second, id: 'x2', start: '2024-03-05T18:10:00Z' })
    expect(await contests()).toEqual([
      'Riverton - Hillford: Alpha 1.5/2.5, Beta 1.5/2.5',
      'Riverton - Hillford: Alpha 1.7/2.2, Beta 1.7/2.2',
    ])
  })
})

it('a kick-off that an operator has entered stays until the feed sends another one', async () => {
  await offer('Alpha', derby)
  const start = async () => {
    const rows = await database.kysely
      .selectFrom('matches')
      .select(['id', 'start_time', 'start_typed'])
      .execute()
    expect(rows).toHaveLength(1)
    return rows.map((row) => [row.start_time.toISOString(), row.start_typed])[0]
  }
  const { id } = await database.kysely.selectFrom('matches').select('id').executeTakeFirstOrThrow()
  const [typed, sent] = ['2024-03-05T17:00:00.000Z', '2024-03-06T18:30:00.000Z']
  const before = { start_time: new Date(derby.start).toISOString() }
  const change = { create: [], update: [{ id, before, after: { start_time: typed } }], remove: [] }
  const actor = { id: null, email: 'test' }
  expect(await saveMatches({ database }, change, actor)).toMatchObject({ kind: 'saved' })
  await offer('Alpha', { ...derby, prices: [2, 3, 4] })
  expect(await start()).toEqual([typed, true])
  expect(await contests()).toEqual(['Riverton - Hillford: Alpha 2/4'])
  await offer('Alpha', { ...derby, start: sent })
  expect(await start()).toEqual([sent, false])
  await offer('Alpha', derby)
  expect(await start()).toEqual([before.start_time, false])
})

describe('a postponed contest', () => {
  const later = { ...derby, id: 'm9', start: '2024-03-19T15:00:00Z', prices: [2, 3, 4] }
  const other = { ...derby, id: 'm3', home: 'Northwick', away: 'Eastham' }

  it('is the same match under a new id, with its address', async () => {
    await offer('Alpha', derby, other)
    await offer('Beta', { ...derby, id: 'x1' })
    const before = await database.kysely
      .selectFrom('matches')
      .select('id')
      .where('home_team', '=', 'Riverton')
      .execute()
    await offer('Alpha', later, other)
    expect(await contests()).toEqual([
      'Northwick - Eastham: Alpha 1.85/4.2',
      'Riverton - Hillford: Alpha 2/4, Beta 1.85/4.2',
    ])
    const after = await database.kysely
      .selectFrom('matches')
      .select(['id', 'start_time'])
      .where('home_team', '=', 'Riverton')
      .execute()
    expect(after).toEqual([{ id: before[0]?.id, start_time: new Date(later.start) }])
    await offer('Alpha', { ...later, prices: [2.1, 3, 3.9] }, other)
    expect((await contests())[1]).toBe('Riverton - Hillford: Alpha 2.1/3.9, Beta 1.85/4.2')
  })

  it('has the prices of the new id on its page, too, and none of the old one', async () => {
    const now = Date.now()
    const day = (days: number) => new Date(now + days * 86_400_000).toISOString()
    const total = (id: string) => [
      [id, 'market', '18'],
      { 'total=2.5': { 12: { k: '1.9' }, 13: { k: '1.95' } } },
    ]
    const list = async (bookmaker: string, ago: number, ...body: unknown[]) => {
      const origin = await feeds.write(body, new Date(now - ago * 60_000))
      return runImport(database.kysely, { source: 'promo', origin, options: { bookmaker } })
    }
    const first: TestMatch = { ...derby, start: day(2), prices: [2.5, 3.2, 2.9] }
    await list('Alpha', 3, ...promoBody([first]), total(first.id))
    await list('Beta', 3, ...promoBody([{ ...first, id: 'x1', prices: [1.9, 3.1, 4.2] }]))
    await list('Alpha', 1, ...promoBody([{ ...first, id: 'm9', start: day(9), prices: [2, 3, 4] }]))
    const { id } = await database.kysely.selectFrom('matches').select('id').executeTakeFirstOrThrow()
    expect(await contests()).toEqual(['Riverton - Hillford: Alpha 2/4, Beta 1.9/4.2'])
    const markets = await listMarkets(createServices(database), id)
    expect(
      markets.map(({ type, best, count }) => [type, count, best.map((one) => one && one.price / 1_000_000)]),
    ).toEqual([['match_result', 2, [2, 3.1, 4.2]]])
  })

  it.each(['the body ends early', 'the run is stopped'])(
    'is one match also when %s after the new id is stored',
    async (what) => {
      await offer('Alpha', derby, other)
      minutes += 1
      const body = JSON.stringify(promoBody([later, other]))
      const isCut = what === 'the body ends early'
      const at = new Date(Date.UTC(2024, 2, 1, 12, minutes))
      const origin = await feeds.write(isCut ? body.slice(0, -30) : body, at)
      const stop = new AbortController()
      const first = await runImport(database.kysely, {
        source: 'promo',
        origin,
        options: { bookmaker: 'Alpha', batchItems: 1 },
        signal: stop.signal,
        onProgress: ({ counts }) => counts.items > 0 && !isCut && stop.abort(),
      })
      expect(first).toMatchObject({ status: isCut ? 'failed' : 'cancelled', inserted: 1 })
      expect(await contests()).toHaveLength(3)
      // An answer without it tells nothing about it.
      if (isCut) await offer('Alpha', other)
      expect(await contests()).toHaveLength(3)
      const second = isCut
        ? await offer('Alpha', later, other)
        : await runImport(database.kysely, { source: 'promo', origin, options: { bookmaker: 'Alpha' } })
      expect(second).toMatchObject({ status: 'done', resumedAfter: isCut ? null : 0 })
      expect(await contests()).toEqual([
        'Northwick - Eastham: Alpha 1.85/4.2',
        'Riverton - Hillford: Alpha 2/4',
      ])
      expect(await database.kysely.selectFrom('new_matches').selectAll().execute()).toEqual([])
    },
  )

  it('is another match when the feed lists both, or the first has begun', async () => {
    await offer('Alpha', derby)
    await offer('Alpha', derby, later)
    expect(await contests()).toHaveLength(2)
    const begun = { ...other, start: '2024-03-01T12:00:00Z' }
    await offer('Alpha', derby, later, begun)
    await offer('Alpha', derby, later, { ...begun, id: 'm4', start: '2024-03-09T12:00:00Z' })
    expect(await contests()).toHaveLength(4)
  })

  it('goes to the review queue in a series', async () => {
    await offer('Alpha', { ...derby, sport: 'Basketball', prices: [1.5, 2.5] }, other)
    const next = {
      ...derby,
      id: 'm9',
      sport: 'Basketball',
      start: '2024-03-06T15:00:00Z',
      prices: [1.6, 2.4],
    }
    await offer('Alpha', next, other)
    expect(await contests()).toHaveLength(3)
    expect(await asked()).toEqual(['postponed'])
  })
})

describe('a league with two names', () => {
  const teams = ['Riverton', 'Hillford', 'Northwick', 'Eastham', 'Westfield', 'Southgate', 'Ashby', 'Marlow']
  /** A round of the league: fixtures of neighbours, two hours apart. */
  const round = (league: string, prefix: string, { minute = 0, of = 4, side = '' } = {}): TestMatch[] =>
    Array.from({ length: of }, (_, n) => ({
      ...derby,
      id: `${prefix}${n}`,
      league,
      country: 'Spain',
      home: `${teams[2 * n]}${side}`,
      away: `${teams[2 * n + 1]}${side}`,
      start: new Date(Date.UTC(2024, 2, 5, 15 + 2 * n, minute)).toISOString(),
    }))
  const leagues = async () => {
    const rows = await database.kysely.selectFrom('leagues').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  }

  it('is recognised by matches with the same teams and kick-offs, and gets one address', async () => {
    await offer('Alpha', ...round('Primera', 'a'))
    await offer('Beta', ...round('Liga Hispania', 'b'))
    expect(await leagues()).toEqual(['Primera'])
    expect(await contests()).toEqual([
      'Riverton - Hillford: Alpha 1.85/4.2, Beta 1.85/4.2',
      'Northwick - Eastham: Alpha 1.85/4.2, Beta 1.85/4.2',
      'Westfield - Southgate: Alpha 1.85/4.2, Beta 1.85/4.2',
      'Ashby - Marlow: Alpha 1.85/4.2, Beta 1.85/4.2',
    ])
    const redirects = await database.kysely
      .selectFrom('old_slugs')
      .select('slug')
      .where('entity', '=', 'league')
      .execute()
    expect(redirects).toEqual([{ slug: 'liga-hispania' }])
    // The name is now known, also for a match that has no other connection.
    await offer('Beta', ...round('Liga Hispania', 'b'), {
      ...derby,
      id: 'b9',
      country: 'Spain',
      league: 'LIGA Hispania',
    })
    expect(await leagues()).toEqual(['Primera'])
  })

  it('of women is recognised, whether a feed marks their teams or not', async () => {
    await offer('Alpha', ...round('Primera Women', 'a', { side: ' W' }))
    await offer('Beta', ...round('Liga Hispania Women', 'b'))
    expect(await leagues()).toEqual(['Primera Women'])
    expect((await contests()).filter((line) => line.includes(','))).toHaveLength(4)
  })

  it('is recognised by its number wherever it is in the name', async () => {
    await offer('Alpha', ...round('2. Liga', 'a', { of: 1 }))
    await offer('Beta', ...round('Liga 2', 'b', { of: 1 }))
    expect(await leagues()).toEqual(['2. Liga'])
  })

  it.each([
    ['two matches alone', {}, 'Copa', { of: 2 }],
    ['the women', {}, 'Primera Women', {}],
    ['the under-19s', {}, 'Primera U19', {}],
    ['another tier', {}, 'Primera B', {}],
    ['the same teams an hour later', {}, 'Copa', { minute: 59 }],
  ])('is not joined by %s', async (what, more, name, other) => {
    await offer('Alpha', ...round(what === 'another tier' ? 'Primera A' : 'Primera', 'a', more))
    await offer('Beta', ...round(name, 'b', other))
    expect(await leagues()).toHaveLength(2)
    expect((await contests()).filter((line) => line.includes(','))).toEqual([])
  })

  /** Changes a league that has no settings yet, as its editor does. */
  const change = async (name: string, after: Values) => {
    const { id, menu_position } = await database.kysely
      .selectFrom('leagues')
      .select(['id', 'menu_position'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const before = { display_name: null, logo_url: null, menu_position, is_active: true }
    const changes = { create: [], update: [{ id, before, after }], remove: [] }
    await saveLeagues({ database }, changes, { id: null, email: 'operator@example.org' })
  }
  const settings = () =>
    database.kysely
      .selectFrom('leagues')
      .select(['name', 'display_name', 'logo_url', 'menu_position', 'is_active'])
      .execute()

  it('keeps what an operator has set for either of them, and the history has what the other had', async () => {
    await offer('Alpha', ...round('Primera', 'a', { of: 1 }))
    await offer('Beta', ...round('Liga Hispania', 'b', { of: 1 }))
    await change('Primera', { display_name: 'La Primera', menu_position: 7 })
    await change('Liga Hispania', { display_name: 'La Liga', logo_url: '/media/liga.png', menu_position: 3 })
    await offer('Alpha', ...round('Primera', 'a'))
    await offer('Beta', ...round('Liga Hispania', 'b'))
    const kept = { display_name: 'La Primera', logo_url: '/media/liga.png', menu_position: 7 }
    expect(await settings()).toEqual([{ name: 'Primera', ...kept, is_active: true }])
    const entries = await database.kysely
      .selectFrom('audit_log')
      .select(['user_email', 'label', 'before'])
      .where('entity', '=', 'leagues')
      .where('action', '=', 'delete')
      .execute()
    const before = { display_name: 'La Liga', logo_url: '/media/liga.png', menu_position: 3, is_active: true }
    expect(entries).toEqual([
      { user_email: 'overround', label: 'Liga Hispania', before: { name: 'Liga Hispania', ...before } },
    ])
  })

  it('stays hidden when a feed brings another name of it, with more feeds or not', async () => {
    await offer('Alpha', ...round('Primera', 'a'))
    await change('Primera', { is_active: false })
    // Only single matches agree at first.
    await offer('Beta', ...round('Liga Hispania', 'b', { of: 1 }))
    await offer('Gamma', ...round('Liga Hispania', 'c', { of: 1 }))
    await offer('Beta', ...round('Liga Hispania', 'b'))
    expect(await settings()).toMatchObject([{ name: 'Primera', is_active: false }])
  })

  it('goes to the review queue when an operator has hidden only one of the two', async () => {
    await offer('Alpha', ...round('Primera', 'a', { of: 1 }))
    await offer('Beta', ...round('Liga Hispania', 'b', { of: 1 }))
    await change('Primera', { is_active: false })
    await offer('Alpha', ...round('Primera', 'a'))
    await offer('Beta', ...round('Liga Hispania', 'b'))
    expect(await leagues()).toEqual(['Liga Hispania', 'Primera'])
    expect((await asked()).every((reason) => reason === 'league')).toBe(true)
    expect(await asked()).toHaveLength(4)
  })

  it('is recognised by the next run when one breaks off', async () => {
    await offer('Alpha', ...round('Primera', 'a'))
    minutes += 1
    const body = JSON.stringify(promoBody([...round('Liga Hispania', 'b'), derby]))
    const origin = await feeds.write(body.slice(0, -30), new Date(Date.UTC(2024, 2, 1, 12, minutes)))
    await runImport(database.kysely, { source: 'promo', origin, options: { bookmaker: 'Beta' } })
    expect(await leagues()).toEqual(['Liga Hispania', 'Primera'])
    await offer('Beta', ...round('Liga Hispania', 'b'))
    expect(await leagues()).toEqual(['Primera'])
  })

  it('goes to the review queue when only single matches agree', async () => {
    await offer('Alpha', ...round('Primera', 'a'))
    await offer('Beta', ...round('Copa', 'b', { of: 1 }))
    expect(await asked()).toEqual(['league'])
  })

  it('stays two leagues when one feed has both', async () => {
    await offer('Alpha', ...round('Primera', 'a'), { ...derby, id: 'a9', country: 'Spain', league: 'Copa' })
    await offer('Beta', ...round('Copa', 'b'))
    expect(await leagues()).toEqual(['Copa', 'Primera'])
  })
})
