import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { removeFavouriteById, reserveUsername, updateProfile } from './commands.server.ts'
import { getProfile, isUsernameTaken, listFavourites, readAccountState } from './queries.server.ts'
import { shortAddress } from './sign-ins.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function createProfile(
  name: string,
  more: { is_active?: boolean; confirmed_at?: Date } = {},
): Promise<string> {
  const { id } = await database.kysely
    .insertInto('profiles')
    .values({ email: `${name.toLowerCase()}@example.org`, username: name, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const mark = (user_id: string, league_id: string, day: string) =>
  database.kysely
    .insertInto('favorite_leagues')
    .values({ user_id, league_id, created_at: new Date(day) })
    .returning('id')
    .executeTakeFirstOrThrow()

describe('a username', () => {
  it('is taken when a profile has exactly this name, in the same case', async () => {
    await createProfile('Ada')
    const asked = ['Ada', 'ada', 'Ad', 'Adam']
    const answers = await Promise.all(asked.map((name) => isUsernameTaken({ database }, name)))
    expect(answers).toEqual([true, false, false, false])
  })

  it('is taken while a sign-up reserves it', async () => {
    await reserveUsername({ database }, 'Reserved')
    expect(await isUsernameTaken({ database }, 'Reserved')).toBe(true)
  })
})

describe('a profile', () => {
  const fields = {
    username: '',
    fullName: '',
    phone: '',
    country: '',
    preferredLanguage: '',
    priceFormat: 'american',
  }

  it('is read and saved by its own id alone', async () => {
    const [bob, eve] = [await createProfile('Bob'), await createProfile('Eve')]
    const saved = {
      username: 'Robert',
      fullName: 'Bob B.',
      phone: '06',
      country: 'Italy',
      preferredLanguage: 'it',
      priceFormat: 'american',
    }
    expect(await updateProfile({ database }, bob, saved)).toBe('saved')
    expect(await getProfile({ database }, bob)).toEqual({ email: 'bob@example.org', ...saved })
    expect(await getProfile({ database }, eve)).toMatchObject({
      username: 'Eve',
      fullName: null,
      phone: null,
    })
  })

  it('accepts any text, including none', async () => {
    const carl = await createProfile('Carl')
    expect(await updateProfile({ database }, carl, { ...fields, phone: 'no number' })).toBe('saved')
    expect(await getProfile({ database }, carl)).toMatchObject({
      username: null,
      phone: 'no number',
      country: null,
    })
  })

  it('does not exist for an unknown account', async () => {
    const nobody = crypto.randomUUID()
    expect(await getProfile({ database }, nobody)).toBeNull()
    expect(await updateProfile({ database }, nobody, fields)).toBe('gone')
    expect(await readAccountState({ database }, { id: nobody })).toBeNull()
  })

  it('says whether its account is active', async () => {
    const [open, fresh] = [await createProfile('Open', { is_active: true }), await createProfile('Fresh')]
    const closed = await createProfile('Closed', { confirmed_at: new Date('2026-02-01') })
    expect(await readAccountState({ database }, { id: open })).toBe('active')
    expect(await readAccountState({ database }, { id: fresh })).toBe('not-verified')
    expect(await readAccountState({ database }, { id: closed })).toBe('blocked')
    expect(await readAccountState({ database }, { email: 'closed@example.org' })).toBe('blocked')
  })
})

describe('the favourite leagues of a profile', () => {
  it('belong to one account, in the order in which they were added, each with its sport and its country', async () => {
    const [fan, rival] = [await createProfile('Fan'), await createProfile('Rival')]
    const { leagueId: serieA } = await createPlace(database.kysely, { league: 'Serie A' })
    const { leagueId: ligue } = await createPlace(database.kysely, {
      country: 'France',
      code: 'FR',
      league: 'Ligue 1',
    })
    const named = { display_name: 'Serie A TIM', logo_url: '/serie-a.png' }
    await database.kysely.updateTable('leagues').set(named).where('id', '=', serieA).execute()
    const later = await mark(fan, ligue, '2026-02-02')
    const first = await mark(fan, serieA, '2026-02-01')
    await mark(rival, ligue, '2026-02-01')
    expect(await listFavourites({ database }, fan)).toEqual([
      {
        id: first.id,
        leagueId: serieA,
        name: 'Serie A TIM',
        logoUrl: '/serie-a.png',
        slug: 'serie-a',
        sport: { name: 'Soccer', slug: 'soccer' },
        country: { name: 'Italy', code: 'IT', slug: 'italy' },
        isShown: true,
      },
      expect.objectContaining({ id: later.id, name: 'Ligue 1' }),
    ])
    expect(await listFavourites({ database }, rival)).toHaveLength(1)
  })

  it("lose only the one with the given id, and never another account's", async () => {
    const [mine, other] = [await createProfile('Mine'), await createProfile('Other')]
    const { leagueId } = await createPlace(database.kysely)
    const [own, foreign] = [
      await mark(mine, leagueId, '2026-02-01'),
      await mark(other, leagueId, '2026-02-01'),
    ]
    await removeFavouriteById({ database }, mine, foreign.id)
    expect(await listFavourites({ database }, other)).toHaveLength(1)
    await removeFavouriteById({ database }, mine, own.id)
    expect(await listFavourites({ database }, mine)).toEqual([])
  })
})

it.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['0000:0000:0000:0000:0000:0000:0000:0001', '::1'],
  ['192.0.2.1', '192.0.2.1'],
])('writes the address %s as %s', (address, shown) => {
  expect(shortAddress(address)).toBe(shown)
})
