import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savePreferredLanguage } from '#app/features/languages/commands.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { removeFavouriteById, reserveUsername, savePriceFormat, updateProfile } from './commands.server.ts'
import {
  exportAccount,
  getProfile,
  isUsernameTaken,
  listFavouriteIds,
  listFavourites,
  listSessions,
  readAccountState,
} from './queries.server.ts'
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

  it('of a sign-up that was never confirmed is taken for a day', async () => {
    const add = async (
      name: string,
      hours: number,
      more: { is_active?: boolean; confirmed_at?: Date } = {},
    ) => {
      const id = await createProfile(name, { is_active: false })
      const created_at = new Date(Date.now() - hours * 3_600_000)
      await database.kysely
        .updateTable('profiles')
        .set({ created_at, ...more })
        .where('id', '=', id)
        .execute()
    }
    await add('New', 23)
    await add('Expired', 25)
    await add('Blocked', 25, { confirmed_at: new Date() })
    await add('Active', 25, { is_active: true })
    const asked = ['New', 'Expired', 'Blocked', 'Active']
    const answers = await Promise.all(asked.map((name) => isUsernameTaken({ database }, name)))
    expect(answers).toEqual([true, false, true, true])
    await database.kysely
      .insertInto('reserved_usernames')
      .values({ username: 'Past', until: new Date(Date.now() - 1) })
      .execute()
    expect(await isUsernameTaken({ database }, 'Past')).toBe(false)
  })

  it('is taken while a sign-up reserves it', async () => {
    await reserveUsername({ database }, 'Reserved', 'reserved@example.org')
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

  it('keeps its language and its format of prices when another one chooses', async () => {
    const [ida, hal] = [await createProfile('Ida'), await createProfile('Hal')]
    const saved = async (id: string) => {
      const profile = await getProfile({ database }, id)
      return [profile?.preferredLanguage, profile?.priceFormat, profile?.username]
    }
    await savePreferredLanguage({ database }, ida, 'it')
    await savePriceFormat({ database }, ida, 'american')
    expect([await saved(ida), await saved(hal)]).toEqual([
      ['it', 'american', 'Ida'],
      [null, null, 'Hal'],
    ])
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
    const french = { country: 'France', code: 'FR', league: 'Ligue 1' }
    const { leagueId: ligue } = await createPlace(database.kysely, french)
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
    expect(await listFavouriteIds({ database }, fan)).toEqual([serieA, ligue])
  })

  it('are all listed, however many they are', async () => {
    const collector = await createProfile('Collector')
    const { countryId, sportId } = await createPlace(database.kysely, { sport: 'Many', league: 'First' })
    const names = Array.from({ length: 120 }, (_, at) => `Another ${at}`)
    const leagues = await database.kysely
      .insertInto('leagues')
      .values(names.map((name) => ({ name, slug: name, sport_id: sportId, country_id: countryId })))
      .returning('id as league_id')
      .execute()
    const marked = leagues.map((league) => ({ ...league, user_id: collector }))
    await database.kysely.insertInto('favorite_leagues').values(marked).execute()
    const listed = (await listFavourites({ database }, collector)).map(({ name }) => name)
    expect(listed.toSorted()).toEqual(names.toSorted())
  })

  it('have their own name where the shown one is empty, and say whether visitors see them', async () => {
    const fan = await createProfile('Hidden')
    const place = await createPlace(database.kysely, { sport: 'Hidden', league: 'Own' })
    await database.kysely
      .updateTable('leagues')
      .set({ display_name: '' })
      .where('id', '=', place.leagueId)
      .execute()
    await mark(fan, place.leagueId, '2026-02-01')
    const shown = async () =>
      (await listFavourites({ database }, fan)).map(({ name, isShown }) => [name, isShown])
    expect(await shown()).toEqual([['Own', true]])
    for (const [table, id] of [
      ['leagues', place.leagueId],
      ['countries', place.countryId],
      ['sports', place.sportId],
    ] as const) {
      const setActive = (is_active: boolean) =>
        database.kysely.updateTable(table).set({ is_active }).where('id', '=', id).execute()
      await setActive(false)
      expect(await shown()).toEqual([['Own', false]])
      await setActive(true)
    }
  })

  it("lose only the one with the given id, and never another account's", async () => {
    const [mine, other] = [await createProfile('Mine'), await createProfile('Other')]
    const { leagueId } = await createPlace(database.kysely)
    const { leagueId: second } = await createPlace(database.kysely, { league: 'Serie B' })
    const [own, foreign] = [
      await mark(mine, leagueId, '2026-02-01'),
      await mark(other, leagueId, '2026-02-01'),
    ]
    const kept = await mark(mine, second, '2026-02-02')
    const left = async (user: string) => (await listFavourites({ database }, user)).map(({ id }) => id)
    await removeFavouriteById({ database }, mine, foreign.id)
    expect([await left(mine), await left(other)]).toEqual([[own.id, kept.id], [foreign.id]])
    await removeFavouriteById({ database }, mine, own.id)
    expect([await left(mine), await left(other)]).toEqual([[kept.id], [foreign.id]])
  })
})

it.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['0000:0000:0000:0000:0000:0000:0000:0001', '::1'],
  ['192.0.2.1', '192.0.2.1'],
])('writes the address %s as %s', (address, shown) => {
  expect(shortAddress(address)).toBe(shown)
})

describe('the sessions of a user', () => {
  it('are the open ones, the current one first, then the most recently used, and are in the export', async () => {
    const [other, user] = [await createProfile('Elsewhere'), await createProfile('Sessions')]
    const add = async (
      user_id: string,
      minutesAgo: number,
      expiresIn = 1,
      ip_address: string | null = null,
    ) => {
      const used = new Date(Date.now() - minutesAgo * 60_000)
      const { id } = await database.kysely
        .insertInto('sessions')
        .values({
          ...{ user_id, token: `t${minutesAgo}${user_id}`, ip_address, user_agent: `agent ${minutesAgo}` },
          ...{ expires_at: new Date(Date.now() + expiresIn * 60_000), created_at: used, updated_at: used },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }
    const older = await add(user, 3, 1, '::ffff:192.0.2.1')
    const current = await add(user, 5)
    const newer = await add(user, 2)
    await add(user, 1, -1)
    await add(other, 1)
    const sessions = await listSessions({ database }, user, current)
    expect(sessions.map(({ id, current: is }) => [id, is])).toEqual([
      [current, true],
      [newer, false],
      [older, false],
    ])
    expect(sessions[2]).toMatchObject({ userAgent: 'agent 3', ipAddress: '192.0.2.1' })
    expect(sessions[0]?.ipAddress).toBeNull()
    const exported = await exportAccount({ database }, user)
    expect(exported).toMatchObject({
      profile: { id: user, username: 'Sessions' },
      consents: [],
      sign_ins: [],
    })
    // A session that has expired is stored as well.
    expect(exported.sessions).toHaveLength(4)
    expect(Object.keys(exported.sessions[0] ?? {}).toSorted()).toEqual([
      ...['created_at', 'expires_at', 'id', 'ip_address', 'updated_at', 'user_agent'],
    ])
  })

  it('are exported with the text that the user agreed to', async () => {
    const [user, other] = [await createProfile('Agreed'), await createProfile('Agreed too')]
    const consented_at = new Date('2026-02-01')
    for (const [id, at] of [
      [other, new Date('2026-01-01')],
      [user, consented_at],
    ] as const)
      await database.kysely.updateTable('profiles').set({ consented_at: at }).where('id', '=', id).execute()
    const { consents } = await exportAccount({ database }, user)
    expect(consents).toEqual([{ given_at: consented_at, language: null, text: null, links: null }])
  })
})
