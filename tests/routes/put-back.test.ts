import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let admin: { cookie: string; email: string }

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  admin = await signInAdministrator(database, site)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

async function send(path: string, body: unknown) {
  const response = await fetch(`${site.origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: site.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: admin.cookie,
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

const lastEntry = async (entity: string) =>
  (
    await database.kysely
      .selectFrom('audit_log')
      .select('id')
      .where('entity', '=', entity)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id

const earlier = async (entry: number) =>
  (await site.get(`/admin/history/put-back?entry=${entry}`, { cookie: admin.cookie })).json()

const putBack = (entry: number, columns: string[], seen: object) =>
  send('/admin/history/put-back', { entry, columns, seen })

/** A saved button with a first text. */
async function addButton(text: string, more: object = {}) {
  const id = crypto.randomUUID()
  const values = {
    provider: text,
    button_text: text,
    button_link: 'https://example.org/a',
    bookmaker_id: null,
    is_active: true,
    ...more,
  }
  const saved = await send('/admin/affiliate-buttons', { create: [{ id, values }], update: [], remove: [] })
  expect(saved.status).toBe(200)
  return { id, values }
}

const change = (id: string, before: object, after: object) =>
  send('/admin/affiliate-buttons', { create: [], update: [{ id, before, after }], remove: [] })

const stored = (id: string) =>
  database.kysely.selectFrom('affiliate_buttons').selectAll().where('id', '=', id).executeTakeFirst()

describe('an entry of the history', () => {
  it('puts a field back and leaves the others, with an entry of its own', async () => {
    const { id } = await addButton('Alder')
    await change(
      id,
      { button_text: 'Alder', button_link: 'https://example.org/a' },
      { button_text: 'Bet now', button_link: 'https://example.org/b' },
    )
    const entry = await lastEntry('affiliate_buttons')
    expect(await earlier(entry)).toMatchObject({
      kind: 'fields',
      fields: [
        { column: 'button_text', old: 'Alder', now: 'Bet now', isChangedSince: false, isSame: false },
        { column: 'button_link', old: 'https://example.org/a', now: 'https://example.org/b' },
      ],
    })
    expect((await putBack(entry, ['button_text'], { button_text: 'Bet now' })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ button_text: 'Alder', button_link: 'https://example.org/b' })
    const own = await lastEntry('affiliate_buttons')
    expect(own).toBeGreaterThan(entry)
    // What was put back can be put back.
    await putBack(own, ['button_text'], { button_text: 'Alder' })
    expect(await stored(id)).toMatchObject({ button_text: 'Bet now' })
  })

  it('states what was changed since, and refuses values that somebody changes meanwhile', async () => {
    const { id } = await addButton('Birch')
    await change(id, { button_text: 'Birch' }, { button_text: 'Second' })
    const entry = await lastEntry('affiliate_buttons')
    await change(id, { button_text: 'Second' }, { button_text: 'Third' })
    expect(await earlier(entry)).toMatchObject({
      fields: [{ old: 'Birch', now: 'Third', isChangedSince: true }],
    })
    const late = await putBack(entry, ['button_text'], { button_text: 'Second' })
    expect([late.status, (await stored(id))?.button_text]).toEqual([409, 'Third'])
    expect((await putBack(entry, ['button_text'], { button_text: 'Third' })).status).toBe(200)
    expect((await stored(id))?.button_text).toBe('Birch')
  })

  it('creates a deleted item again, unless what it belongs to is gone', async () => {
    const { id: bookmaker } = await database.kysely
      .insertInto('bookmakers')
      .values({ name: 'Alderbet', key: 'alderbet', slug: 'alderbet' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await addButton('Cedar', { bookmaker_id: bookmaker })
    await send('/admin/affiliate-buttons', { create: [], update: [], remove: [{ id }] })
    const entry = await lastEntry('affiliate_buttons')
    expect(await earlier(entry)).toMatchObject({ kind: 'fields', isDeleted: true })
    await database.kysely.deleteFrom('bookmakers').where('id', '=', bookmaker).execute()
    expect((await putBack(entry, ['provider'], {})).status).toBe(422)
    expect(await stored(id)).toBeUndefined()
    await database.kysely
      .insertInto('bookmakers')
      .values({ id: bookmaker, name: 'Alderbet', key: 'alderbet', slug: 'alderbet' })
      .execute()
    expect((await putBack(entry, ['provider'], {})).status).toBe(200)
    expect(await stored(id)).toMatchObject({ provider: 'Cedar', bookmaker_id: bookmaker })
    expect(await earlier(entry)).toEqual({ kind: 'put-back-refused', problem: 'exists' })
  })

  it('checks earlier values as an ordinary save does', async () => {
    const { id } = await addButton('Dogwood')
    await database.kysely
      .insertInto('audit_log')
      .values({
        user_email: 'old@example.org',
        entity: 'affiliate_buttons',
        entity_id: id,
        label: 'Dogwood',
        action: 'update',
        before: JSON.stringify({ button_link: 'javascript:alert(1)' }),
        after: JSON.stringify({ button_link: 'https://example.org/a' }),
      })
      .execute()
    const entry = await lastEntry('affiliate_buttons')
    const refused = await putBack(entry, ['button_link'], { button_link: 'https://example.org/a' })
    expect([refused.status, (await stored(id))?.button_link]).toEqual([422, 'https://example.org/a'])
  })

  it('of an account or a key cannot be put back', async () => {
    for (const entity of ['profiles', 'invitations', 'source_settings', 'alert_settings', 'sessions']) {
      await database.kysely
        .insertInto('audit_log')
        .values({
          user_email: 'old@example.org',
          entity,
          entity_id: crypto.randomUUID(),
          label: 'x',
          action: 'update',
          before: JSON.stringify({ back_office_role: 'owner', is_active: true }),
          after: JSON.stringify({ back_office_role: 'analyst', is_active: false }),
        })
        .execute()
      expect(await earlier(await lastEntry(entity))).toEqual({
        kind: 'put-back-refused',
        problem: 'not-possible',
      })
    }
  })
})
