import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAdmin } from '#app/features/accounts/first-admin.server.ts'
import type { StaffRole } from '#app/features/accounts/permissions.ts'
import { type Plan, parseListFilter } from '#app/features/bulk-edit/lists.ts'
import { exportRows } from '#app/features/bulk-edit/queries.server.ts'
import { readNameDecisions } from '#app/features/contests/queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import type { PlanRequestOutcome } from '#app/routes/admin/bulk-edit/plan-panel.tsx'
import { cookieOf, signIn } from '#tests/support/accounts.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase, emptyTables } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { shownText } from '#tests/support/html.ts'
import { createSportsdbTeam } from '#tests/support/mapping.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let owner: Awaited<ReturnType<typeof hire>>
let place: Awaited<ReturnType<typeof createPlace>>

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  owner = await hire('owner@example.org', 'owner')
  place = await createPlace(database.kysely, { country: 'England', code: 'GB-ENG', league: 'First' })
})
afterAll(async () => {
  await site.close()
  await database.close()
})
beforeEach(() =>
  emptyTables(
    database,
    ...['matches', 'review_decisions', 'team_name_decisions', 'team_mappings', 'audit_log'],
  ),
)

/** A signed-in person of the back office. */
async function hire(email: string, role: StaffRole) {
  const made = await createAdmin(database, email)
  if (made.kind !== 'created') throw new Error(`${email} exists`)
  await database.kysely
    .updateTable('profiles')
    .set({ back_office_role: role, must_change_password: false })
    .where('email', '=', email)
    .execute()
  return { email, password: made.password, cookie: cookieOf(await signIn(site, email, made.password)) }
}

const send = (list: string, body: unknown, cookie = owner.cookie) =>
  adminPost(site, cookie)(`/admin/bulk-edit.data?list=${list}`, body)
const ask = async (list: string, body: unknown) => answerOf<PlanRequestOutcome>(await send(list, body))
const value = (column: string, to: unknown, ids: string[] | null = null) => ({
  ...{ kind: 'plan-value', ids, column },
  value: to,
})
const file = (text: string) => ({ kind: 'plan-file', text })

async function plan(list: string, body: object): Promise<Plan> {
  const answer = await ask(list, body)
  if (answer.kind !== 'plan') throw new Error(JSON.stringify(answer))
  return answer
}
const save = (list: string, { update, create }: Plan, password?: string) =>
  ask(list, { kind: 'save', update, create, password })
const carryOut = async (list: string, body: object) => save(list, await plan(list, body))

const exported = async (list: string, cookie = owner.cookie) => {
  const response = await site.get(`/admin/bulk-edit/export?list=${list}`, { cookie })
  return { status: response.status, lines: (await response.text()).trim().split('\r\n').slice(1) }
}
/** The cells of a line between its id and what says how it was exported. */
const withoutEnds = (line: string) => line.split(',').slice(1, -1).join()
const count = async (table: 'matches' | 'review_decisions' | 'match_reviews' | 'team_aliases') => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    database.kysely,
  )
  return rows[0]?.n
}

describe('teams of matches', () => {
  const add = (name: string) =>
    database.kysely
      .insertInto('team_mappings')
      .values({
        ...{ matches_team_name: name, matches_sport_name: 'Soccer', matches_country_name: 'England' },
        ...{ matches_league_name: 'First', status: 'review' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const mapping = (id: string) =>
    database.kysely
      .selectFrom('team_mappings')
      .select(['status', 'sportsdb_team_id', 'sportsdb_team_name', 'confidence_level', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  it('are exported with their first candidates, and mapped by a file after a preview', async () => {
    const leeds = await createSportsdbTeam(database, { team_name: 'Leeds United' })
    const [first, second, third] = [await add('Leeds'), await add('=Qwrtz'), await add('Zebra')]
    await database.kysely
      .insertInto('team_mapping_candidates')
      .values({ mapping_id: first.id, sportsdb_team_id: leeds, position: 1, score: 0.7 })
      .execute()
    const { lines } = await exported('team_mappings')
    const line = `${first.id},Soccer,England,First,Leeds,review,,,,,${leeds},Leeds United,0.7,,`
    expect(lines).toContainEqual(expect.stringContaining(`${line},v`))
    expect(lines.join()).toContain(",'=Qwrtz,")
    const planned = await plan(
      'team_mappings',
      file(
        `id;sportsdb_team_id;status\n${first.id};${leeds};review\n${second.id};;rejected\n${third.id};;review\n`,
      ),
    )
    expect(planned.update).toEqual([
      { id: second.id, before: { status: 'review' }, after: { status: 'rejected' } },
      { id: first.id, before: { sportsdb_team_id: null }, after: { sportsdb_team_id: leeds } },
    ])
    expect(planned.unchanged).toBe(1)
    expect((await mapping(first.id)).status).toBe('review')
    expect(await save('team_mappings', planned)).toEqual({ kind: 'saved', count: 2 })
    expect(await mapping(first.id)).toMatchObject({
      ...{ status: 'mapped', sportsdb_team_id: leeds, sportsdb_team_name: 'Leeds United', version: 2 },
    })
    expect((await mapping(second.id)).status).toBe('rejected')
    expect(await count('team_aliases')).toBe(1)
    const trail = await database.kysely
      .selectFrom('audit_log')
      .select(['id', 'label', 'after'])
      .orderBy('id')
      .execute()
    expect(trail).toMatchObject([
      { label: '=Qwrtz (Soccer, England, First)', after: { status: 'rejected' } },
      { label: 'Leeds (Soccer, England, First)', after: { status: 'mapped', sportsdb_team_id: leeds } },
    ])
    expect(await save('team_mappings', planned)).toEqual({ kind: 'saved', count: 2 })
    expect((await mapping(first.id)).version).toBe(2)

    const undo = {
      ...{ entry: trail[1]?.id, columns: ['status', 'sportsdb_team_id'] },
      seen: { status: 'mapped', sportsdb_team_id: leeds },
    }
    await adminPost(site, owner.cookie)('/admin/history/put-back.data', undo)
    expect(await mapping(first.id)).toMatchObject({ status: 'review', sportsdb_team_id: null })
    expect(await count('team_aliases')).toBe(0)
  })

  it('are refused with each line that names no team, or contradicts itself', async () => {
    const team = await createSportsdbTeam(database, { team_name: 'Leeds City' })
    const ids = [await add('A'), await add('B'), await add('C'), await add('D')].map(({ id }) => id)
    const text = `id,sportsdb_team_id,status\n${ids[0]},7,review\n${ids[1]},${team},rejected\n${ids[2]},,mapped\n${ids[3]},x,review\n`
    expect(await ask('team_mappings', file(text))).toMatchObject({
      problem: 'lines',
      lines: [
        { line: 2, column: 'sportsdb_team_id', problem: 'dataMapping.problem-team' },
        { line: 3, column: 'status', problem: 'dataMapping.problem-status' },
        { line: 4, column: 'status', problem: 'dataMapping.problem-no-team' },
        { line: 5, column: 'sportsdb_team_id', problem: 'dataMapping.problem-team' },
      ],
    })
    expect(await ask('team_mappings', value('status', 'mapped'))).toMatchObject({
      problem: 'value',
      text: 'dataMapping.problem-no-team',
    })
  })

  it('are rejected and opened again over all that were found, and not over what somebody changed', async () => {
    await sql`insert into team_mappings (matches_team_name, status) select 'Team ' || n, 'review' from generate_series(1, 130) n`.execute(
      database.kysely,
    )
    expect(await carryOut('team_mappings&status=review', value('status', 'rejected'))).toEqual({
      kind: 'saved',
      count: 130,
    })
    const planned = await plan('team_mappings&status=rejected', value('status', 'unmapped'))
    expect(planned.update).toHaveLength(130)
    await sql`update team_mappings set status = 'review' where matches_team_name = 'Team 7'`.execute(
      database.kysely,
    )
    expect(await save('team_mappings', planned)).toMatchObject({
      kind: 'conflict',
      conflicts: [{ label: 'Team 7 ()', mine: 'unmapped', theirs: 'review' }],
    })
  })
})

/** An open pair of matches. */
async function pair(home: string, other: string, hours = 48, reason = 'names'): Promise<string> {
  const start_time = new Date(Date.now() + hours * HOUR_MS)
  const match = (home_team: string) =>
    createMatch(database.kysely, {
      league_id: place.leagueId,
      ...{ home_team, away_team: 'Hillford', start_time },
    })
  const [candidate_id, match_id] = [await match(home), await match(other)]
  const { id } = await database.kysely
    .insertInto('match_reviews')
    .values({ match_id, candidate_id, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('the review queue', () => {
  it('is answered over all that was found by a reason, with what follows, and opened again', async () => {
    await pair('The Riverside Lot', 'Northwick', 48, 'opponent')
    await pair('The Riverside Lot', 'Northwick', 90, 'names')
    await pair('Eastham', 'Westfield', 48, 'names')
    await pair('Alton', 'Béla', 48, 'league')
    const planned = await plan('match_reviews&status=opponent', value('answer', 'same'))
    expect(planned.update).toHaveLength(1)
    expect(planned.effects).toEqual([
      { effect: 'merges', number: 2 },
      { effect: 'names', number: 1 },
      { effect: 'pairs', number: 1 },
    ])
    expect(await count('matches')).toBe(8)
    expect(await save('match_reviews', planned)).toEqual({ kind: 'saved', count: 1 })
    expect([await count('matches'), await count('match_reviews')]).toEqual([6, 2])
    expect(await carryOut('match_reviews', value('answer', 'different'))).toEqual({ kind: 'saved', count: 2 })
    expect((await exported('match_reviews')).lines).toEqual([])

    expect((await exported('review_decisions')).lines).toHaveLength(3)
    expect(await carryOut('review_decisions', value('answer', 'open'))).toEqual({ kind: 'saved', count: 3 })
    expect([await count('matches'), await count('review_decisions')]).toEqual([8, 0])
    expect((await exported('match_reviews')).lines).toHaveLength(4)
  })

  it('is answered by a file, an empty answer later, and is refused in full where two contradict', async () => {
    const [one, two] = [await pair('The Riverside Lot', 'Northwick'), await pair('Alton', 'Béla', 60)]
    expect((await exported('match_reviews')).lines.join()).toContain(`${two},,names,`)
    const text = `id,answer\n${one},different\n${two},\n`
    expect((await plan('match_reviews', file(text))).update).toMatchObject([{ id: one }])
    const third = await pair('The Riverside Lot', 'Northwick', 96)
    const both = `id,answer\n${one},different\n${third},same\n`
    expect(await carryOut('match_reviews', file(both))).toMatchObject({
      kind: 'invalid',
      problems: [{ id: third, problem: 'review.problem-contradiction' }],
    })
    expect((await exported('match_reviews')).lines).toHaveLength(3)
    expect(await ask('match_reviews', file(`id,answer\n${one},maybe\n`))).toMatchObject({
      lines: [{ line: 2, column: 'answer', problem: 'review.problem-answer' }],
    })
    const late = await plan('match_reviews', file(text))
    expect(await save('match_reviews', late)).toEqual({ kind: 'saved', count: 1 })
    expect(await save('match_reviews', late)).toMatchObject({ kind: 'conflict' })
  })

  it('takes names that two feeds use for one team from a file, once, and forgets them again', async () => {
    await pair('The Riverside Lot', 'Northwick', 48, 'opponent')
    const text =
      'sport,country,name,other_name,answer\nFootball,england,Northwick,The Riverside Lot,\nSoccer,England,Alton,Béla,different\n'
    const planned = await plan('review_decisions', file(text))
    expect(planned.create).toHaveLength(2)
    expect(planned.effects).toEqual([
      { effect: 'merges', number: 1 },
      { effect: 'names', number: 2 },
      { effect: 'pairs', number: 1 },
    ])
    expect(await count('review_decisions')).toBe(0)
    expect(await save('review_decisions', planned)).toEqual({ kind: 'saved', count: 2 })
    expect(await count('matches')).toBe(1)
    const known = await readNameDecisions(database.kysely, [place.countryId])
    expect(Object.fromEntries(known)).toEqual({
      'northwick\nthe-riverside-lot': true,
      'alton\nbela': false,
    })
    expect((await exported('review_decisions')).lines.join()).toContain('same,Soccer,England,Northwick,')
    const trail = await database.kysely.selectFrom('audit_log').select(['label', 'action']).execute()
    expect(trail).toContainEqual({ label: 'Alton / Béla', action: 'create' })

    const again = await plan('review_decisions', file(text))
    expect([again.create, again.unchanged]).toEqual([[], 2])
    const wrong =
      'sport,country,name,other_name,answer\nSoccer,England,Béla,Alton,same\nSoccer,Atlantis,A,B,\nSoccer,England,Alton,alton,\nSoccer,England,,B,\n'
    expect(await ask('review_decisions', file(wrong))).toMatchObject({
      lines: [
        { line: 2, column: 'answer', problem: 'review.problem-contradiction' },
        { line: 3, column: 'country', problem: 'review.problem-place' },
        { line: 4, column: 'other_name', problem: 'review.problem-names' },
        { line: 5, column: 'name', problem: 'problem.required' },
      ],
    })
    await carryOut('review_decisions', value('answer', 'open'))
    expect([await count('matches'), await count('review_decisions')]).toEqual([2, 0])
    expect((await readNameDecisions(database.kysely, [place.countryId])).size).toBe(0)
  })
})

describe('other lists', () => {
  it('of schedules are switched off at once, and keep either minutes or a cron expression', async () => {
    const { lines } = await exported('import_schedules')
    expect(lines.length).toBeGreaterThan(3)
    await database.kysely.updateTable('import_schedules').set({ is_active: true }).execute()
    expect(await carryOut('import_schedules', value('is_active', false))).toEqual({
      kind: 'saved',
      count: lines.length,
    })
    expect((await exported('import_schedules&status=active')).lines).toEqual([])
    expect(await ask('import_schedules', value('cron', '0 4 * * *'))).toMatchObject({
      problem: 'value',
      text: 'schedules.problem-when',
    })
    const [first = ''] = lines.map((line) => line.slice(0, 36))
    const row = `id,every_minutes,cron\n${first},,0 4 * * *\n`
    expect(await carryOut('import_schedules', file(row))).toEqual({ kind: 'saved', count: 1 })
  })

  it('of pages are published at once, and added as drafts by a file', async () => {
    expect(await carryOut('pages', file('slug\nabout-us\nterms\n'))).toEqual({ kind: 'saved', count: 2 })
    expect((await exported('pages')).lines.map(withoutEnds)).toEqual(
      expect.arrayContaining(['about-us,,1,no', 'terms,,2,no']),
    )
    await sql`insert into multilingual_pages (page_id, language_id, title, body)
      select p.id, l.id, p.slug, 'Text' from pages p, languages l where l.is_default`.execute(database.kysely)
    expect(await carryOut('pages&status=hidden', value('is_published', true))).toEqual({
      kind: 'saved',
      count: 2,
    })
    expect((await exported('pages')).lines.map(withoutEnds)).toEqual(
      expect.arrayContaining(['about-us,about-us,1,yes', 'terms,terms,2,yes']),
    )
  })

  it('of people are blocked at once with the own password, without whoever does it', async () => {
    const [one, two] = [await hire('one@example.org', 'editor'), await hire('two@example.org', 'editor')]
    expect(await ask('profiles', value('state', 'blocked'))).toMatchObject({
      problem: 'value',
      text: 'people.problem.self',
    })
    const active = await site.get('/admin/bulk-edit?list=profiles&status=active', { cookie: owner.cookie })
    const html = await active.text()
    expect(html).toContain('one@example.org')
    expect(html).toMatch(/<option value="active"[^>]*>Open</)
    const planned = await plan('profiles&q=one', value('state', 'blocked'))
    expect(planned.update).toMatchObject([{ before: { state: 'active' }, after: { state: 'blocked' } }])
    expect(await save('profiles', planned)).toEqual({
      kind: 'password-refused',
      problem: 'password-required',
    })
    expect(await save('profiles', planned, owner.password)).toEqual({ kind: 'saved', count: 1 })
    const signedOut = await plan('profiles&q=two', value('sessions', 0))
    expect(await save('profiles', signedOut, owner.password)).toEqual({ kind: 'saved', count: 1 })
    for (const { cookie } of [one, two]) expect((await exported('leagues', cookie)).status).toBe(302)
    const trail = await database.kysely.selectFrom('audit_log').select(['entity', 'label']).execute()
    expect(trail).toEqual([
      { entity: 'profiles', label: 'one@example.org' },
      { entity: 'sessions', label: 'two@example.org' },
    ])
  })

  it('of people get another role at once with the own password, or none', async () => {
    const people = ['role-one@example.org', 'role-two@example.org']
    for (const email of people) await hire(email, 'editor')
    const roles = async () => {
      const rows = await database.kysely
        .selectFrom('profiles')
        .select(['email', 'back_office_role'])
        .where('email', 'in', people)
        .orderBy('email')
        .execute()
      return rows.map((row) => [row.email, row.back_office_role])
    }
    const planned = await plan('profiles&q=role-', value('back_office_role', 'analyst'))
    expect(await save('profiles', planned)).toMatchObject({ kind: 'password-refused' })
    expect(await roles()).toEqual(people.map((email) => [email, 'editor']))
    expect(await save('profiles', planned, owner.password)).toEqual({ kind: 'saved', count: 2 })
    expect(await roles()).toEqual(people.map((email) => [email, 'analyst']))
    const without = await plan('profiles&q=role-two', value('back_office_role', 'none'))
    expect(await save('profiles', without, owner.password)).toEqual({ kind: 'saved', count: 1 })
    expect(await roles()).toEqual([
      [people[0], 'analyst'],
      [people[1], null],
    ])
  })

  it('of records are exported in full, by what happened, and never changed', async () => {
    await sql`insert into sign_ins (outcome, ip_address) select 'wrong_password', '192.0.2.' || n from generate_series(1, 1050) n`.execute(
      database.kysely,
    )
    expect((await exported('sign_ins&status=wrong_password')).lines).toHaveLength(1050)
    for (const [order, first] of [
      ['asc', '192.0.2.1,'],
      ['desc', '192.0.2.999,'],
    ]) {
      const { lines } = await exported(`sign_ins&status=wrong_password&sort=ip_address&order=${order}`)
      expect(lines[0]).toContain(first)
    }
    await sql`insert into audit_log (user_email, entity, entity_id, label, action) values
      ('a@x.test', 'leagues', '1', 'Serie A', 'update'), ('b@x.test', 'leagues', '1', 'Serie B', 'delete')`.execute(
      database.kysely,
    )
    const { lines: history } = await exported('audit_log&sort=label&order=desc')
    expect(history.map((line) => /Serie (A|B)/.exec(line)?.[1])).toEqual(['B', 'A'])
    expect((await exported('audit_log&status=delete')).lines).toHaveLength(1)
    const { id: key_id } = await database.kysely
      .insertInto('api_keys')
      .values({ name: 'Reader', hint: 'x', hash: 'x', limit_per_minute: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: webhook_id } = await database.kysely
      .insertInto('webhooks')
      .values({
        ...{ key_id, name: 'Shop', url: 'https://shop.example/', sealed_secret: 'x', events: 'match.added' },
        is_active: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('webhook_deliveries')
      .values(
        ['failed', 'delivered', 'waiting'].map((state, attempts) => ({
          ...{ webhook_id, type: 'match.added', match_id: crypto.randomUUID(), body: '{}', state, attempts },
        })),
      )
      .execute()
    const { lines: messages } = await exported('webhook_deliveries&sort=attempts&order=desc')
    expect(messages.map((line) => line.split(',')[4])).toEqual(['waiting', 'delivered', 'failed'])
    expect((await exported('webhook_deliveries&status=failed')).lines).toHaveLength(1)
    const page = await site.get('/admin/bulk-edit?list=sign_ins&sort=ip_address', { cookie: owner.cookie })
    expect(await page.text()).not.toContain('type="file"')
    expect(await ask('sign_ins', value('outcome', 'signed_in'))).toMatchObject({ problem: 'no-column' })
    expect(await ask('audit_log', file('id,label\n'))).toMatchObject({ kind: 'plan-refused' })
  })

  it('have in their files what a role may read, and no more', async () => {
    const [analyst, editor] = [await hire('analyst@x.test', 'analyst'), await hire('editor@x.test', 'editor')]
    await sql`insert into audit_log (user_email, entity, entity_id, label, action) values
      ('a@x.test', 'profiles', '1', 'secret person', 'update'), ('a@x.test', 'leagues', '1', 'Serie A', 'update')`.execute(
      database.kysely,
    )
    const read = (await exported('audit_log', analyst.cookie)).lines.join()
    expect(read).toContain('Serie A')
    expect(read).not.toContain('secret person')
    const shown = await site.get('/admin/bulk-edit?list=audit_log', { cookie: analyst.cookie })
    expect(await shown.text()).not.toContain('secret person')
    const refused = ['profiles', 'sign_ins', 'webhook_deliveries']
    for (const list of refused) expect((await exported(list, analyst.cookie)).status).toBe(403)
    for (const list of [...refused, 'audit_log', 'match_reviews', 'team_mappings', 'import_schedules'])
      expect((await exported(list, editor.cookie)).status).toBe(403)
    expect((await send('match_reviews', value('answer', 'same'), analyst.cookie)).status).toBe(403)
  })
})

describe('links of the site', () => {
  it('are found by state, and changed by a file with the rules of their editors, in full or not at all', async () => {
    const { kysely } = database
    const bookmaker_id = await createBookmaker(kysely, { name: 'Rowan Bet', link_hosts: null })
    const made = <T extends { id: string }>(row: T | undefined) => row?.id ?? ''
    const button = made(
      await kysely
        .insertInto('affiliate_buttons')
        .values({
          ...{ bookmaker_id, provider: 'Rowan', button_text: 'Bet', is_active: true },
          button_link: 'https://old.example/button',
        })
        .returning('id')
        .executeTakeFirst(),
    )
    const template = made(
      await kysely
        .insertInto('link_templates')
        .values({ bookmaker_id, country: null, template: 'https://old.example/{click_id}' })
        .returning('id')
        .executeTakeFirst(),
    )
    const promotion = made(
      await kysely
        .insertInto('promotions')
        .values({
          ...{ title: 'Bonus', description: 'A bonus', button_text: 'Go' },
          ...{ button_link: 'https://old.example/bonus', is_active: true },
        })
        .returning('id')
        .executeTakeFirst(),
    )
    const match = await createMatch(kysely, {
      ...{ league_id: place.leagueId, start_time: new Date(Date.now() + 30 * HOUR_MS) },
      affiliate_link: 'https://old.example/match',
    })
    const at = new Date()
    await kysely
      .insertInto('link_checks')
      .values({
        ...{ link: 'https://old.example/bonus', state: 'broken', reason: 'http_status', status: 404 },
        ...{ checked_at: at, since: at },
      })
      .execute()
    const { lines } = await exported('checked_links')
    expect(lines.map((line) => line.slice(0, 36)).toSorted()).toEqual(
      [button, template, promotion, match].toSorted(),
    )
    expect(lines[0]).toContain(`${promotion},promotion,Bonus`)
    const table = async (query: string) =>
      (await site.get(`/admin/bulk-edit?list=checked_links&${query}`, { cookie: owner.cookie })).text()
    expect(await table('status=broken')).toContain('old.example/bonus')
    expect(await table('status=broken')).not.toContain('old.example/button')
    expect(await table('q=rowan')).toContain('old.example/button')
    expect(await table('q=rowan')).not.toContain('old.example/bonus')
    const kinds = async (order: string) =>
      (await exported(`checked_links&sort=kind&order=${order}`)).lines.map((line) => line.split(',')[1])
    const sorted = (await kinds('asc')).toSorted()
    expect([await kinds('asc'), await kinds('desc')]).toEqual([sorted, sorted.toReversed()])
    const wrong = `id,link\n${button},https://new.example/{nothing}\n${template},/here\n`
    expect(await ask('checked_links', file(wrong))).toMatchObject({
      problem: 'lines',
      lines: [
        { line: 2, column: 'link', problem: expect.stringContaining('problem.placeholder') },
        { line: 3, column: 'link', problem: 'problem.template-link' },
      ],
    })
    const right = `id,link\n${lines
      .map((line) => line.split(','))
      .map(([id, , , , link]) => `${id},${link?.replace('old.', 'new.')}`)
      .join('\n')}\n`
    const changed = await plan('checked_links', file(right))
    expect(changed.update).toHaveLength(4)
    await kysely
      .updateTable('promotions')
      .set({ button_link: 'https://other.example/' })
      .where('id', '=', promotion)
      .execute()
    expect(await save('checked_links', changed)).toMatchObject({
      kind: 'conflict',
      conflicts: [{ id: promotion, theirs: 'https://other.example/' }],
    })
    const stored = async () =>
      (await exported('checked_links')).lines.map((line) => line.split(',')[4]).toSorted()
    expect(await stored()).toContain('https://old.example/match')
    await kysely
      .updateTable('promotions')
      .set({ button_link: 'https://old.example/bonus' })
      .where('id', '=', promotion)
      .execute()
    expect(await save('checked_links', changed)).toEqual(expect.objectContaining({ kind: 'saved', count: 4 }))
    expect(await stored()).toEqual([
      'https://new.example/bonus',
      'https://new.example/button',
      'https://new.example/match',
      'https://new.example/{click_id}',
    ])
    const entries = await kysely
      .selectFrom('audit_log')
      .select(['entity', 'after'])
      .where('action', '=', 'update')
      .orderBy('entity')
      .execute()
    expect(entries.map(({ entity }) => entity)).toEqual([
      ...['affiliate_buttons', 'link_templates', 'matches', 'promotions'],
    ])
  })
})

describe('markets of feeds', () => {
  beforeEach(() => emptyTables(database, 'unknown_markets', 'market_mappings'))

  const send = (key: string, seen: number) =>
    database.kysely
      .insertInto('unknown_markets')
      .values({ source: 'the-odds-api:soccer_epl', key, seen, example: `${key} example` })
      .execute()
  const idOf = async (key: string) =>
    (await exported('market_mappings')).lines.find((line) => line.split(',')[2] === key)?.slice(0, 36) ?? ''
  const mappings = () =>
    database.kysely
      .selectFrom('market_mappings')
      .select(['key', 'type', 'period', 'participant'])
      .orderBy('key')
      .execute()

  it('are ignored over all that were found, and opened again', async () => {
    for (let n = 1; n <= 120; n += 1) await send(`player_${n}`, n)
    await send('totals_h9', 500)
    const seen = async (number: number) => {
      const address = `/admin/bulk-edit?list=market_mappings&sort=seen&order=desc&page=${number}`
      const text = shownText(await (await site.get(address, { cookie: owner.cookie })).text())
      return text.match(/\b\w+(?= example)/g)
    }
    const keys = ['totals_h9', ...Array.from({ length: 120 }, (_, at) => `player_${120 - at}`)]
    expect([await seen(1), await seen(2)]).toEqual([keys.slice(0, 100), keys.slice(100)])
    const query = 'market_mappings&status=open&q=player'
    const ignored = await plan(query, value('type', 'ignored'))
    expect(ignored.update).toHaveLength(120)
    expect(await save(query, ignored)).toMatchObject({ kind: 'saved', count: 120 })
    expect(await mappings()).toHaveLength(120)
    const page = await site.get('/admin/bulk-edit?list=market_mappings&status=open', { cookie: owner.cookie })
    expect(await page.text()).not.toContain('player_7 example')
    const opened = await carryOut('market_mappings&status=ignored', value('type', 'open'))
    expect(opened).toMatchObject({ kind: 'saved', count: 120 })
    expect(await mappings()).toEqual([])
    // The second save of the first plan meets rows as it has read them.
    expect(await save(query, ignored)).toMatchObject({ kind: 'saved' })
    const entry = await database.kysely
      .selectFrom('audit_log')
      .select(['label', 'before', 'after'])
      .where('entity', '=', 'market_mappings')
      .where('label', '=', 'the-odds-api: player_7')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ before: { type: 'open' }, after: { type: 'ignored' } })
  })

  it('are matched by a file with their part of the match, which each type needs or refuses', async () => {
    for (const key of ['totals_h9', 'team_totals_h9', 'odd: market']) await send(key, 1)
    const [total, team, outcome] = [
      await idOf('totals_h9'),
      await idOf('team_totals_h9'),
      await idOf('odd: market'),
    ]
    const head = 'id,type,period,participant'
    const wrong = [`${total},total,full_time,home`, `${team},open,full_time,`, `${outcome},total,full_time,`]
    expect(await ask('market_mappings', file([head, ...wrong].join('\n')))).toMatchObject({
      problem: 'lines',
      lines: [
        { line: 2, column: 'participant', problem: 'sources.problem-no-side' },
        { line: 3, column: 'period', problem: 'sources.problem-no-market' },
        { line: 4, column: 'type', problem: 'sources.outcome-only' },
      ],
    })
    const right = [`${total},total,half_1,`, `${team},team_total,full_time,away`, `${outcome},ignored,,`]
    const changed = await plan('market_mappings', file([head, ...right].join('\n')))
    expect(await save('market_mappings', changed)).toMatchObject({ kind: 'saved', count: 3 })
    expect(await mappings()).toEqual([
      { key: 'odd: market', type: null, period: null, participant: null },
      { key: 'team_totals_h9', type: 'team_total', period: 'full_time', participant: 'away' },
      { key: 'totals_h9', type: 'total', period: 'half_1', participant: null },
    ])
    // What somebody has changed meanwhile stays.
    const again = await plan('market_mappings&q=team', value('type', 'ignored'))
    await sql`update market_mappings set type = 'total' where type is not null`.execute(database.kysely)
    expect(await save('market_mappings', again)).toMatchObject({
      kind: 'conflict',
      conflicts: [{ column: 'type', mine: 'ignored', theirs: 'total' }],
    })
  })
})

describe('teams', () => {
  it('are added by hand without a match, once, and are those of the match that names them later', async () => {
    const text = 'sport,country,name\nFootball,England,Alder Rovers\n'
    const planned = await plan('teams', file(text))
    expect(planned).toMatchObject({ create: [{ values: { name: 'Alder Rovers', country: 'England' } }] })
    expect(await save('teams', planned)).toEqual(expect.objectContaining({ kind: 'saved', count: 1 }))
    const teams = () =>
      database.kysely
        .selectFrom('teams')
        .select(['id', 'country_id'])
        .where('name', '=', 'Alder Rovers')
        .execute()
    const [made] = await teams()
    expect(made?.country_id).toBe(place.countryId)
    expect(await ask('teams', file(text))).toMatchObject({
      problem: 'lines',
      lines: [{ line: 2, column: 'name', problem: 'bulk.problem-team' }],
    })
    expect(await save('teams', planned)).toEqual(expect.objectContaining({ kind: 'saved', count: 0 }))
    expect((await exported('teams')).lines).toContainEqual(
      expect.stringMatching(`${made?.id},[^,]+,England,Alder Rovers`),
    )
    const entry = await database.kysely
      .selectFrom('audit_log')
      .select(['action', 'entity_id', 'label'])
      .where('entity', '=', 'teams')
      .execute()
    expect(entry).toEqual([{ action: 'create', entity_id: made?.id, label: 'Alder Rovers' }])
    await createMatch(database.kysely, { league_id: place.leagueId, home_team: 'Alder Rovers' })
    expect(await teams()).toEqual([made])
  })
})

describe('the file of a long list', () => {
  it('has the rows in order, holds few connections however many read, and lets them go when a reader leaves', async () => {
    const { kysely } = database
    await sql`insert into teams (country_id, name)
      select ${place.countryId}, 'Long ' || lpad(n::text, 4, '0') from generate_series(1, 2500) n`.execute(
      kysely,
    )
    const asked = {
      filter: parseListFilter(new URLSearchParams('list=teams&q=long')),
      ...{ language: 'en', role: 'owner' as const },
    }
    const services = createServices(database)
    const names = (text: string) => [...text.matchAll(/Long \d{4}/g)].map(([name]) => name)
    const whole = names(await new Response(exportRows(services, asked)).text())
    expect(whole).toHaveLength(2_500)
    expect(whole).toEqual(whole.toSorted())
    // It arrives in parts, all of one moment.
    const reader = exportRows(services, asked).getReader()
    const decoder = new TextDecoder()
    let text = ''
    const readPart = async () => {
      const { done, value } = await reader.read()
      text += decoder.decode(value, { stream: !done })
      return !done
    }
    while (!text.includes('Long 0001')) await readPart()
    expect(text).not.toContain('Long 2500')
    const rename = (from: string, to: string) =>
      kysely.updateTable('teams').set({ name: to }).where('name', '=', from).execute()
    await rename('Long 2500', 'Long 9999')
    while (await readPart());
    await rename('Long 9999', 'Long 2500')
    if (database.kind === 'postgres') expect(names(text)).toEqual(whole)
    // More readers than connections: each leaves after the headings.
    for (let reader = 0; reader < 20; reader += 1) {
      const stream = exportRows(services, asked).getReader()
      await stream.read()
      await stream.cancel()
    }
    expect(names(await new Response(exportRows(services, asked)).text())).toHaveLength(2_500)
    // More who stay and do not read on: the others, and the site, still get connections.
    const slow = Array.from({ length: 20 }, () => exportRows(services, asked).getReader())
    for (const stream of slow) await stream.read()
    expect(names(await new Response(exportRows(services, asked)).text())).toEqual(whole)
    await Promise.all(slow.map((stream) => stream.cancel()))
    await sql`delete from teams where name like 'Long %'`.execute(kysely)
  })
})
