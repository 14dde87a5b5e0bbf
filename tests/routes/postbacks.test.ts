import { createHmac } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importReport } from '#app/features/earnings/imports.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let admin: string

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  admin = (await signInAdministrator(database, site)).cookie
})
afterAll(async () => {
  await site.close()
  await database.close()
})

interface Sender {
  key: string
  secret: string
}

const post = async <Answer>(body: unknown) =>
  answerOf<Answer>(await adminPost(site, admin)('/admin/earnings.data', body))
const create = (name: string, bookmaker_id: string | null = null) =>
  post<Sender & { kind: string }>({ kind: 'create', values: { name, bookmaker_id } })
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

async function report({ key, secret }: Sender, fields: Record<string, string>) {
  const query = new URLSearchParams(fields).toString()
  const response = await site.get(`/api/postbacks/${key}?${query}&sig=${hmac(secret, query)}`)
  const { status, code, problems } = await response.json()
  return response.status === 200 ? status : [response.status, code, problems].filter(Boolean)
}

const revenue = (transaction: string, amount: string, more: Record<string, string> = {}) => ({
  transaction,
  kind: 'revenue',
  amount,
  currency: 'EUR',
  ...more,
})

async function sumOf(name: string) {
  const rows = await database.kysely
    .selectFrom('earnings as e')
    .innerJoin('postback_senders as s', 's.id', 'e.sender_id')
    .where('s.name', '=', name)
    .select((eb) => [eb.fn.sum<string>('amount').as('sum'), eb.fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow()
  return [Number(rows.count), Number(rows.sum)]
}

describe('a postback', () => {
  it('is stored once, however often, in whatever order and at the same time it arrives', async () => {
    const sender = await create('Often')
    const transactions = Array.from({ length: 40 }, (_, index) => ({
      transaction: `t${index}`,
      kind: index % 4 === 3 ? 'chargeback' : 'revenue',
      amount: `${index}.${String((index * 37) % 100).padStart(2, '0')}`,
      currency: 'EUR',
    }))
    const twice = [...transactions, ...transactions.toReversed()]
    const answers = await Promise.all(twice.map((fields) => report(sender, fields)))
    expect(answers.filter((it) => it === 'stored')).toHaveLength(40)
    expect(answers.filter((it) => it === 'duplicate')).toHaveLength(40)
    const cents = transactions.reduce(
      (sum, { kind, amount }) => sum + (kind === 'revenue' ? 1 : -1) * Math.round(Number(amount) * 100),
      0,
    )
    expect(await sumOf('Often')).toEqual([40, cents / 100])
  })

  it('is refused without the signature of its own sender', async () => {
    const [sender, other] = [await create('Signed'), await create('Other')]
    const query = new URLSearchParams(revenue('x', '10')).toString()
    const ask = async (text: string) => {
      const response = await site.get(`/api/postbacks/${sender.key}?${text}`)
      return [response.status, (await response.json()).code]
    }
    const right = hmac(sender.secret, query)
    expect(await ask(query)).toEqual([403, 'signature'])
    expect(await ask(`${query}&sig=${hmac(other.secret, query)}`)).toEqual([403, 'signature'])
    expect(await ask(`${query.replace('10', '99')}&sig=${right}`)).toEqual([403, 'signature'])
    expect(await ask(`${query}&amount=99&sig=${right}`)).toEqual([403, 'signature'])
    expect(await ask(`${query}&sig=${right}x`)).toEqual([403, 'signature'])
    expect((await site.get(`/api/postbacks/nobody?${query}&sig=${right}`)).status).toBe(404)
    expect(await sumOf('Signed')).toEqual([0, 0])
    expect(await ask(`${query}&sig=${right}`)).toEqual([200, undefined])
  })

  it('keeps the first values when a transaction is reported with others', async () => {
    const sender = await create('Changed')
    expect(await report(sender, revenue('a', '10.5'))).toBe('stored')
    expect(await report(sender, revenue('a', '10.50'))).toBe('duplicate')
    expect(await report(sender, revenue('a', '11'))).toEqual([409, 'different'])
    expect(await report(sender, revenue('a', '10.5', { currency: 'USD' }))).toEqual([409, 'different'])
    expect(await sumOf('Changed')).toEqual([1, 10.5])
  })

  it('names its invalid fields', async () => {
    const sender = await create('Invalid')
    expect(await report(sender, { kind: 'bonus', amount: '1.234', currency: 'euro', time: 'today' })).toEqual(
      [
        400,
        'fields',
        expect.arrayContaining([
          { field: 'transaction', code: 'required' },
          { field: 'kind', code: 'kind' },
          { field: 'amount', code: 'amount' },
          { field: 'currency', code: 'currency' },
          { field: 'time', code: 'time' },
        ]),
      ],
    )
  })

  it.each([
    ["O'Brien-1", 'an apostrophe'],
    ['"a"<b>|{c}^`~\\', 'what a URL escapes'],
    ["O%27Brien'2", 'an escaped apostrophe and another one'],
  ])('is signed as it is sent: %s, %s', async (transaction) => {
    const { key, secret } = await create(`Sent ${transaction}`)
    const query = `transaction=${transaction}&kind=revenue&amount=5&currency=EUR`
    const path = `/api/postbacks/${key}?${query}&sig=${hmac(secret, query)}`
    // fetch() escapes what a client of another kind sends as it is.
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      request(site.origin, { path }, resolve).on('error', reject).end(),
    )
    response.resume()
    expect(response.statusCode).toBe(200)
    const stored = database.kysely.selectFrom('earnings').select('transaction').orderBy('id', 'desc')
    expect((await stored.executeTakeFirst())?.transaction).toBe(decodeURIComponent(transaction))
  })

  async function sendBody({ key, secret }: Sender, body: string, type: string) {
    const response = await fetch(`${site.origin}/api/postbacks/${key}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'x-signature': `sha256=${hmac(secret, body)}` },
    })
    const { status, problems } = await response.json()
    return [response.status, problems ?? status]
  }

  it('arrives as a form or as JSON, too', async () => {
    const sender = await create('Bodies')
    const send = (body: string, type: string) => sendBody(sender, body, type)
    const json = JSON.stringify({ ...revenue('j', '1'), amount: 1.5 })
    expect(await send(json, 'application/json')).toEqual([200, 'stored'])
    const form = new URLSearchParams(revenue('f', '2.25')).toString()
    expect(await send(form, 'application/x-www-form-urlencoded')).toEqual([200, 'stored'])
    const other = JSON.stringify(revenue('J', '1'))
    expect(await send(other, 'Application/JSON;charset=UTF-8')).toEqual([200, 'stored'])
    expect(await sumOf('Bodies')).toEqual([3, 4.75])
  })

  it('keeps every digit of the numbers of a JSON object', async () => {
    const sender = await create('Digits')
    const send = (id: string, amount: string) => {
      const fields = `"transaction":${id},"kind":"revenue","amount":${amount},"currency":"EUR","click_id":${id}`
      return sendBody(sender, `{${fields}}`, 'application/json')
    }
    expect(await send('90071992547409930001', '123456789012.10')).toEqual([200, 'stored'])
    expect(await send('90071992547409930002', '123456789012.10')).toEqual([200, 'stored'])
    expect(await send('90071992547409930002', '123456789012.1')).toEqual([200, 'duplicate'])
    const rows = await database.kysely
      .selectFrom('earnings as e')
      .innerJoin('postback_senders as s', 's.id', 'e.sender_id')
      .where('s.name', '=', 'Digits')
      .select(['transaction', 'click_id'])
      .orderBy('e.id')
      .execute()
    expect(rows).toEqual(
      ['90071992547409930001', '90071992547409930002'].map((id) => ({ transaction: id, click_id: id })),
    )
  })

  it('is refused with a field that is there twice, in a form and in JSON', async () => {
    const sender = await create('Repeated')
    const problem = [400, [{ field: 'transaction', code: 'repeated' }]]
    const json = JSON.stringify(revenue('j2', '1')).replace('{', '{"transaction":"j3",')
    expect(await sendBody(sender, json, 'application/json')).toEqual(problem)
    const form = `transaction=j3&${new URLSearchParams(revenue('j2', '1'))}`
    expect(await sendBody(sender, form, 'application/x-www-form-urlencoded')).toEqual(problem)
    expect(await sumOf('Repeated')).toEqual([0, 0])
  })
})

describe('the earnings screen', () => {
  it('sums earnings by what their clicks say, each currency apart', async () => {
    const bookmaker = await createBookmaker(database.kysely, { name: 'Paying' })
    const { leagueId } = await createPlace(database.kysely, { league: 'Earning League' })
    const match = await createMatch(database.kysely, { league_id: leagueId, home_team: 'Lazio' })
    const { id: promotion } = await database.kysely
      .insertInto('promotions')
      .values({ title: 'Paid offer', description: 'x', button_text: 'x', button_link: '#' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('clicks')
      .values(
        ['k1', 'k2', 'k3', 'k4'].map((click_id) => ({
          ...{ click_id, bookmaker_id: bookmaker, match_id: match, page: 'match', language: 'en' },
          ...{ country: 'IT', position: 3, market: 'total full_time 2.5', promotion_id: promotion },
          ...{ outcome: 'over', price: 2.4 },
          visitor_hash: click_id,
        })),
      )
      .execute()
    const sender = await create('Network')
    await report(sender, revenue('n1', '30', { click_id: 'k1' }))
    await report(sender, revenue('n2', '10', { click_id: 'k2' }))
    await report(sender, { ...revenue('n3', '5', { click_id: 'k2' }), kind: 'chargeback' })
    await report(sender, revenue('n4', '7', { click_id: 'k3', currency: 'USD' }))
    await report(sender, { transaction: 'n5', kind: 'registration', click_id: 'k1' })
    await report(sender, revenue('n6', '1000', { click_id: 'never clicked' }))
    for (const transaction of ['n7', 'n8'])
      await report(sender, { transaction, kind: 'deposit', click_id: 'k3' })
    const screenBy = async (by: string) =>
      (await site.get(`/admin/earnings?by=${by}`, { cookie: admin })).text()
    const rowsOf = (html: string) =>
      readHtml(html)
        .all('tbody')[0]
        ?.all('tr')
        .map((it) => it.all('td').map(({ text }) => text.replace(/[\u2068\u2069]/g, '').trim())) ?? []
    const screen = await screenBy('league')
    const row = /<tr[^>]*>(?:(?!<\/tr>).)*Earning League.*?<\/tr>/s.exec(screen)?.[0] ?? ''
    const cells = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      cell
        .replace(/<\/span>/g, ' ')
        .replace(/<[^>]*>|[\u2068\u2069]/g, '')
        .trim(),
    )
    expect(cells).toEqual(['Earning League', '4', '1', '2', '1', '€35.00 $7.00', '€8.75 $1.75'])
    for (const [by, name] of [
      ['bookmaker', 'Paying'],
      ['promotion', 'Paid offer'],
      ['match', 'Lazio – Away'],
      ['market', 'Over/under'],
      ['page', 'match'],
      ['position', '3'],
      ['country', 'Italy'],
      ['language', 'English'],
    ] as const)
      expect(rowsOf(await screenBy(by)), by).toContainEqual([
        expect.stringMatching(new RegExp(`^${name}`)),
        ...cells.slice(1),
      ])
    const heads = readHtml(screen).all('th').slice(0, 7)
    expect(heads.map(({ text }) => text)).toEqual([
      ...['League', 'Clicks', 'Registrations', 'First deposits', 'Chargebacks', 'Earned', 'Per click'],
    ])
    // A click does not say who reports it.
    const reported = ['Network', '0', '1', '2', '1', '€1,035.00 $7.00', '']
    expect(rowsOf(await screenBy('sender'))).toContainEqual(reported)
    // The last row has the sums of the others.
    const columns = readHtml(screen)
      .all('tbody')[0]
      ?.all('tr')
      .map((it) => it.all('td').map(({ text }) => text))
    const clicks = columns?.map(([, count]) => Number(count)) ?? []
    expect(columns?.at(-1)?.[0]).toBe('Total')
    expect(clicks.at(-1)).toBe(clicks.slice(0, -1).reduce((sum, count) => sum + count, 0))
    const file = await (await site.get('/admin/earnings/export', { cookie: admin })).text()
    // A row has the transaction, and what its click says.
    const ofClick =
      'clicked_at_utc,bookmaker,league,home_team,away_team,outcome,page,language,market,price,position,country,promotion'
    expect(file).toContain(
      `happened_at_utc,received_at_utc,sender,transaction,kind,amount,currency,click_id,${ofClick}\r\n`,
    )
    expect(file).toMatch(
      /,Network,n3,chargeback,-5,EUR,k2,[^,]+Z,Paying,Earning League,Lazio,Away \d+,over,match,en,total full_time 2\.5,2\.4,3,IT,Paid offer\r\n/,
    )
    expect(file.match(/Earning League/g)).toHaveLength(7)
  })

  it('lists groups by what they earned in the currency of most transactions, then those of other currencies', async () => {
    const time = '2026-03-03T12:00:00Z'
    for (const [name, amount, currency] of [
      ['Small', '80', 'EUR'],
      ['Yen', '90000', 'JPY'],
      ['Large', '700', 'EUR'],
      ['Dollar', '100', 'USD'],
    ] as const)
      await report(await create(name), revenue('r1', amount, { currency, time }))
    const query = 'by=sender&from=2026-03-01&to=2026-03-10'
    const page = readHtml(await (await site.get(`/admin/earnings?${query}`, { cookie: admin })).text())
    const rows = page
      .all('tbody')[0]
      ?.all('tr')
      .map((row) => row.all('td')[0]?.text)
    expect(rows).toEqual(['Large', 'Small', 'Yen', 'Dollar', 'Total'])
  })

  it('charts clicks and the earnings of each currency by day, those below zero downwards', async () => {
    const sender = await create('Daily')
    const on = (day: string) => ({ time: `2026-02-${day}T12:00:00Z`, currency: 'CHF' })
    await report(sender, revenue('d1', '40', on('03')))
    await report(sender, revenue('d2', '20', on('05')))
    await report(sender, { ...revenue('d3', '30', on('05')), kind: 'chargeback' })
    const query = 'from=2026-02-01&to=2026-02-10'
    const screen = await (await site.get(`/admin/earnings?${query}`, { cookie: admin })).text()
    const [, chart = ''] = /aria-label="Earned in CHF[^>]*>(.*?)<\/svg>/s.exec(screen) ?? []
    const titles = [...chart.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text = '']) =>
      text.replace(/[\u2068\u2069]/g, ''),
    )
    expect(titles).toHaveLength(10)
    expect(titles[2]).toMatch(/^Feb 3, 2026: CHF\s40\.00$/)
    expect(titles[4]).toMatch(/^Feb 5, 2026: −CHF\s10\.00$/)
    const bars = [...chart.matchAll(/<rect x="(\d+)" y="([\d.]+)" width="8" height="([\d.]+)"/g)]
    // The file of a range has its transactions only, and the screen links to that of its own.
    expect(screen).toContain('href="/admin/earnings/export?from=2026-02-01&amp;to=2026-02-10"')
    const file = async (range: string) => {
      const text = await (await site.get(`/admin/earnings/export?${range}`, { cookie: admin })).text()
      return text.match(/,Daily,d\d,/g)
    }
    expect(await file(query)).toEqual([',Daily,d1,', ',Daily,d2,', ',Daily,d3,'])
    expect(await file('from=2026-02-01&to=2026-02-03')).toEqual([',Daily,d1,'])
    expect(await file('from=2026-02-04&to=2026-02-10')).toEqual([',Daily,d2,', ',Daily,d3,'])
    // 40 above zero, 10 below.
    expect(bars.map(([, ...numbers]) => numbers.map(Number))).toEqual([
      [21, 0, 80],
      [41, 80, 20],
    ])
  })

  it('still names a bookmaker and a match that were deleted after the click', async () => {
    const bookmaker = await createBookmaker(database.kysely, { name: 'Gonebet' })
    const { leagueId } = await createPlace(database.kysely)
    const teams = { home_team: 'Roma', away_team: 'Lazio' }
    const match = await createMatch(database.kysely, { league_id: leagueId, ...teams })
    await database.kysely
      .insertInto('clicks')
      .values({ click_id: 'gone', bookmaker_id: bookmaker, match_id: match, visitor_hash: 'v' })
      .execute()
    await report(await create('Deleted'), revenue('d1', '30', { click_id: 'gone' }))
    await database.kysely.deleteFrom('matches').where('id', '=', match).execute()
    await database.kysely.deleteFrom('bookmakers').where('id', '=', bookmaker).execute()
    for (const [by, id, name] of [
      ['bookmaker', bookmaker, 'Gonebet'],
      ['match', match, 'Roma – Lazio'],
    ]) {
      const screen = await (await site.get(`/admin/earnings?by=${by}`, { cookie: admin })).text()
      const table = /<table.*?<\/table>/s.exec(screen)?.[0]
      expect(table).toContain(name)
      expect(table).not.toContain(id)
    }
    const file = await (await site.get('/admin/earnings/export', { cookie: admin })).text()
    expect(file).toMatch(/,Deleted,d1,revenue,30,EUR,gone,[^,]+,Gonebet,,Roma,Lazio,/)
  })

  it('previews a report, and stores it once it is confirmed', async () => {
    await create('Reports')
    const { id } = await database.kysely
      .selectFrom('postback_senders')
      .select('id')
      .where('name', '=', 'Reports')
      .executeTakeFirstOrThrow()
    const send = (text: string, store: boolean) => post({ kind: 'import', sender: id, text, store })
    const text =
      'id,kind,amount,currency\nr1,revenue,5,EUR\nr2,revenue,6,EUR\nr2,revenue,6,EUR\nr3,bonus,1,EUR\n'
    const counts = {
      stored: 2,
      duplicate: 1,
      different: [],
      rejected: [{ line: 5, field: 'kind', problem: 'kind' }],
      sums: [{ currency: 'EUR', amount: '11.00' }],
      ignored: [],
      hasTimes: false,
      questions: [],
      again: null,
    }
    expect(await send(text, false)).toMatchObject({ kind: 'preview', ...counts })
    expect(await sumOf('Reports')).toEqual([0, 0])
    expect(await send(text, true)).toMatchObject({ kind: 'imported', ...counts })
    expect(await sumOf('Reports')).toEqual([2, 11])
    expect(await send(text.replace('6,EUR\nr2,revenue,6', '8,EUR\nr2,revenue,8'), true)).toMatchObject({
      stored: 0,
      duplicate: 1,
      different: ['r2', 'r2'],
    })
    expect(await sumOf('Reports')).toEqual([2, 11])
  })

  it('previews of a long report what will be stored, and tells what it does not read', async () => {
    await create('Long')
    const { id } = await database.kysely
      .selectFrom('postback_senders')
      .select('id')
      .where('name', '=', 'Long')
      .executeTakeFirstOrThrow()
    const send = (text: string, store: boolean) => post({ kind: 'import', sender: id, text, store })
    // The first transaction again behind the thousand rows of a statement, with the same values and with others.
    const rows = Array.from({ length: 1_200 }, (_, n) => `l${n},revenue,0.10,EUR,2026-01-05,Alpha`)
    const text = [
      'id,kind,amount,currency,date,player',
      ...rows,
      rows[0],
      'l1,revenue,9,EUR,2026-01-05,',
    ].join('\n')
    const counts = {
      stored: 1_200,
      duplicate: 1,
      different: ['l1'],
      sums: [{ currency: 'EUR', amount: '120.00' }],
    }
    const more = { ignored: ['player'], hasTimes: true }
    expect(await send(text, false)).toMatchObject({ kind: 'preview', ...counts, ...more })
    expect(await send(text, true)).toMatchObject({ kind: 'imported', ...counts })
    expect(await send('id,kind,amount,currency\nx,revenue,12,50,EUR\n', false)).toEqual({
      ...{ kind: 'refused-file', problem: 'cells', line: 2 },
    })
  })

  async function senderNamed(name: string): Promise<string> {
    await create(name)
    const { id } = await database.kysely
      .selectFrom('postback_senders')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return id
  }

  it('remembers how a report of a sender was read, also a column that is none', async () => {
    const bookmaker = await createBookmaker(database.kysely, { name: 'Bright Mere' })
    const sender = await senderNamed('Remembering')
    const send = (rows: string, more: object = {}) =>
      post<Record<string, unknown>>({
        ...{ kind: 'import', sender, store: true, ...more },
        text: `Buchung;Wann;Verdienst;Click ID;Partner\n${rows}`,
      })
    const march = 'x1;03.04.2026;1.234,56;c1;BrightMere\n'
    // Nothing is stored before the operator has decided.
    expect(await send(march)).toMatchObject({ kind: 'preview', questions: ['transaction', 'kind'] })
    const columns = {
      ...{ transaction: 'Buchung', time: 'Wann', amount: 'Verdienst', click_id: null, bookmaker: 'Partner' },
      ...{ kind: null, currency: null },
    }
    const format = { columns, kind: 'revenue', currency: 'CHF', dates: 'day-first', decimal: ',' }
    expect(await send(march, { format })).toMatchObject({ kind: 'imported', stored: 1 })
    // Columns in another order.
    const april = await post({
      ...{ kind: 'import', sender, store: true },
      text: 'Partner;Click ID;Verdienst;Wann;Buchung\nBrightMere;c2;(2,50);05.04.2026;x2\n',
    })
    expect(april).toMatchObject({ kind: 'imported', stored: 1, questions: [] })
    const stored = await database.kysely
      .selectFrom('earnings')
      .select(['transaction', 'kind', 'amount', 'currency', 'click_id', 'bookmaker_id', 'happened_at'])
      .where('sender_id', '=', sender)
      .orderBy('id')
      .execute()
    const same = { currency: 'CHF', click_id: null, bookmaker_id: bookmaker }
    expect(stored).toMatchObject([
      { transaction: 'x1', kind: 'revenue', happened_at: new Date('2026-04-03T00:00:00Z'), ...same },
      { transaction: 'x2', kind: 'chargeback', happened_at: new Date('2026-04-05T00:00:00Z'), ...same },
    ])
    expect(await sumOf('Remembering')).toEqual([2, 1_232.06])
    expect(await send(march)).toMatchObject({ kind: 'imported', stored: 0, duplicate: 1 })
    // The row names the bookmaker, although the sender is a network and there is no click.
    const query = 'from=2026-04-01&to=2026-04-30&by=bookmaker'
    const screen = await (await site.get(`/admin/earnings?${query}`, { cookie: admin })).text()
    expect(/<table.*?<\/table>/s.exec(screen)?.[0]).toContain('Bright Mere')
    // Another sender's report is asked about again.
    const other = await senderNamed('Not remembering')
    expect(await send(march, { sender: other })).toMatchObject({ questions: ['transaction', 'kind'] })
  })

  it('asks before it stores transactions again under other ids', async () => {
    const sender = await senderNamed('Again')
    const text =
      'id,ref,kind,amount,currency,date\n1,r1,revenue,5,EUR,2026-04-03\n2,r2,revenue,6,EUR,2026-04-03\n'
    const send = (more: object) =>
      post<Record<string, unknown>>({ kind: 'import', sender, store: true, text, ...more })
    const first = await send({})
    expect(first).toMatchObject({ kind: 'imported', stored: 2, again: null })
    const { format } = first as { format: { columns: object } }
    const other = { ...format, columns: { ...format.columns, transaction: 'ref' } }
    expect(await send({ format: other })).toMatchObject({
      ...{ kind: 'preview', stored: 2, again: { alike: 2, otherColumn: 'id' } },
    })
    expect(await sumOf('Again')).toEqual([2, 11])
    // Other headings, so that no format is remembered; the rows are the same.
    const renamed = { text: text.replace('id,ref', 'reference,number').replace('1,r1', '8,r1') }
    expect(await send(renamed)).toMatchObject({ kind: 'preview', stored: 1, again: { alike: 1 } })
    expect(await send({ format: other, confirmed: true })).toMatchObject({ kind: 'imported', stored: 2 })
    expect(await sumOf('Again')).toEqual([4, 22])
  })

  it('reads a report without ids once', async () => {
    const sender = await senderNamed('Without ids')
    const columns = { transaction: null, kind: 'kind', amount: 'amount', currency: 'currency', time: 'date' }
    const send = (text: string) =>
      post({
        kind: 'import',
        sender,
        store: true,
        format: { columns: { ...columns, click_id: null, bookmaker: null } },
        text,
      })
    const head = 'kind,amount,currency,date\n'
    const day = 'revenue,5,EUR,2026-04-03\nrevenue,5,EUR,2026-04-03\n'
    expect(await send(head + day)).toMatchObject({ kind: 'imported', stored: 2 })
    expect(await send(`${head}${day}revenue,5,EUR,2026-04-04\n`)).toMatchObject({ stored: 1, duplicate: 2 })
    expect(await sumOf('Without ids')).toEqual([3, 15])
  })

  it('stores two reports of the same transactions once, also at the same time and in another order', async () => {
    await create('Twice')
    const sender = await database.kysely
      .selectFrom('postback_senders')
      .select('id')
      .where('name', '=', 'Twice')
      .executeTakeFirstOrThrow()
    const transactions = Array.from({ length: 2_500 }, (_, at) => ({
      ...{ transaction: `r${at}`, kind: 'revenue' as const, amount: '1.00', currency: 'EUR' },
      ...{ happenedAt: new Date('2026-01-01T00:00:00Z'), clickId: null },
    }))
    const store = (rows: typeof transactions) =>
      importReport(
        database.kysely,
        { sender: sender.id, file: 'report.csv', transactions: rows },
        { id: null, email: 'test' },
      )
    const outcomes = await Promise.all([store(transactions), store(transactions.toReversed())])
    expect(outcomes.flat().filter((it) => it === 'stored')).toHaveLength(2_500)
    expect(outcomes.flat().filter((it) => it === 'duplicate')).toHaveLength(2_500)
    expect(await sumOf('Twice')).toEqual([2_500, 2_500])
  })

  it('takes an imported report back whole, and only that', async () => {
    const sender = await create('Batches')
    const { id } = await database.kysely
      .selectFrom('postback_senders')
      .select('id')
      .where('name', '=', 'Batches')
      .executeTakeFirstOrThrow()
    const store = (file: string, rows: string) =>
      post({ kind: 'import', sender: id, file, text: `id,kind,amount,currency\n${rows}`, store: true })
    await report(sender, revenue('b0', '1'))
    await store('march.csv', 'b0,revenue,1,EUR\nb1,revenue,2,EUR\nb2,revenue,4,EUR\n')
    await store('april.csv', 'b2,revenue,4,EUR\nb3,revenue,8,EUR\n')
    await store('again.csv', 'b3,revenue,8,EUR\n')
    expect(await sumOf('Batches')).toEqual([4, 15])
    const batches = await database.kysely
      .selectFrom('earning_imports')
      .select(['id', 'file_name', 'transactions'])
      .where('sender_id', '=', id)
      .orderBy('imported_at')
      .execute()
    expect(batches.map((batch) => [batch.file_name, batch.transactions])).toEqual([
      ['march.csv', 2],
      ['april.csv', 1],
    ])
    const undo = { kind: 'undo', id: batches[0]?.id }
    expect(await post(undo)).toEqual({ kind: 'undone', count: 2 })
    expect(await post(undo)).toEqual({ kind: 'gone' })
    expect(await sumOf('Batches')).toEqual([2, 9])
    const entries = await database.kysely
      .selectFrom('audit_log')
      .select(['action', 'label', 'before', 'after'])
      .where('entity', '=', 'earning_imports')
      .where('entity_id', '=', batches[0]?.id ?? '')
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'create', label: 'Batches: march.csv', before: null, after: { transactions: 2 } },
      { action: 'delete', label: 'Batches: march.csv', before: { transactions: 2 }, after: null },
    ])
    const screen = await (await site.get('/admin/earnings', { cookie: admin })).text()
    expect(screen).toMatch(/march\.csv.*Taken back/s)
    // What was taken back can come again.
    await store('march.csv', 'b1,revenue,2,EUR\nb2,revenue,4,EUR\n')
    expect(await sumOf('Batches')).toEqual([4, 15])
  })

  it('shows the secret of a sender once, and refuses a sender that is switched off', async () => {
    const sender = await create('Once')
    expect(sender.secret).toMatch(/^[0-9a-f]{64}$/)
    const stored = await database.kysely
      .selectFrom('postback_senders')
      .selectAll()
      .where('name', '=', 'Once')
      .executeTakeFirstOrThrow()
    const trail = await database.kysely.selectFrom('audit_log').selectAll().execute()
    const screen = await (await site.get('/admin/earnings', { cookie: admin })).text()
    for (const text of [JSON.stringify(stored), JSON.stringify(trail), screen])
      expect(text).not.toContain(sender.secret)
    const update = [{ id: stored.id, before: { is_active: true }, after: { is_active: false } }]
    expect(await post({ create: [], update, remove: [] })).toMatchObject({ kind: 'saved' })
    expect(await report(sender, revenue('late', '1'))).toEqual([404, 'unknown-sender'])
  })
})
