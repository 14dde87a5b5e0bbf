import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIST_KEYS, type Plan } from '#app/features/bulk-edit/lists.ts'
import { saveLeagues } from '#app/features/catalogue/commands.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Changes } from '#app/platform/edit/schema.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import type { PlanRequestOutcome } from '#app/routes/admin/bulk-edit/plan-panel.tsx'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let admin: { cookie: string; id: string }
let places: { leagueId: string; countryId: string; sportId: string }[]

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  admin = await signInAdministrator(database, site)
  places = []
  for (let n = 1; n <= 130; n += 1) {
    const sport = n % 10 === 0 ? 'Tennis' : 'Football'
    const country = n % 7 === 0 ? 'Italy' : 'Spain'
    places.push(await createPlace(database.kysely, { sport, country, league: `Ligá ${n}` }))
  }
})
afterAll(async () => {
  await site.close()
  await database.close()
})
beforeEach(() =>
  sql`update leagues set display_name = null, logo_url = null, is_active = true, menu_position = 1`.execute(
    database.kysely,
  ),
)

const page = async (query: string) =>
  (await site.get(`/admin/bulk-edit?${query}`, { cookie: admin.cookie })).text()

/** The rows of a page in its order. */
const shown = (html: string) => [...html.matchAll(/Ligá (\d+)<\/bdi>/g)].map(([, n]) => Number(n))

const send = (query: string, body: unknown, cookie = admin.cookie) =>
  adminPost(site, cookie)(`/admin/bulk-edit.data?${query}`, body)

const ask = async (query: string, body: unknown) => answerOf<PlanRequestOutcome>(await send(query, body))

/** A plan, which must not be refused. */
async function plan(query: string, body: object): Promise<Plan & { ignored: string[] }> {
  const answer = await ask(query, body)
  if (answer.kind !== 'plan') throw new Error(JSON.stringify(answer))
  return answer
}

const hide = { kind: 'plan-value', ids: null, column: 'is_active', value: false }
const file = (text: string) => ({ kind: 'plan-file', text })

const league = (id: string) =>
  database.kysely.selectFrom('leagues').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const countHidden = async () => {
  const rows = await database.kysely
    .selectFrom('leagues')
    .select('id')
    .where('is_active', '=', false)
    .execute()
  return rows.length
}

const exported = async (query: string) =>
  (await site.get(`/admin/bulk-edit/export?${query}`, { cookie: admin.cookie })).text()

describe('rows of a list', () => {
  it('are found by a name without accents, by sport and by status, over all countries', async () => {
    const twelves = [12, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129]
    expect(shown(await page('list=leagues&q=liga+12'))).toEqual(twelves)
    // As it is written, and in capitals.
    expect(shown(await page(`list=leagues&q=${encodeURIComponent('Ligá 12')}`))).toEqual(twelves)
    expect(shown(await page('list=leagues&q=LIGA+12'))).toEqual(twelves)
    const tennis = places[9]?.sportId
    expect(shown(await page(`list=leagues&sport=${tennis}`))).toHaveLength(13)
    await sql`update leagues set is_active = false where name in ('Ligá 7', 'Ligá 70')`.execute(
      database.kysely,
    )
    expect(shown(await page('list=leagues&status=hidden'))).toEqual([7, 70])
    expect(shown(await page(`list=leagues&status=hidden&sport=${tennis}`))).toEqual([70])
    expect(shown(await page('list=leagues&status=active&q=liga+7'))).toEqual([
      ...[71, 72, 73, 74, 75, 76, 77, 78, 79],
    ])
    // The form has what was searched; the file, the headings and the pages keep it.
    const search = 'q=liga&status=active'
    const html = await page(`list=leagues&${search}&sort=name&order=desc`)
    const hrefs = readHtml(html)
      .all('a')
      .map((it) => it.attribute('href') ?? '')
    expect(hrefs).toEqual(
      expect.arrayContaining([
        `/admin/bulk-edit/export?list=leagues&${search}&sort=name&order=desc`,
        `/admin/bulk-edit?list=leagues&${search}&sort=name`,
        `/admin/bulk-edit?list=leagues&${search}&sort=menu_position`,
        `/admin/bulk-edit?list=leagues&${search}&sort=name&order=desc&page=2`,
      ]),
    )
    const [form] = readHtml(html)
      .all('form')
      .filter((it) => it.attribute('role') === 'search')
    const sent = [...(form?.all('input') ?? []), ...(form?.all('select') ?? [])]
    const names = sent.flatMap((it) => it.attribute('name') ?? [])
    expect(names.toSorted()).toEqual(['list', 'order', 'q', 'sort', 'sport', 'status'])
    expect(html).toMatch(/<option value="active"[^>]* selected/)
    // The file has what was found.
    const lines = (await exported('list=leagues&q=LIGA+12')).trim().split('\r\n').slice(1)
    expect(lines.map((line) => Number(/Ligá (\d+)/.exec(line)?.[1]))).toEqual(twelves)
    expect(shown(await page('list=leagues&q=%25'))).toEqual([])
  })

  it('are sorted by any column, and in pages of a hundred', async () => {
    await sql`update leagues set menu_position = substr(name, 6)::integer`.execute(database.kysely)
    const first = shown(await page('list=leagues&sort=menu_position&order=desc'))
    const second = shown(await page('list=leagues&sort=menu_position&order=desc&page=2'))
    expect([...first, ...second]).toEqual(Array.from({ length: 130 }, (_, at) => 130 - at))
    expect(shown(await page('list=leagues&sort=menu_position&order=desc&page=99'))).toEqual(second)
    expect(shown(await page('list=leagues&sort=menu_position&page=2'))).toEqual(
      first.slice(0, 30).toReversed(),
    )
    const lines = (await exported('list=leagues&sort=menu_position&order=desc')).split('\r\n').slice(1, 131)
    expect(lines.map((line) => Number(/Ligá (\d+)/.exec(line)?.[1]))).toEqual([...first, ...second])
  })

  it.each(LIST_KEYS)('of %s are shown, searched and sorted by each column', async (list) => {
    const heads = (await exported(`list=${list}`)).split('\r\n')[0]?.split(',') ?? []
    expect(heads[0]).toBe('id')
    const [first, ...others] = heads.slice(1)
    const query = `list=${list}&q=e&sort=`
    const page = await site.get(`/admin/bulk-edit?${query}${first}`, { cookie: admin.cookie })
    expect([first, page.status]).toEqual([first, 200])
    // As the page's scripts ask when a head is clicked.
    const own = '_routes=routes%2Fadmin%2Fbulk-edit%2Froute'
    for (const sort of others) {
      const data = await site.get(`/admin/bulk-edit.data?${query}${sort}&${own}`, { cookie: admin.cookie })
      expect([sort, data.status, await data.text()]).toEqual([sort, 200, expect.stringContaining('"filter"')])
    }
  })
})

describe('a change of many rows', () => {
  it('is shown first, and saved for every row that was found, not only those of the page', async () => {
    const changed = await plan('list=leagues', hide)
    expect(changed.update).toHaveLength(130)
    expect(await countHidden()).toBe(0)
    expect(await ask('list=leagues', { kind: 'save', update: changed.update })).toEqual({
      kind: 'saved',
      count: 130,
    })
    expect(await countHidden()).toBe(130)
    const audit = await database.kysely
      .selectFrom('audit_log')
      .select(['label', 'before', 'after'])
      .where('entity', '=', 'leagues')
      .execute()
    expect(new Set(audit.map(({ label }) => label)).size).toBe(130)
    expect(audit).toContainEqual({
      label: 'Ligá 130',
      before: { is_active: true },
      after: { is_active: false },
    })
  })

  it('of a search or of selected rows leaves the others as they are', async () => {
    expect((await plan('list=leagues&q=liga+12', hide)).update).toHaveLength(11)
    const ids = [places[0]?.leagueId, places[1]?.leagueId]
    const changed = await plan('list=leagues', { ...hide, ids })
    expect(changed.update.map(({ id }) => id).sort()).toEqual(ids.sort())
    expect(Object.values(changed.labels).sort()).toEqual(['Ligá 1', 'Ligá 2'])
    expect(await ask('list=leagues', { kind: 'save', update: changed.update })).toMatchObject({ count: 2 })
    expect(await countHidden()).toBe(2)
  })

  it('counts the rows that already are so', async () => {
    await sql`update leagues set is_active = false where name = 'Ligá 12'`.execute(database.kysely)
    expect(await plan('list=leagues&q=liga+12', hide)).toMatchObject({ unchanged: 1 })
  })

  it('that somebody else has made impossible is refused as a whole', async () => {
    const changed = await plan('list=leagues&q=liga+12', { ...hide, column: 'display_name', value: 'First' })
    const [one] = changed.update
    const other: Changes = {
      create: [],
      update: [{ id: one?.id ?? '', before: { display_name: null }, after: { display_name: 'Other' } }],
      remove: [],
    }
    await saveLeagues({ database }, other, { id: null, email: 'other@example.org' })
    const response = await send('list=leagues', { kind: 'save', update: changed.update })
    expect(response.status).toBe(409)
    expect(await answerOf(response)).toMatchObject({
      kind: 'conflict',
      conflicts: [{ theirs: 'Other', mine: 'First' }],
    })
    const rows = await database.kysely
      .selectFrom('leagues')
      .select('id')
      .where('display_name', '=', 'First')
      .execute()
    expect(rows).toEqual([])
  })

  it.each([
    ['leagues', 'menu_position', 0, 'problem.position'],
    ['leagues', 'logo_url', 'http://x.example/a.png', 'problem.image-url'],
    ['bookmakers', 'kind', 'casino', 'bulk.problem-value'],
    ['bookmakers', 'commission', 'much', 'problem.commission'],
    ['affiliate_buttons', 'button_link', 'javascript:alert(1)', 'problem.link'],
  ])('with a wrong value is refused: %s.%s = %j', async (list, column, value, text) => {
    expect(await ask(`list=${list}`, { ...hide, column, value })).toEqual({
      kind: 'plan-refused',
      problem: 'value',
      column,
      text,
    })
  })

  it('of a column that nobody may change is refused, also when it is sent to be saved', async () => {
    expect(await ask('list=leagues', { ...hide, column: 'slug', value: 'x' })).toMatchObject({
      problem: 'no-column',
    })
    const id = places[0]?.leagueId ?? ''
    const before = await league(id)
    await send('list=leagues', {
      kind: 'save',
      update: [{ id, before: { slug: before.slug, name: before.name }, after: { slug: 'x', name: 'x' } }],
    })
    expect(await league(id)).toEqual(before)
  })

  it('of the price of a match is none of this screen, of its status is', async () => {
    const match = await createMatch(database.kysely, {
      league_id: places[0]?.leagueId ?? '',
      home_team: 'Zürich',
    })
    expect(await ask('list=matches&q=zurich', { ...hide, column: 'home_odds', value: 2 })).toMatchObject({
      problem: 'no-column',
    })
    const changed = await plan('list=matches&q=zurich', { ...hide, column: 'status', value: 'cancelled' })
    expect(changed.update).toEqual([
      { id: match, before: { status: 'scheduled' }, after: { status: 'cancelled' } },
    ])
  })
})

describe('a file of a list', () => {
  it('that was exported and not changed changes nothing', async () => {
    await createBookmaker(database.kysely, { name: '=2+3, \'quoted\' "bet"' })
    await database.kysely
      .insertInto('affiliate_buttons')
      .values({
        provider: '@provider',
        button_text: 'Bet; now',
        button_link: 'https://x.example/?a={click_id}',
      })
      .execute()
    await database.kysely
      .insertInto('promotions')
      .values({
        title: '-10 %',
        description: 'Two\nlines',
        button_text: 'Go',
        button_link: 'https://x.example/',
        subtitle: ' ',
        start_date: new Date('2030-01-01T00:00:00.123Z'),
        end_date: null,
      })
      .execute()
    // What a feed has stored, and no editor may type.
    await sql`update leagues set logo_url = 'http://feed.example/old.png'`.execute(database.kysely)
    for (const list of [
      'sports',
      'countries',
      'leagues',
      'matches',
      'bookmakers',
      'affiliate_buttons',
      'promotions',
    ]) {
      const { update, ignored } = await plan(`list=${list}`, file(await exported(`list=${list}`)))
      expect([list, update]).toEqual([list, []])
      expect(ignored).not.toContain('id')
    }
  })

  it('with changed cells shows these, and saves them', async () => {
    const [first] = places
    const text = `id;display_name;menu_position;is_active;sport\r\n${first?.leagueId};Premiere;7;no;Darts\r\n`
    const changed = await plan('list=leagues', file(text))
    expect(changed).toMatchObject({
      update: [
        {
          before: { display_name: null, menu_position: 1, is_active: true },
          after: { display_name: 'Premiere', menu_position: 7, is_active: false },
        },
      ],
      ignored: ['sport'],
    })
    expect(await league(first?.leagueId ?? '')).toMatchObject({ display_name: null, menu_position: 1 })
    await send('list=leagues', { kind: 'save', update: changed.update })
    expect(await league(first?.leagueId ?? '')).toMatchObject({
      display_name: 'Premiere',
      menu_position: 7,
      is_active: false,
    })
    const others = await database.kysely
      .selectFrom('leagues')
      .select('id')
      .where((eb) => eb.or([eb('display_name', 'is not', null), eb('is_active', '=', false)]))
      .execute()
    expect(others.map(({ id }) => id)).toEqual([first?.leagueId])
  })

  it('with the score of a match stores it, and removes it where the cells are empty', async () => {
    const id = await createMatch(database.kysely, {
      ...{
        league_id: places[0]?.leagueId ?? '',
        home_team: 'Aspen',
        away_team: 'Birch',
        slug: 'aspen-vs-birch',
      },
      start_time: new Date(Date.now() - 30 * HOUR_MS),
    })
    const send = async (cells: string) => {
      const planned = await plan('list=matches', file(`id,home_score,away_score\n${id},${cells}\n`))
      return ask('list=matches', { kind: 'save', create: [], update: planned.update })
    }
    const stored = () =>
      database.kysely
        .selectFrom('matches')
        .select(['home_score', 'away_score', 'status'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    expect(await send('2,0')).toMatchObject({ kind: 'saved' })
    expect(await stored()).toEqual({ home_score: 2, away_score: 0, status: 'finished' })
    expect(await send(',')).toMatchObject({ kind: 'saved' })
    expect(await stored()).toMatchObject({ home_score: null, away_score: null })
    await database.kysely.deleteFrom('matches').where('id', '=', id).execute()
  })

  it('with a score that its match cannot have is refused with its line', async () => {
    const named = { league_id: places[0]?.leagueId ?? '', home_team: 'Aspen', away_team: 'Birch' }
    const begun = await createMatch(database.kysely, {
      ...named,
      start_time: new Date(Date.now() - 30 * HOUR_MS),
    })
    const coming = await createMatch(database.kysely, {
      ...named,
      start_time: new Date(Date.now() + 30 * HOUR_MS),
    })
    const text = `id,home_score,away_score\n${begun},2,\n${coming},1,0\n`
    expect(await ask('list=matches', file(text))).toEqual({
      kind: 'plan-refused',
      problem: 'lines',
      lines: [
        { line: 2, column: 'away_score', problem: 'matches.problem-score' },
        { line: 3, column: 'home_score', problem: 'matches.problem-score-early' },
      ],
      more: 0,
    })
    await database.kysely.deleteFrom('matches').where('id', 'in', [begun, coming]).execute()
  })

  it('with prices of bookmakers stores them as typed, and names the lines of wrong ones', async () => {
    const { kysely } = database
    const at = new Date(Date.now() + 30 * HOUR_MS)
    const alpha = await createBookmaker(kysely, { name: 'Alpha' })
    const beta = await createBookmaker(kysely, { name: 'Beta' })
    const named = { home_team: 'Larch', away_team: 'Birch', start_time: at }
    const football = await createMatch(kysely, { ...named, league_id: places[0]?.leagueId ?? '' })
    const tennis = await createMatch(kysely, { ...named, league_id: places[9]?.leagueId ?? '' })
    const lines = (await exported('list=match_prices')).trim().split('\r\n')
    const idOf = (sport: string, bookmaker: string) =>
      lines
        .find(
          (line) =>
            line.includes(`,${sport},`) && line.includes(',Larch,') && line.includes(`,${bookmaker},`),
        )
        ?.slice(0, 36) ?? ''
    const [first, second, third] = [
      idOf('Football', 'Alpha'),
      idOf('Football', 'Beta'),
      idOf('Tennis', 'Beta'),
    ]
    const wrong = `id,home_odds,draw_odds,away_odds\n${first},2.1,x,3\n${second},0.9,3,3\n${third},1.5,3,2.5\n`
    expect(await ask('list=match_prices', file(wrong))).toMatchObject({
      problem: 'lines',
      lines: [
        { line: 2, column: 'draw_odds', problem: 'matches.problem-odds' },
        { line: 3, column: 'home_odds', problem: 'matches.problem-odds' },
        { line: 4, column: 'draw_odds', problem: 'matches.problem-prices-draw' },
      ],
    })
    const right = `id,home_odds,draw_odds,away_odds\n${first},"2,1",3.4,3.6\n${second},2.2,3.3,3.5\n${third},1.5,,2.5\n`
    const planned = await plan('list=match_prices', file(right))
    expect(Object.values(planned.labels)).toContain('Larch – Birch, Alpha')
    expect(await ask('list=match_prices', { kind: 'save', create: [], update: planned.update })).toEqual(
      expect.objectContaining({ kind: 'saved', count: 3 }),
    )
    const headlines = await kysely
      .selectFrom('matches')
      .select(['id', 'home_odds', 'draw_odds', 'away_odds', 'bookmaker_count'])
      .where('id', 'in', [football, tennis])
      .execute()
    expect(headlines.find(({ id }) => id === football)).toMatchObject({
      ...{ home_odds: 2.2, draw_odds: 3.4, away_odds: 3.6, bookmaker_count: 2 },
    })
    expect(headlines.find(({ id }) => id === tennis)).toMatchObject({ home_odds: 1.5, draw_odds: null })

    const grid = await site.get(`/admin/matches/${football}/prices`, { cookie: admin.cookie })
    expect(await grid.json()).toMatchObject({
      headline: { type: 'match_result' },
      markets: [
        { quotes: [{ bookmaker: alpha, prices: [2.1, 3.4, 3.6], leftOut: null }, { bookmaker: beta }] },
      ],
    })
    const changed = await plan('list=match_prices', file(`id,home_odds\n${first},2.5\n`))
    expect(changed.update).toEqual([{ id: first, before: { home_odds: 2.1 }, after: { home_odds: 2.5 } }])
    await sql`update odds set home_odds = 2.3 where bookmaker_id = ${alpha}`.execute(kysely)
    expect(
      await ask('list=match_prices', { kind: 'save', create: [], update: changed.update }),
    ).toMatchObject({
      kind: 'conflict',
      conflicts: [{ column: 'home_odds', mine: 2.5, theirs: 2.3 }],
    })
    await kysely.deleteFrom('matches').where('id', 'in', [football, tennis]).execute()
    await kysely.deleteFrom('bookmakers').where('id', 'in', [alpha, beta]).execute()
  })

  it('that was exported changes what was edited, not what has changed since the export', async () => {
    const { kysely } = database
    const [first, second, third] = ['Ligá 12', 'Ligá 120', 'Ligá 121']
    const text = await exported('list=leagues&q=liga+12')
    await sql`update leagues set menu_position = 9, logo_url = 'https://x.example/new.png'
      where name in (${first}, ${second}, ${third})`.execute(kysely)
    // As a spreadsheet with other separators and quotes saves it.
    const edited = text.replace(new RegExp(`,${first},,,1,yes,`), `,"${first}",,,1,no,`)
    expect(edited).not.toBe(text)
    const changed = await plan('list=leagues', file(edited))
    expect(changed).toMatchObject({
      update: [{ before: { is_active: true }, after: { is_active: false } }],
      unchanged: 10,
      ignored: ['sport', 'country', 'name'],
    })
    const clash = edited.replace(new RegExp(`,${second},,,1,yes,`), `,${second},Cup,,2,yes,`)
    expect(await ask('list=leagues', file(clash))).toMatchObject({
      problem: 'lines',
      lines: [{ line: 3, column: 'menu_position', problem: 'bulk.problem-stale' }],
    })
    // What somebody else has typed meanwhile, too, is as asked.
    await sql`update leagues set menu_position = 2 where name = ${second}`.execute(kysely)
    expect((await plan('list=leagues', file(clash))).update).toContainEqual(
      expect.objectContaining({ after: { display_name: 'Cup' } }),
    )
    // The end of another row's line is not of this one.
    const ends = text.split('\r\n').map((line) => line.slice(line.lastIndexOf(',') + 1))
    expect(await ask('list=leagues', file(edited.replace(`${ends[1]}`, `${ends[2]}`)))).toMatchObject({
      problem: 'lines',
      lines: expect.arrayContaining([expect.objectContaining({ line: 2, problem: 'bulk.problem-stale' })]),
    })
  })

  it('of prices does not type those that a feed has moved since the export', async () => {
    const { kysely } = database
    const bookmaker = await createBookmaker(kysely, { name: 'Alpha' })
    const start_time = new Date(Date.now() + 30 * HOUR_MS)
    const league_id = places[0]?.leagueId ?? ''
    const match = await createMatch(kysely, { league_id, home_team: 'Hornbeam', start_time })
    const query = 'list=match_prices&q=hornbeam+alpha'
    const [, empty = ''] = (await exported(query)).split('\r\n')
    const typed = await plan(
      'list=match_prices',
      file(`id,home_odds,draw_odds,away_odds\n${empty.slice(0, 36)},2.1,3.4,3.6\n`),
    )
    await ask('list=match_prices', { kind: 'save', create: [], update: typed.update })
    const text = await exported(query)
    await sql`update odds set home_odds = 1.9, away_odds = 3.9 where match_id = ${match}`.execute(kysely)
    expect(await plan('list=match_prices', file(text))).toMatchObject({ update: [], unchanged: 1 })
    await kysely.deleteFrom('matches').where('id', '=', match).execute()
    await kysely.deleteFrom('bookmakers').where('id', '=', bookmaker).execute()
  })

  it('with a wrong cell is refused as a whole, with each line', async () => {
    const [a, b] = [places[0]?.leagueId, places[1]?.leagueId]
    const text = `id,menu_position,is_active\n${a},3,maybe\n${b},-1,yes\n${b},1,yes\nx,1,yes\n`
    expect(await ask('list=leagues', file(text))).toEqual({
      kind: 'plan-refused',
      problem: 'lines',
      lines: [
        { line: 2, column: 'is_active', problem: 'bulk.problem-value' },
        { line: 3, column: 'menu_position', problem: 'problem.position' },
        { line: 4, column: 'id', problem: 'bulk.problem-twice' },
        { line: 5, column: 'id', problem: 'bulk.problem-id' },
      ],
      more: 0,
    })
  })

  it.each([
    ['', { problem: 'empty' }],
    ['id,is_active\n', { problem: 'empty' }],
    ['name,is_active\nA,no\n', { problem: 'lines' }],
    ['id,name\n1,A\n', { problem: 'no-column' }],
    ['id,is_active\n1,"a" b\n', { problem: 'not-csv', line: 2 }],
    [
      'id,is_active\n00000000-0000-4000-8000-000000000000,no\n',
      { problem: 'lines', lines: [{ line: 2, column: 'id', problem: 'bulk.problem-unknown' }] },
    ],
    [`id,is_active\n${'x,no\n'.repeat(20_001)}`, { problem: 'too-many' }],
  ])('is refused with its reason: %.40j', async (text, refusal) => {
    expect(await ask('list=leagues', file(text))).toMatchObject({ kind: 'plan-refused', ...refusal })
  })
})

describe('a row of a file without an id', () => {
  const save = async (list: string, { create, update }: Plan) =>
    ask(`list=${list}`, { kind: 'save', create, update })

  it('adds a bookmaker with the usual values, after a preview, once and in the history', async () => {
    const other = await createBookmaker(database.kysely, { name: 'Elmstake' })
    const text = `id,name,commission,rating,is_active\n,Hazelbet,"2,5",4.5,\n${other},Elmstake,0,3,no\n`
    const planned = await plan('list=bookmakers', file(text))
    expect(planned.create).toMatchObject([
      { values: { name: 'Hazelbet', commission: 2.5, rating: 4.5, kind: 'bookmaker', is_active: true } },
    ])
    expect(planned.update.map(({ id }) => id)).toEqual([other])
    const count = () =>
      database.kysely
        .selectFrom('bookmakers')
        .select(['key', 'slug', 'rating', 'id'])
        .where('name', '=', 'Hazelbet')
        .execute()
    expect(await count()).toEqual([])
    expect(await save('bookmakers', planned)).toMatchObject({ kind: 'saved', count: 2 })
    // The answer to a save may be lost, and the same save be sent again.
    expect(await save('bookmakers', planned)).toMatchObject({ kind: 'saved' })
    const rows = await count()
    expect(rows).toMatchObject([{ key: 'hand:hazelbet', slug: 'hazelbet', rating: 4.5 }])
    const entries = await database.kysely
      .selectFrom('audit_log')
      .select(['action', 'label'])
      .where('entity_id', '=', rows[0]?.id ?? '')
      .execute()
    expect(entries).toEqual([{ action: 'create', label: 'Hazelbet' }])
    expect(await ask('list=bookmakers', file('id,name\n,hazelbet\n,Twin\n,TWIN\n'))).toMatchObject({
      lines: [
        { line: 2, column: 'name', problem: 'bookmakers.name-taken' },
        { line: 4, column: 'name', problem: 'bookmakers.name-taken' },
      ],
    })
  })

  it('adds buttons and promotions of the bookmaker that it names', async () => {
    const bookmaker = await createBookmaker(database.kysely, { name: 'Ashbet, the first' })
    const buttons = await plan(
      'list=affiliate_buttons',
      file(
        'id;bookmaker;provider;button_text;button_link\n;"ASHBET, the first";Ash;Go;https://ash.example/\n',
      ),
    )
    expect(buttons.ignored).toEqual([])
    expect(await save('affiliate_buttons', buttons)).toMatchObject({ kind: 'saved', count: 1 })
    const head = 'id,bookmaker,title,description,button_text,button_link,end_date\n'
    const offers = await plan(
      'list=promotions',
      file(`${head},,Fresh offer,About it,Get it,/en,2030-01-31T20:00:00Z\n`),
    )
    expect(await save('promotions', offers)).toMatchObject({ kind: 'saved', count: 1 })
    const { kysely } = database
    expect(
      await kysely
        .selectFrom('affiliate_buttons')
        .select(['bookmaker_id', 'is_active'])
        .where('provider', '=', 'Ash')
        .execute(),
    ).toEqual([{ bookmaker_id: bookmaker, is_active: true }])
    expect(
      await kysely
        .selectFrom('promotions')
        .select(['bookmaker_id', 'end_date', 'star_rating'])
        .where('title', '=', 'Fresh offer')
        .execute(),
    ).toEqual([{ bookmaker_id: null, end_date: new Date('2030-01-31T20:00:00Z'), star_rating: 5 }])
  })

  it('is refused by its line where a promotion would end before it begins', async () => {
    const head = 'id,title,description,button_text,button_link,start_date,end_date\n'
    const [early, late] = ['2030-01-01T20:00:00Z', '2030-01-31T20:00:00Z']
    const offer = `,Backwards,About it,Get it,/en,${late},${early}\n`
    const lines = [{ line: 2, column: 'end_date', problem: 'promotions.problem-end' }]
    expect(await ask('list=promotions', file(`${head}${offer}`))).toMatchObject({ problem: 'lines', lines })
  })

  it('is refused by its line where a value is missing, its bookmaker is unknown, or the list takes none', async () => {
    expect(
      await ask('list=affiliate_buttons', file('id,bookmaker,provider,button_text\n,Nobody,Ash,Go\n')),
    ).toMatchObject({
      lines: [
        { line: 2, column: 'bookmaker', problem: 'bulk.problem-bookmaker' },
        { line: 2, column: 'button_link', problem: 'problem.required' },
      ],
    })
    expect(await ask('list=matches', file('id,featured\n,yes\n'))).toMatchObject({
      lines: [{ line: 2, column: 'id', problem: 'bulk.problem-no-new' }],
    })
  })

  it('adds a league with its country and sport, as a feed does, and none that is there', async () => {
    const text =
      'sport,country,name,display_name,menu_position\nPadel,England,Padel Cup,The Cup,7\nPadel,England,Padel League,,\n'
    const planned = await plan('list=leagues', file(text))
    expect(planned.create.map(({ values }) => values)).toEqual([
      { sport: 'Padel', country: 'England', name: 'Padel Cup', display_name: 'The Cup', menu_position: 7 },
      { sport: 'Padel', country: 'England', name: 'Padel League' },
    ])
    const stored = () =>
      database.kysely
        .selectFrom('leagues as l')
        .innerJoin('countries as c', 'c.id', 'l.country_id')
        .innerJoin('sports as s', 's.id', 'l.sport_id')
        .select(['l.name', 'l.display_name', 'l.menu_position', 'l.slug', 'c.code', 's.name as sport'])
        .where('l.name', 'like', 'Padel%')
        .orderBy('l.name')
        .execute()
    expect(await stored()).toEqual([])
    expect(await save('leagues', planned)).toMatchObject({ kind: 'saved', count: 2 })
    // What is there already is not saved, and not counted.
    expect(await save('leagues', planned)).toMatchObject({ kind: 'saved', count: 0 })
    const place = { code: 'GB-ENG', sport: 'Padel' }
    expect(await stored()).toMatchObject([
      { name: 'Padel Cup', display_name: 'The Cup', menu_position: 7, slug: 'padel-cup', ...place },
      { name: 'Padel League', display_name: null, ...place },
    ])
    expect(
      await ask('list=leagues', file('sport,country,name\nPadel,England,The cup\n,England,X\n')),
    ).toMatchObject({
      lines: [
        { line: 2, column: 'name', problem: 'bulk.problem-exists' },
        { line: 3, column: 'sport', problem: 'problem.required' },
      ],
    })
    expect(await ask('list=sports', file('name\nfootball\nKabaddi\nkabaddi\n'))).toMatchObject({
      lines: [
        { line: 2, column: 'name', problem: 'bulk.problem-exists' },
        { line: 4, column: 'name', problem: 'bulk.problem-exists' },
      ],
    })
  })

  it('is refused with more than 500 others, in the plan and in the save', async () => {
    const names = Array.from({ length: 501 }, (_, n) => `Rowan ${n}`)
    expect(await ask('list=bookmakers', file(`name\n${names.join('\n')}\n`))).toMatchObject({
      problem: 'too-many-new',
    })
    const create = names.map((name) => ({ id: crypto.randomUUID(), values: { name } }))
    expect(await ask('list=bookmakers', { kind: 'save', update: [], create })).toMatchObject({
      problem: 'too-many-new',
    })
  })

  it('of a file without the column id is every row', async () => {
    const planned = await plan('list=bookmakers', file('name,kind\nMaplebet,exchange\n'))
    expect(planned.create).toMatchObject([{ values: { name: 'Maplebet', kind: 'exchange' } }])
    expect(await ask('list=matches', file('featured\nyes\n'))).toMatchObject({ problem: 'no-id' })
  })

  it('is not added by a person who may not change the list', async () => {
    const reader = await signInAdministrator(database, site)
    await database.kysely
      .updateTable('profiles')
      .set({ back_office_role: 'analyst' })
      .where('id', '=', reader.id)
      .execute()
    const response = await send('list=bookmakers', file('id,name\n,Sprucebet\n'), reader.cookie)
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('forbidden')])
  })
})

describe('an instant', () => {
  it('is set in many promotions at once, and removed again', async () => {
    const set = async (value: string | null) => {
      const planned = await plan('list=promotions', {
        kind: 'plan-value',
        ids: null,
        column: 'end_date',
        value,
      })
      await ask('list=promotions', { kind: 'save', update: planned.update })
      return database.kysely.selectFrom('promotions').select('end_date').distinct().execute()
    }
    expect(await set('2031-05-01T18:00:00.000Z')).toEqual([{ end_date: new Date('2031-05-01T18:00:00Z') }])
    expect(await set(null)).toEqual([{ end_date: null }])
    expect(
      await ask('list=promotions', { kind: 'plan-value', ids: null, column: 'start_date', value: null }),
    ).toMatchObject({ kind: 'plan-refused', problem: 'value', column: 'start_date' })
  })
})

describe('an editor', () => {
  it('changes many promotions, and reads but does not change leagues', async () => {
    const editor = await signInAdministrator(database, site)
    await database.kysely
      .updateTable('profiles')
      .set({ back_office_role: 'editor' })
      .where('id', '=', editor.id)
      .execute()
    expect((await site.get('/admin/bulk-edit?list=leagues', { cookie: editor.cookie })).status).toBe(200)
    expect((await send('list=leagues', hide, editor.cookie)).status).toBe(403)
    expect((await send('list=promotions', hide, editor.cookie)).status).toBe(200)
  })
})
