import { type Kysely, sql } from 'kysely'
import { nameBookmaker } from '#app/features/bookmakers/brands.ts'
import { countryCode, INTERNATIONAL, knownCountryCode } from '#app/features/catalogue/countries.ts'
import {
  FIRST_FREE_SPORT_POSITION,
  fixedSportPosition,
  leagueKey,
  leagueSlug,
  nextPosition,
  placeKey,
  slugOr,
  sportIcon,
  sportKey,
  sportName,
  sportSlug,
} from '#app/features/catalogue/place-names.ts'
import { countrySlug } from '#app/features/catalogue/slug.ts'
import type { EventItem } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'

/** The sport, country and league of an event, with the names of the catalogue. */
export interface Place {
  sportId: string
  countryId: string
  leagueId: string
  sport: string
  country: string
  league: string
}

/** The sport, country and league of an event, as a feed names them. */
export type NamedPlace = Pick<EventItem, 'sport' | 'category' | 'league'>

interface Row {
  id: string
  name: string
}

interface Country extends Row {
  code: string
}

/** A row that did not exist, for the history of an operator's change. */
export interface CreatedPlace {
  entity: 'sports' | 'countries' | 'leagues'
  id: string
  name: string
}

/**
 * Sports, countries, leagues and bookmakers by their names, cached for a run and created where they are missing.
 * Existing rows are never changed: an administrator sets their display names, positions, slugs and switches.
 */
export class Places {
  readonly #db: Kysely<DB>
  #sports: Map<string, Row> | null = null
  readonly #countries = new Map<string, Country[]>()
  readonly #leagues = new Map<string, Map<string, Row>>()
  readonly #bookmakers = new Map<string, string>()
  readonly #places = new Map<string, Place>()
  /** What was missing, in the order in which it was created. */
  readonly created: CreatedPlace[] = []

  constructor(db: Kysely<DB>) {
    this.#db = db
  }

  /** Clears the cache, after cached rows were deleted. */
  forget(): void {
    this.#sports = null
    this.#countries.clear()
    this.#leagues.clear()
    this.#bookmakers.clear()
    this.#places.clear()
  }

  async sport(name: string): Promise<Row> {
    this.#sports ??= await this.#readSports()
    const known = this.#sports.get(sportKey(name))
    if (known) return known
    return this.#create('sports', name, async () => {
      await this.#insertSport(sportName(name))
      this.#sports = await this.#readSports()
      return this.#sports.get(sportKey(name))
    })
  }

  async #create<T extends Row>(
    entity: CreatedPlace['entity'],
    name: string,
    insertAndFind: () => Promise<T | undefined>,
  ): Promise<T> {
    const row = await create(KINDS[entity], name, insertAndFind)
    this.created.push({ entity, id: row.id, name: row.name })
    return row
  }

  /** Sets the administrator's position of a sport in the menu, unless its position is fixed. */
  async moveSport(key: string, position: number): Promise<void> {
    const row = (await this.#readSports()).get(key)
    if (!row || fixedSportPosition(row.name) !== null) return
    await this.#db
      .updateTable('sports')
      .set({ menu_position: position })
      .where('id', '=', row.id)
      .where('menu_position', '<>', position)
      .execute()
  }

  async #readSports(): Promise<Map<string, Row>> {
    const rows = await this.#db
      .selectFrom('sports')
      .select(['id', 'name', 'slug'])
      .orderBy('created_at', 'desc')
      .execute()
    const byKey = new Map<string, Row>()
    for (const row of rows) byKey.set(placeKey(row.slug), row)
    for (const row of rows) byKey.set(sportKey(row.name), row)
    return byKey
  }

  async #insertSport(name: string): Promise<void> {
    const fixed = fixedSportPosition(name)
    const next = sql<number>`(select greatest(coalesce(max(menu_position) + 1, 0), ${FIRST_FREE_SPORT_POSITION}::int) from sports)`
    const icon = sportIcon(name)
    const rows = await this.#db.selectFrom('sports').select('slug').execute()
    await this.#db
      .insertInto('sports')
      .values({
        name,
        slug: freeSlug(rows, sportSlug(name)),
        icon_name: icon,
        icon_reference: icon,
        menu_position: fixed ?? next,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async country(sport: Row, name: string): Promise<Country> {
    const known = this.#findCountry(await this.#readCountries(sport.id), name)
    if (known) return known
    return this.#create('countries', name, async () => {
      await this.#insertCountry(sport.id, name)
      this.#countries.delete(sport.id)
      return this.#findCountry(await this.#readCountries(sport.id), name)
    })
  }

  #findCountry(rows: readonly Country[], name: string): Country | undefined {
    const code = knownCountryCode(name)
    return rows.find((row) => (code ? row.code === code : placeKey(row.name) === placeKey(name)))
  }

  async #readCountries(sportId: string): Promise<Country[]> {
    const remembered = this.#countries.get(sportId)
    if (remembered) return remembered
    const rows = await this.#db
      .selectFrom('countries')
      .select(['id', 'name', 'code'])
      .where('sport_id', '=', sportId)
      .execute()
    this.#countries.set(sportId, rows)
    return rows
  }

  async #insertCountry(sportId: string, feedName: string): Promise<void> {
    const rows = await this.#db
      .selectFrom('countries')
      .select(['code', 'slug', 'menu_position'])
      .where('sport_id', '=', sportId)
      .execute()
    const code = countryCode(feedName, new Set(rows.map((row) => row.code)))
    const name = code === INTERNATIONAL ? 'International' : feedName
    const own = countrySlug(name, code) || slugOr(name, 'country')
    await this.#db
      .insertInto('countries')
      .values({
        sport_id: sportId,
        name,
        code,
        slug: freeSlug(rows, own, `${own}-${code.toLowerCase()}`),
        menu_position: nextPosition(rows.map((row) => row.menu_position)),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async league(sport: Row, country: Row, name: string): Promise<Row> {
    const key = leagueKey(name)
    const known = (await this.#readLeagues(country.id)).get(key)
    if (known) return known
    return this.#create('leagues', name, async () => {
      await this.#insertLeague(sport.id, country.id, name)
      this.#leagues.delete(country.id)
      return (await this.#readLeagues(country.id)).get(key)
    })
  }

  async #readLeagues(countryId: string): Promise<Map<string, Row>> {
    const remembered = this.#leagues.get(countryId)
    if (remembered) return remembered
    const rows = await this.#db
      .selectFrom('leagues')
      .select(['id', 'name', 'slug'])
      .where('country_id', '=', countryId)
      .execute()
    const aliases = await this.#db
      .selectFrom('league_aliases')
      .select(['alias_key', 'league_id'])
      .where('country_id', '=', countryId)
      .where('is_same', '=', true)
      .execute()
    const byKey = new Map<string, Row>()
    for (const { alias_key, league_id } of aliases) {
      const row = rows.find(({ id }) => id === league_id)
      if (row) byKey.set(alias_key, row)
    }
    for (const row of rows) byKey.set(leagueKey(row.slug), row)
    for (const row of rows) byKey.set(leagueKey(row.name), row)
    this.#leagues.set(countryId, byKey)
    return byKey
  }

  async #insertLeague(sportId: string, countryId: string, name: string): Promise<void> {
    const rows = await this.#db
      .selectFrom('leagues')
      .select(['slug', 'menu_position'])
      .where('country_id', '=', countryId)
      .execute()
    const position = nextPosition(rows.map((row) => row.menu_position))
    await this.#db
      .insertInto('leagues')
      .values({
        sport_id: sportId,
        country_id: countryId,
        name,
        slug: freeSlug(rows, leagueSlug(name)),
        menu_position: position,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Looks up or creates the sport, country and league of an event. */
  async of(event: NamedPlace): Promise<Place> {
    const key = placeNames(event)
    const place = this.#places.get(key) ?? (await this.#findPlace(event))
    this.#places.set(key, place)
    return place
  }

  async #findPlace(event: NamedPlace): Promise<Place> {
    const sport = await this.sport(event.sport)
    const country = await this.country(sport, event.category)
    const league = await this.league(sport, country, event.league)
    return {
      sportId: sport.id,
      countryId: country.id,
      leagueId: league.id,
      sport: sport.name,
      country: country.name,
      league: league.name,
    }
  }

  /** The id of each bookmaker by its key. */
  async bookmakers(named: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    const missing = [...named.keys()].filter((key) => !this.#bookmakers.has(key))
    if (missing.length > 0) {
      await this.#readBookmakers(missing)
      for (const key of missing) {
        if (!this.#bookmakers.has(key)) await this.#createBookmaker(key, named.get(key) ?? key)
      }
    }
    return this.#bookmakers
  }

  async #readBookmakers(keys: string[]): Promise<void> {
    const rows = await this.#db
      .selectFrom('bookmakers')
      .select(['id', 'key'])
      .where('key', 'in', keys)
      .execute()
    for (const row of rows) this.#bookmakers.set(row.key, row.id)
  }

  #createBookmaker(key: string, name: string): Promise<string> {
    return create('bookmaker', name, async () => {
      await this.#insertBookmaker(key, name)
      await this.#readBookmakers([key])
      return this.#bookmakers.get(key)
    })
  }

  /** Two bookmakers with one title (an exchange's regions) differ by key, so their slugs do too. */
  async #insertBookmaker(key: string, title: string): Promise<void> {
    const { name, brand, kind, region, commission, isActive } = nameBookmaker(key, title)
    const rows = await this.#db.selectFrom('bookmakers').select(['slug', 'menu_position']).execute()
    await this.#db
      .insertInto('bookmakers')
      .values({
        key,
        name,
        brand,
        kind,
        region,
        commission,
        is_active: isActive,
        slug: freeSlug(rows, slugOr(key.replaceAll('_', '-'), 'bookmaker')),
        menu_position: nextPosition(rows.map((row) => row.menu_position)),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** An event's sport, country and league as the feed names them, as one key. */
export function placeNames({ sport, category, league }: NamedPlace): string {
  return `${sport}\n${category}\n${league}`
}

/** A place or bookmaker was neither found nor created: items that name it cannot be stored. */
export class NotCreatedError extends Error {
  override name = 'NotCreatedError'
}

const TRIES = 3

const KINDS = { sports: 'sport', countries: 'country', leagues: 'league' } as const

/**
 * Inserts missing rows and reads them. A missing row means that another import has just taken the code or slug for
 * another row: the retry sees that, and uses the next free one.
 */
async function create<T>(
  kind: string,
  name: string,
  insertAndFind: () => Promise<T | undefined>,
): Promise<T> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const row = await insertAndFind()
    if (row) return row
  }
  throw new NotCreatedError(`the ${kind} ${JSON.stringify(name)} was neither found nor created`)
}

/** The first of these slugs that no row has; where all are taken, the first with a number. */
export function freeSlug(rows: readonly { slug: string }[], first: string, ...others: string[]): string {
  const taken = new Set(rows.map(({ slug }) => slug))
  const free = [first, ...others].find((slug) => !taken.has(slug))
  if (free !== undefined) return free
  let number = 2
  while (taken.has(`${first}-${number}`)) number += 1
  return `${first}-${number}`
}
