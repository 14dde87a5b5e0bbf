import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveAudiences } from '#app/features/audiences/commands.server.ts'
import { listPermittedBookmakers } from '#app/features/audiences/editor-queries.server.ts'
import { mergeBookmaker, splitBookmaker } from '#app/features/bookmakers/commands.server.ts'
import { storeBookmakerFigures } from '#app/features/statistics/bookmaker-figures.server.ts'
import { statisticsJob } from '#app/features/statistics/jobs.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createLog } from '#app/platform/log.ts'
import { addDays, DAY_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import {
  createBookmaker,
  createMatch,
  createPlace,
  createQuote,
  type Prices,
} from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const LANGUAGES = ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']
const NAMES = ['Corvane', 'Fennlines', 'Hidden', 'Exchange']
const COMMISSION = { Exchange: 5 } as Record<string, number>
const GROUP = {
  ...{ name: 'Islands', countries: 'GB', is_rest: false, promotions_on: true, links_on: true },
  ...{ alerts_on: true, minimum_age: null, adult_mark: true, help_text: null, help_url: null },
  ...{ ad_word: null, terms: null, menu_position: 1 },
}
const RESULT = marketOf({ type: 'match_result' })
const TOTAL = marketOf({ type: 'total', line: 2.5 })

let database: Database
let site: TestSite
let ids: Record<string, string>
/** The prices of each match's markets, by bookmaker. */
const offered: { result: Record<string, number[]>; total: Record<string, number[]> }[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie X' })
  ids = {}
  for (const [at, name] of NAMES.entries())
    ids[name] = await createBookmaker(database.kysely, {
      ...{ name, slug: name.toLowerCase(), menu_position: at, is_active: name !== 'Hidden' },
      ...{ commission: COMMISSION[name] ?? 0, brand: name },
    })
  await database.kysely
    .insertInto('affiliate_buttons')
    .values({
      provider: 'C',
      button_text: 'Bet',
      button_link: 'https://c.example/',
      bookmaker_id: ids.Corvane ?? '',
    })
    .execute()
  await database.kysely
    .insertInto('promotions')
    .values([
      {
        title: 'Corvane welcome',
        description: 'd',
        button_text: 'b',
        button_link: 'https://c.example/',
        visible_home: true,
      },
      {
        title: 'Corvanex',
        description: 'd',
        button_text: 'b',
        button_link: 'https://x.example/',
        visible_home: true,
      },
      {
        ...{ title: 'A hundred to begin with', description: 'd', button_text: 'b', visible_home: true },
        ...{ button_link: 'https://c.example/', bookmaker_id: ids.Corvane ?? '' },
      },
      {
        ...{ title: 'Better than Corvane', description: 'd', button_text: 'b', side_menu_offer: true },
        ...{ button_link: 'https://f.example/', bookmaker_id: ids.Fennlines ?? '' },
      },
    ])
    .execute()
  for (let n = 0; n < 24; n += 1) {
    const result = {
      Corvane: [2 + n / 100, 3.3, 3.6 - n / 50],
      Fennlines: [2.05, 3.2 + (n % 3) / 10, 3.5],
      // So good that it would be best everywhere.
      Hidden: [9, 9, 9],
      Exchange: [2.1, 3.5, 3.7],
    } as Record<string, number[]>
    const total = (n % 2 ? { Corvane: [1.9, 1.9] } : { Corvane: [1.9, 1.9], Fennlines: [1.85, 2] }) as Record<
      string,
      number[]
    >
    offered.push({ result, total })
    const match = await createMatch(database.kysely, { league_id: leagueId })
    await offerPrices(
      database.kysely,
      match,
      Object.fromEntries(
        NAMES.map((name) => [
          ids[name] ?? '',
          [quoteOf(RESULT, result[name] ?? []), ...(total[name] ? [quoteOf(TOTAL, total[name])] : [])],
        ]),
      ),
    )
  }
  // Its quotes do not count: it has begun.
  const begun = await createMatch(database.kysely, {
    league_id: leagueId,
    start_time: new Date(Date.now() - 3_600_000),
  })
  await offerPrices(database.kysely, begun, { [ids.Corvane ?? '']: [quoteOf(RESULT, [50, 50, 50])] })
  await storeBookmakerFigures({ database }, new Date())
}, 60_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

const mainOf = async (path: string) => readHtml(await (await site.get(path)).text()).all('main')[0]
async function tablesOf(path: string): Promise<string[][][]> {
  const tables = (await mainOf(path))?.all('tbody') ?? []
  return tables.map((table) =>
    table.all('tr').map((row) => [...row.all('th'), ...row.all('td')].map(({ text }) => text)),
  )
}

/** The figures of the visible bookmakers by an arithmetic of its own, in the order of the advantage. */
function expected(kinds: ('result' | 'total')[] = ['result', 'total']): string[][] {
  const visible = NAMES.filter((name) => name !== 'Hidden')
  const nets = (name: string, prices: number[]) =>
    prices.map((it) => 1 + (it - 1) * (1 - (COMMISSION[name] ?? 0) / 100))
  const all = Object.fromEntries(
    visible.map((name) => [name, { paid: [] as number[], relative: [] as number[], best: 0, prices: 0 }]),
  )
  for (const match of offered)
    for (const kind of kinds) {
      const own = visible.flatMap((name) => {
        const prices = match[kind][name]
        return prices ? [{ name, prices: nets(name, prices) }] : []
      })
      const payouts = own.map(({ prices }) => 1 / prices.reduce((sum, it) => sum + 1 / it, 0))
      const mean = payouts.reduce((sum, it) => sum + it, 0) / payouts.length
      for (const [at, { name, prices }] of own.entries()) {
        const one = all[name]
        if (!one) continue
        one.paid.push(payouts[at] ?? 0)
        if (own.length === 1) continue
        one.relative.push((payouts[at] ?? 0) / mean)
        one.prices += prices.length
        one.best += prices.filter(
          (it, n) => it >= Math.max(...own.map((other) => other.prices[n] ?? 0)) - 1e-9,
        ).length
      }
    }
  const average = (list: number[]) => list.reduce((sum, it) => sum + it, 0) / list.length
  const signed = (share: number) =>
    `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(100 * share).toFixed(1)}%`
  return visible
    .map((name) => ({ name, own: all[name] ?? { paid: [], relative: [], best: 0, prices: 1 } }))
    .sort((a, b) => average(b.own.relative) - average(a.own.relative))
    .map(({ name, own }) => [
      name,
      signed(average(own.relative) - 1),
      `${(100 * average(own.paid)).toFixed(1)}%`,
      `${((100 * own.best) / own.prices).toFixed(1)}%`,
    ])
}

describe('bookmakers', () => {
  it('are ranked by what they pay back against the others in the same markets, without hidden ones', async () => {
    const [rows] = await tablesOf('/en/bookmakers')
    // The heading of a row comes first, then its rank.
    expect(rows?.map(([name, , ...figures]) => [name, ...figures.slice(0, 3)])).toEqual(expected())
    expect(rows?.map(([, rank]) => rank)).toEqual(['1', '2', '3'])
    expect(rows?.map((row) => row[5])).toEqual(['24', '24', '24'])
    expect((await mainOf('/en/bookmakers'))?.text).toMatch(/Computed: .* Ranked by “Against others”/)
  })

  it('have figures by sport', async () => {
    const { kysely } = database
    const { sportId } = await createPlace(kysely, { sport: 'Tennis', league: 'Open' })
    const [row] = await kysely.selectFrom('bookmaker_figures').selectAll().where('type', '=', '').execute()
    if (!row) throw new Error('there are no figures')
    const figures = {
      events: 7,
      paid: 10,
      payout_sum: 9.1,
      compared: 30,
      relative_sum: 33,
      prices: 60,
      best: 15,
    }
    await kysely
      .insertInto('bookmaker_figures')
      .values({ ...row, ...figures, sport_id: sportId })
      .execute()
    const [soccer, tennis] = [
      await tablesOf('/en/bookmakers?sport=soccer'),
      await tablesOf('/en/bookmakers?sport=tennis'),
    ]
    expect(soccer[0]?.map(([name, , ...rest]) => [name, ...rest.slice(0, 3)])).toEqual(expected())
    expect(tennis[0]?.map((cells) => cells.slice(2, 6))).toEqual([['+10.0%', '91.0%', '25.0%', '7']])
    // On its own page each sport has its own.
    const name = NAMES.find((it) => ids[it] === row.bookmaker_id)?.toLowerCase()
    const [bySport] = await tablesOf(`/it/bookmakers/${name}`)
    expect(bySport?.map(([sport]) => sport).toSorted()).toEqual(['Calcio', 'Tennis'])
    expect(bySport?.find(([sport]) => sport === 'Tennis')?.slice(1, 5)).toEqual([
      ...['+10,0%', '91,0%', '25,0%', '7'],
    ])
    // Below twenty compared markets there is no rank.
    const rankWith = async (compared: number) => {
      await kysely.deleteFrom('bookmaker_figures').where('sport_id', '=', sportId).execute()
      await kysely
        .insertInto('bookmaker_figures')
        .values({ ...row, ...figures, compared, sport_id: sportId })
        .execute()
      return (await tablesOf('/en/bookmakers?sport=tennis'))[0]?.map(([, rank]) => rank)
    }
    expect([await rankWith(20), await rankWith(19)]).toEqual([['1'], ['–']])
    const hrefs = (await mainOf('/en/bookmakers'))?.all('a').map((it) => it.attribute('href'))
    expect(hrefs).toContain('/en/bookmakers?sport=tennis')
    await kysely.deleteFrom('bookmaker_figures').where('sport_id', '=', sportId).execute()
  })

  it('have a page each: figures by sport, market and week, offers that name it, the way to it, and its best matches', async () => {
    const path = '/en/bookmakers/corvane'
    const [bySport, byMarket, byWeek] = await tablesOf(path)
    const own = (rows: string[][]) => rows.find(([name]) => name === 'Corvane')?.slice(1)
    expect(bySport?.[0]?.slice(1, 4)).toEqual(own(expected()))
    expect(byMarket?.find(([name]) => name === 'Match result')?.slice(1, 4)).toEqual(
      own(expected(['result'])),
    )
    expect(byMarket?.find(([name]) => name === 'Over/under')?.slice(1, 5)).toEqual([
      ...(own(expected(['total'])) ?? []),
      '24',
    ])
    expect(byWeek?.[0]?.slice(1, 4)).toEqual(own(expected()))
    const [, payout, best] = own(expected()) ?? []
    const figures = (await mainOf(path))?.all('dl')[0]
    expect(figures?.all('div').map(({ text }) => text)).toEqual([
      `Payout ${payout}`,
      `Best odds ${best}`,
      'Matches now 24',
      'Markets now 48',
      'Changes in 24 h 0',
    ])
    const main = await mainOf(path)
    for (const offer of ['Corvane welcome', 'A hundred to begin with']) expect(main?.text).toContain(offer)
    for (const offer of ['Corvanex', 'Better than Corvane']) expect(main?.text).not.toContain(offer)
    const out =
      main
        ?.all('a')
        .find((it) => it.attribute('href')?.startsWith('/go/b'))
        ?.attribute('href') ?? ''
    expect((await site.get(out, PERSON)).headers.get('location')).toBe('https://c.example/')
  })

  it.each([
    ['en', 'Offered in: Ireland, Italy, and United Kingdom'],
    ['de', 'Verfügbar in: Irland, Italien und Vereinigtes Königreich'],
  ])(
    'have a page that names in %s the countries where an operator says they are offered',
    async (lang, text) => {
      const { kysely } = database
      const at = `/${lang}/bookmakers/corvane`
      expect(shownText(await (await site.get(at)).text())).not.toContain(text.split(':')[0] ?? '')
      await kysely
        .updateTable('bookmakers')
        .set({ offered_in: 'GB, IE, IT' })
        .where('slug', '=', 'corvane')
        .execute()
      await expect.poll(async () => shownText(await (await site.get(at)).text())).toContain(text)
      await kysely.updateTable('bookmakers').set({ offered_in: null }).where('slug', '=', 'corvane').execute()
      await expect.poll(async () => shownText(await (await site.get(at)).text())).not.toContain(text)
    },
  )

  it('have the figures of the latest twelve weeks, the latest first', async () => {
    const { kysely } = database
    const ofToday = await kysely.selectFrom('bookmaker_figures').selectAll().execute()
    // Two days of each past week: the second one is not in the week before.
    const isMonday = new Date(ofToday[0]?.day ?? '').getUTCDay() === 1
    for (let weeks = 1; weeks <= 13; weeks += 1)
      for (const days of [0, isMonday ? 1 : -1])
        await kysely
          .insertInto('bookmaker_figures')
          .values(ofToday.map((row) => ({ ...row, day: addDays(row.day, days - 7 * weeks) })))
          .execute()
    expect((await mainOf('/en/bookmakers/corvane'))?.text).toContain('Markets a day')
    const table = (await mainOf('/en/bookmakers/corvane'))?.all('tbody')[2]
    const counts = table?.all('tr').map((row) => row.all('td').at(-1)?.text)
    expect(counts).toEqual(Array.from({ length: 12 }, () => '48'))
    const days = table?.all('time').map((it) => Date.parse(it.attribute('datetime') ?? '')) ?? []
    expect(days).toEqual(Array.from({ length: 12 }, (_, n) => (days[0] ?? 0) - n * 7 * DAY_MS))
    await kysely
      .deleteFrom('bookmaker_figures')
      .where('day', '<', ofToday[0]?.day ?? '')
      .execute()
  })

  it('lead to the fifteen next matches of which they have a best price, the soonest first', async () => {
    const { kysely } = database
    const matches = await kysely
      .selectFrom('matches')
      .select(['id', 'home_team'])
      .where('start_time', '>', new Date())
      .orderBy('start_time')
      .execute()
    for (const [n, { id: match }] of matches.entries()) {
      // Each fourth is better at another bookmaker.
      const prices: Prices = n % 4 === 0 ? [2, 3, 4] : [2.2, 3.1, 4.1]
      await createQuote(kysely, { match, bookmaker: ids.Corvane ?? '', prices })
      await createQuote(kysely, { match, bookmaker: ids.Fennlines ?? '', prices: [2.1, 3.05, 4.05] })
    }
    const all = matches.map(({ id }) => id)
    await sql`select refresh_headlines(${all}::uuid[])`.execute(kysely)
    // What has become best since is on the page with the next figures.
    await storeBookmakerFigures({ database }, new Date())
    const text = (await mainOf('/en/bookmakers/corvane'))?.text ?? ''
    expect(text.match(/Home \d+/g)).toEqual(
      matches.flatMap(({ home_team }, n) => (n % 4 === 0 ? [] : home_team)).slice(0, 15),
    )
    await kysely.deleteFrom('odds').execute()
    await sql`select refresh_headlines(${all}::uuid[])`.execute(kysely)
  })

  it('are not found when hidden', async () => {
    expect((await site.get('/en/bookmakers/hidden')).status).toBe(404)
    expect(shownText(await (await site.get('/en/bookmakers/nobody')).text())).toContain('Bookmaker not found')
  })

  it.each([
    ['en', '5% commission on winnings'],
    ['de', '5 % Kommission auf Gewinne'],
    ['tr', 'Kazançlardan %5 komisyon'],
  ])('state their commission in %s: %s', async (lang, expected) => {
    const says = async (slug: string) =>
      shownText(await (await site.get(`/${lang}/bookmakers/${slug}`)).text())
        .replaceAll('\u00a0', ' ')
        .includes(expected.replace('5', slug === 'exchange' ? '5' : '0'))
    expect([await says('exchange'), await says('corvane')]).toEqual([true, false])
  })

  it.each(LANGUAGES)('are written in %s', async (lang) => {
    for (const path of [`/${lang}/bookmakers`, `/${lang}/bookmakers/corvane`]) {
      const response = await site.get(path)
      expect(response.status).toBe(200)
      const text = shownText(await response.text())
      expect(text).not.toMatch(/\{\{|figures\./)
      // A duration can end with a full stop of its own.
      expect(text).not.toMatch(/\.\s*\./)
    }
  })

  it('are one when one is merged into the other, and two again after the split', async () => {
    const before = await tablesOf('/en/bookmakers')
    const actor = { id: null, email: 'test' }
    const [id, into] = [ids.Exchange ?? '', ids.Corvane ?? '']
    const keyOf = await database.kysely
      .selectFrom('bookmakers')
      .select('key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const group = await database.kysely
      .insertInto('audiences')
      .values({ name: 'United Kingdom', countries: 'GB', bookmaker_rule: 'except', bookmakers: keyOf.key })
      .returning('id')
      .executeTakeFirstOrThrow()
    // It would show in the United Kingdom, under another name, what is barred there.
    expect(await mergeBookmaker({ database }, actor, { id, into })).toEqual({
      kind: 'apart',
      groups: ['United Kingdom'],
    })
    await database.kysely.deleteFrom('audiences').where('id', '=', group.id).execute()
    expect(await mergeBookmaker({ database }, actor, { id, into })).toBeNull()
    // Nor by a group that is made, or put back, after the merge.
    const keys = (
      await database.kysely.selectFrom('bookmakers').select('key').where('id', 'in', [id, into]).execute()
    ).map(({ key }) => key)
    const saveGroup = (bookmakers: string, bookmaker_rule: string) =>
      saveAudiences(
        { database },
        {
          create: [{ id: group.id, values: { ...GROUP, bookmakers, bookmaker_rule } }],
          update: [],
          remove: [],
        },
        actor,
      )
    const refused = {
      kind: 'invalid',
      problems: [{ id: group.id, column: 'bookmakers', problem: 'audiences.problem.merged' }],
    }
    expect(await saveGroup(keyOf.key, 'except')).toEqual(refused)
    expect(await saveGroup(keyOf.key, 'only')).toEqual(refused)
    expect(await saveGroup(keys.join('\n'), 'except')).toEqual({ kind: 'saved', count: 1 })
    const listed = await listPermittedBookmakers({ database })
    expect(listed.map(({ name }) => name)).toEqual(['Corvane + Exchange', 'Fennlines', 'Hidden'])
    expect(listed[0]?.keys.toSorted()).toEqual(keys.toSorted())
    await database.kysely.deleteFrom('audiences').execute()
    await storeBookmakerFigures({ database }, new Date())
    const [merged] = await tablesOf('/en/bookmakers')
    expect(merged?.map(([name]) => name).sort()).toEqual(['Corvane', 'Fennlines'])
    // Of each market one quote.
    expect(merged?.find(([name]) => name === 'Corvane')?.[5]).toBe('24')
    // The quote that counts: also where that of the bookmaker that stays has expired.
    const payout = async () =>
      (await tablesOf('/en/bookmakers/corvane'))[1]?.find(([name]) => name === 'Match result')?.[2]
    const count = async (counted: boolean) => {
      await sql`update quotes_seen set counted = ${counted} where bookmaker = (select no from bookmakers where id = ${into})`.execute(
        database.kysely,
      )
      await storeBookmakerFigures({ database }, new Date())
    }
    expect(await payout()).toBe(expected(['result']).find(([name]) => name === 'Corvane')?.[2])
    await count(false)
    // 2.10, 3.50 and 3.70, with the commission of the one that stays.
    expect(await payout()).toBe('96.9%')
    await count(true)
    const moved = await site.get('/en/bookmakers/exchange')
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/en/bookmakers/corvane'])
    expect(await splitBookmaker({ database }, actor, id)).toBe(true)
    await storeBookmakerFigures({ database }, new Date())
    expect(await tablesOf('/en/bookmakers')).toEqual(before)
    expect((await site.get('/en/bookmakers/exchange')).status).toBe(200)
  })

  it('are rendered again with new figures, and the same quotes give the same figures', async () => {
    const before = await tablesOf('/en/bookmakers')
    await storeBookmakerFigures({ database }, new Date())
    expect(await tablesOf('/en/bookmakers')).toEqual(before)
    await database.kysely
      .updateTable('bookmakers')
      .set({ commission: 40 })
      .where('name', '=', 'Exchange')
      .execute()
    await storeBookmakerFigures({ database }, new Date())
    expect((await tablesOf('/en/bookmakers'))[0]?.[0]?.[0]).not.toBe(before[0]?.[0]?.[0])
  })

  it('have the latest figures when several are computed at the same time', async () => {
    const before = await tablesOf('/en/bookmakers')
    await database.kysely.deleteFrom('bookmaker_figures').execute()
    const [now, earlier] = [new Date(), new Date(Date.now() - 1_000)]
    await Promise.all([now, now, earlier].map((at) => storeBookmakerFigures({ database }, at)))
    await storeBookmakerFigures({ database }, earlier)
    const stored = await database.kysely
      .selectFrom('bookmaker_figures')
      .select('computed_at')
      .distinct()
      .execute()
    expect(stored).toEqual([{ computed_at: now }])
    expect(await tablesOf('/en/bookmakers')).toEqual(before)
  })

  it('state when there are no figures yet', async () => {
    await database.kysely.deleteFrom('bookmaker_figures').execute()
    await database.kysely
      .updateTable('bookmakers')
      .set({ commission: 5 })
      .where('name', '=', 'Exchange')
      .execute()
    expect((await mainOf('/en/bookmakers'))?.text).toContain('There are no figures yet')
  })

  it('have their first figures within five minutes, and no others before the hour', async () => {
    const job = statisticsJob({ database, log: createLog('silent') })
    const carryOut = () => job.handle({}, new AbortController().signal, 'job')
    const times = () => database.kysely.selectFrom('bookmaker_figures').select('computed_at').execute()
    await carryOut()
    expect((await mainOf('/en/bookmakers'))?.text).toContain('Corvane')
    const first = await times()
    await carryOut()
    expect(await times()).toEqual(first)
  })
})
