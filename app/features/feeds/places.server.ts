import { type Kysely, sql } from 'kysely'
import { countryCode, INTERNATIONAL, knownCountryCode } from '#app/features/catalogue/countries.ts'
import { countrySlug, slug } from '#app/features/catalogue/slug.ts'
import type { DB } from '#app/platform/db/types.ts'
import {
  FIRST_FREE_SPORT_POSITION,
  fixedSportPosition,
  nextPosition,
  placeKey,
  slugOr,
  sportIcon,
  sportKey,
  sportName,
} from './places.ts'
import type { EventItem } from './schema.ts'

/** Where an event belongs, with the names that the catalogue uses. */
export interface Place {
  sportId: string
  countryId: string
  leagueId: string
  sport: string
  country: string
  league: string
}

interface Row {
  id: string
  name: string
}

interface Country extends Row {
  code: string
}

/**
 * Sports, countries, leagues and bookmakers by their names, remembered for a run and created where they are missing.
 * Existing rows are never changed: their display names, positions, slugs and switches are an administrator's.
 */
export class Places {
  readonly #db: Kysely<DB>
  #sports: Map<string, Row> | null = null
  readonly #countries = new Map<string, Country[]>()
  readonly #leagues = new Map<string, Map<string, Row>>()
  readonly #bookmakers = new Map<string, string>()
  readonly #places = new Map<string, Place>()

  constructor(db: Kysely<DB>) {
    this.#db = db
  }

  /** Forgets everything, after somebody has deleted what was remembered. */
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
    await this.#insertSport(sportName(name))
    this.#sports = await this.#readSports()
    return found(this.#sports.get(sportKey(name)), 'sport', name)
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
    await this.#db
      .insertInto('sports')
      .values({
        name,
        slug: slugOr(name, 'sport'),
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
    await this.#insertCountry(sport.id, name)
    this.#countries.delete(sport.id)
    return found(this.#findCountry(await this.#readCountries(sport.id), name), 'country', name)
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
        slug: rows.some((row) => row.slug === own) ? `${own}-${code.toLowerCase()}` : own,
        menu_position: nextPosition(rows.map((row) => row.menu_position)),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async league(sport: Row, country: Row, name: string): Promise<Row> {
    const key = placeKey(name)
    const known = (await this.#readLeagues(country.id)).get(key)
    if (known) return known
    await this.#insertLeague(sport.id, country.id, name)
    this.#leagues.delete(country.id)
    return found((await this.#readLeagues(country.id)).get(key), 'league', name)
  }

  async #readLeagues(countryId: string): Promise<Map<string, Row>> {
    const remembered = this.#leagues.get(countryId)
    if (remembered) return remembered
    const rows = await this.#db
      .selectFrom('leagues')
      .select(['id', 'name', 'slug'])
      .where('country_id', '=', countryId)
      .execute()
    const byKey = new Map<string, Row>()
    for (const row of rows) byKey.set(placeKey(row.slug), row)
    for (const row of rows) byKey.set(placeKey(row.name), row)
    this.#leagues.set(countryId, byKey)
    return byKey
  }

  async #insertLeague(sportId: string, countryId: string, name: string): Promise<void> {
    const rows = await this.#db
      .selectFrom('leagues')
      .select('menu_position')
      .where('country_id', '=', countryId)
      .execute()
    const position = nextPosition(rows.map((row) => row.menu_position))
    await this.#db
      .insertInto('leagues')
      .values({
        sport_id: sportId,
        country_id: countryId,
        name,
        slug: slugOr(name, 'league'),
        menu_position: position,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Where an event belongs. */
  async of(event: EventItem): Promise<Place> {
    const key = placeNames(event)
    const place = this.#places.get(key) ?? (await this.#findPlace(event))
    this.#places.set(key, place)
    return place
  }

  async #findPlace(event: EventItem): Promise<Place> {
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
        if (!this.#bookmakers.has(key)) await this.#insertBookmaker(key, named.get(key) ?? key)
      }
      await this.#readBookmakers(missing)
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

  /** Two bookmakers of one name (an exchange's regions) differ by key, so their slugs do too. */
  async #insertBookmaker(key: string, name: string): Promise<void> {
    const bySlug = [
      slugOr(name, 'bookmaker'),
      slugOr(`${name} ${key}`, 'bookmaker'),
      `${slug(key) || 'bookmaker'}-2`,
    ]
    const rows = await this.#db.selectFrom('bookmakers').select('menu_position').execute()
    const menu_position = nextPosition(rows.map((row) => row.menu_position))
    for (const slug of bySlug) {
      const inserted = await this.#db
        .insertInto('bookmakers')
        .values({ key, name, slug, menu_position })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted) return
    }
  }
}

/** An event's sport, country and league as the feed names them, as one key. */
export function placeNames({ sport, category, league }: EventItem): string {
  return `${sport}\n${category}\n${league}`
}

function found<T>(row: T | undefined, kind: string, name: string): T {
  if (!row) throw new Error(`the ${kind} ${JSON.stringify(name)} was neither found nor created`)
  return row
}
