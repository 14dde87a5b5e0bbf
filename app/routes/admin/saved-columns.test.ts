import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { saveButtons } from '#app/features/affiliates/commands.server.ts'
import { listEditorButtons } from '#app/features/affiliates/editor-queries.server.ts'
import { buttonChange } from '#app/features/affiliates/editor-schema.ts'
import { saveCountries, saveLeagues, saveSports } from '#app/features/catalogue/commands.server.ts'
import {
  listEditorCountries,
  listEditorLeagues,
  listEditorSports,
} from '#app/features/catalogue/editor-queries.server.ts'
import { countryChange, leagueChange, sportChange } from '#app/features/catalogue/editor-schema.ts'
import { saveLinks } from '#app/features/footer/commands.server.ts'
import { listEditorLinks } from '#app/features/footer/editor-queries.server.ts'
import { linkChange } from '#app/features/footer/editor-schema.ts'
import { saveLanguages } from '#app/features/languages/commands.server.ts'
import { listEditorLanguages } from '#app/features/languages/editor-queries.server.ts'
import { languageChange } from '#app/features/languages/editor-schema.ts'
import { saveMatches } from '#app/features/matches/editor-commands.server.ts'
import { listEditorMatches } from '#app/features/matches/editor-queries.server.ts'
import { matchChange } from '#app/features/matches/editor-schema.ts'
import { savePromotions, saveSpinWheel } from '#app/features/promotions/commands.server.ts'
import { getEditorSpinWheel, listEditorPromotions } from '#app/features/promotions/editor-queries.server.ts'
import { promotionChange, spinWheelChange } from '#app/features/promotions/editor-schema.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Actor, Changes, SaveOutcome, Values } from '#app/platform/edit/schema.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { checkChanges } from './changes.server.ts'

/** What the screens of the back office save, from the request to the list that they show afterwards. */

let database: Database
let place: Awaited<ReturnType<typeof createPlace>>
let bookmaker_id: string
beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  place = await createPlace(db, { sport: 'Padel', league: 'Liga' })
  await createMatch(db, { league_id: place.leagueId })
  const languages = db
    .insertInto('languages')
    .values({ code: 'fi', name: 'Suomi', native_name: 'Suomi', is_active: false })
  await languages.execute()
  const bookmakers = db
    .insertInto('bookmakers')
    .values({ name: 'Alphabet', slug: 'alphabet', key: 'alphabet' })
  bookmaker_id = (await bookmakers.returning('id').executeTakeFirstOrThrow()).id
})
afterAll(() => database.close())

interface Screen {
  schema: z.ZodObject
  save: (changes: Changes, actor: Actor) => Promise<SaveOutcome>
  list: () => Promise<readonly ({ id: string } & object)[]>
  /** A value of every column, none of which is the default. */
  values: () => Values
}

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString()
const SHOWN = { display_name: 'Shown so', menu_position: 9, is_active: false }
const SCREENS: Record<string, Screen> = {
  'affiliate buttons': {
    schema: buttonChange,
    save: (changes, actor) => saveButtons({ database }, changes, actor),
    list: () => listEditorButtons({ database }),
    values: () => ({
      ...{ provider: 'Alphabet', button_text: 'Bet now', button_link: 'https://alphabet.example/' },
      ...{ bookmaker_id, is_active: false },
    }),
  },
  promotions: {
    schema: promotionChange,
    save: (changes, actor) => savePromotions({ database }, changes, actor),
    list: () => listEditorPromotions({ database }),
    values: () => ({
      ...{ title: 'Welcome', subtitle: 'Today', description: 'Doubled', image_url: '/offer.png' },
      ...{ button_text: 'Claim', button_link: 'https://alphabet.example/', visible_home: false },
      ...{ visible_casino: true, visible_live_casino: true, side_menu_offer: true, is_active: false },
      ...{
        menu_position: 7,
        star_rating: 3,
        bookmaker_id,
        start_date: '2026-01-02T03:04:00.000Z',
        end_date: AN_HOUR_AGO,
      },
    }),
  },
  'links of the footer': {
    schema: linkChange,
    save: (changes, actor) =>
      database.kysely.transaction().execute((tx) => saveLinks(tx, changes, actor)) as Promise<SaveOutcome>,
    list: () => listEditorLinks({ database }),
    values: () => ({
      ...{ section_type: 'legal', title: 'Terms', url: 'https://terms.example/' },
      ...{ is_active: false, menu_position: 1 },
    }),
  },
  sports: {
    schema: sportChange,
    save: (changes, actor) => saveSports({ database }, changes, actor),
    list: () => listEditorSports({ database }),
    values: () => SHOWN,
  },
  countries: {
    schema: countryChange,
    save: (changes, actor) => saveCountries({ database }, changes, actor),
    list: () => listEditorCountries({ database }, place.sportId),
    values: () => SHOWN,
  },
  leagues: {
    schema: leagueChange,
    save: (changes, actor) => saveLeagues({ database }, changes, actor),
    list: () => listEditorLeagues({ database }, place.countryId),
    values: () => ({ ...SHOWN, logo_url: '/liga.png' }),
  },
  matches: {
    // The prices of bookmakers are rows of their own.
    schema: matchChange.omit({ typed_prices: true }),
    save: (changes, actor) => saveMatches({ database }, changes, actor),
    list: async () => {
      const { upcoming, past } = await listEditorMatches(
        { database },
        { league: place.leagueId },
        { upcoming: null, past: null },
        new Date(),
      )
      return [...upcoming.matches, ...past.matches]
    },
    values: () => ({
      ...{
        home_team: 'Roma',
        away_team: 'Lazio',
        start_time: AN_HOUR_AGO,
        status: 'live',
        home_odds: 1.5,
        draw_odds: 4.2,
        away_odds: 6.5,
        odds_locked: true,
      },
      ...{
        home_score: 2,
        away_score: 1,
        featured: true,
        is_popular: true,
        affiliate_link: 'https://a.example/',
      },
    }),
  },
  languages: {
    schema: languageChange,
    save: (changes, actor) => saveLanguages({ database }, changes, actor),
    list: async () =>
      (await listEditorLanguages({ database })).filter(({ code }) => ['fi', 'sv'].includes(code)),
    values: () => ({
      ...{ code: 'sv', name: 'Swedish', native_name: 'Svenska', flag_code: 'se' },
      ...{ is_default: true, is_active: true, rtl: true },
    }),
  },
  'the spin wheel': {
    schema: spinWheelChange,
    save: (changes, actor) => saveSpinWheel({ database }, changes, actor),
    list: async () => [await getEditorSpinWheel({ database })],
    values: () => ({
      ...{ spin_wheel_sidebar_on: true, spin_wheel_enabled: true, spin_wheel_title: 'Turn it' },
      ...{
        spin_wheel_sub_title: 'Win',
        spin_wheel_button_text: 'Go',
        spin_wheel_link: 'https://wheel.example/',
      },
    }),
  },
}

const ACTOR: Actor = { id: null, email: 'ada@example.org' }
const NOTHING: Changes = { create: [], update: [], remove: [] }

async function save({ schema, save }: Screen, changes: Partial<Changes>): Promise<void> {
  const checked = checkChanges({ ...NOTHING, ...changes }, schema)
  expect(checked.problems).toEqual([])
  expect(await save(checked.changes, ACTOR)).toMatchObject({ kind: 'saved' })
}

it.each(['affiliate buttons', 'promotions', 'links of the footer'])(
  'a new row of %s is stored with every column',
  async (name) => {
    const screen = SCREENS[name] as Screen
    const values = screen.values()
    expect(Object.keys(values).sort()).toEqual(Object.keys(screen.schema.shape).sort())
    const id = crypto.randomUUID()
    await save(screen, { create: [{ id, values }] })
    expect((await screen.list()).find((row) => row.id === id)).toMatchObject(values)
  },
)

it.each(['sports', 'countries', 'leagues', 'matches', 'languages', 'the spin wheel'])(
  'a change of %s is stored in every column',
  async (name) => {
    const screen = SCREENS[name] as Screen
    const after = screen.values()
    expect(Object.keys(after).sort()).toEqual(Object.keys(screen.schema.shape).sort())
    const [row] = (await screen.list()) as ({ id: string } & Values)[]
    if (!row) throw new Error('the list is empty')
    const before = Object.fromEntries(Object.keys(after).map((column) => [column, row[column] ?? null]))
    for (const [column, value] of Object.entries(after)) expect(before[column], column).not.toBe(value)
    await save(screen, { update: [{ id: row.id, before, after }] })
    expect((await screen.list()).find(({ id }) => id === row.id)).toMatchObject(after)
  },
)
