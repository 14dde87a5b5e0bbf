import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { serveAudience } from '#app/platform/http/audience.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { type Audience, EVERYBODY } from '../audiences/permissions.ts'
import { findMatchLink, findOne, findPromotionLink } from './queries.server.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

let database: Database
let leagueId: string
beforeAll(async () => {
  database = await createTestDatabase()
  leagueId = (await createPlace(database.kysely)).leagueId
})
afterAll(() => database.close())

/** The links of what was found. */
const linksOf = (found: Awaited<ReturnType<typeof findMatchLink>>) =>
  typeof found === 'object' ? found.links.map(({ template }) => template) : found

const promote = (more: object = {}) =>
  database.kysely
    .insertInto('promotions')
    .values({
      ...{ title: 'Offer', description: 'An offer', button_text: 'Go', start_date: minutes(-60) },
      ...{ button_link: 'https://partner.example/p', is_active: true },
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

describe('the row of a range of ids', () => {
  const ids = ['11111111-0000-4000-8000-000000000000', '11111111-ffff-4fff-bfff-ffffffffffff']
  const find = (first = ids[0] ?? '', last = ids[1] ?? '') =>
    findOne({ database }, 'matches', { first, last })

  it('is the only one in it, its ends included', async () => {
    expect(await find()).toBeUndefined()
    for (const id of ids) await createMatch(database.kysely, { id, league_id: leagueId })
    const [first, last] = ids
    expect([await find(first, first), await find(last, last)]).toEqual([first, last])
    expect(await find(), 'a click must not reach a wrong target').toBeUndefined()
  })
})

describe("an operator's own link for a match", () => {
  it('is that of the match, if it leads somewhere', async () => {
    const find = async (affiliate_link: string | null) => {
      const id = await createMatch(database.kysely, { league_id: leagueId, affiliate_link })
      return linksOf(await findMatchLink(createServices(database), id))
    }
    expect(await find('https://partner.example/1')).toEqual(['https://partner.example/1'])
    expect([await find(null), await find('#')]).toEqual([undefined, undefined])
  })
})

describe('the link of a promotion', () => {
  it.each<[string, object, unknown]>([
    ['that runs without an end', {}, ['https://partner.example/p']],
    ['that begins now', { start_date: NOW }, ['https://partner.example/p']],
    ['that has not begun', { start_date: minutes(1) }, undefined],
    ['that ends later', { end_date: minutes(1) }, ['https://partner.example/p']],
    ['that ends now', { end_date: NOW }, undefined],
    ['that is off', { is_active: false }, undefined],
    ['that leads nowhere', { button_link: '#' }, undefined],
  ])('%s', async (_, more, links) => {
    const { id } = await promote(more)
    const found = await findPromotionLink(createServices(database), id, { now: NOW, country: undefined })
    expect(linksOf(found)).toEqual(links)
  })

  it.each<[string, Partial<Audience>]>([
    ['without links', { links: false }],
    ['without promotions', { promotions: false }],
    ['that must not read of its bookmaker', { barredNames: ['offer'] }],
  ])('is not followed for an audience %s', async (_, rule) => {
    const { id } = await promote()
    const found = serveAudience({ ...EVERYBODY, key: 'x', ...rule }, () =>
      findPromotionLink(createServices(database), id, { now: NOW, country: undefined }),
    )
    expect(await found).toBe('not-here')
  })
})
