import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { saveButtons } from '#app/features/affiliates/commands.server.ts'
import { buttonChange } from '#app/features/affiliates/editor-schema.ts'
import { newButton } from '#app/features/affiliates/new-button.ts'
import { newBookmaker, saveBookmakers } from '#app/features/bookmakers/commands.server.ts'
import {
  bookmakerChange,
  countryChange,
  leagueChange,
  newCountry,
  newLeague,
  newSport,
  sportChange,
} from '#app/features/catalogue/editor-schema.ts'
import { slugOr } from '#app/features/catalogue/place-names.ts'
import { savePlaces } from '#app/features/imports/own-places.server.ts'
import { findScoreProblems, saveMatches } from '#app/features/matches/editor-commands.server.ts'
import { matchChange, priceChange } from '#app/features/matches/editor-schema.ts'
import { findPriceProblems, priceRows, savePriceRows } from '#app/features/matches/price-rows.server.ts'
import type { FindPlaces } from '#app/features/names/find-places.server.ts'
import { savePromotions } from '#app/features/promotions/commands.server.ts'
import { promotionChange } from '#app/features/promotions/editor-schema.ts'
import { newPromotion } from '#app/features/promotions/new-promotion.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome, Values } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import type { ListKey } from './lists.ts'

/** A word of a search: as a pattern of LIKE, and the ids of the sports and countries that it names. */
export interface SearchedWord extends ReturnType<FindPlaces> {
  pattern: string
}

type Condition = (word: SearchedWord) => RawBuilder<SqlBool>

/** How a list is read and saved. Its editor and this screen validate and save in the same way. */
interface Definition {
  /** The rows `r`, joined with what names them. @param ids if only these are read; rows with other ids may be left out */
  from(ids?: readonly string[]): RawBuilder<unknown>
  /** The columns that are not columns of `r`. */
  values?: Record<string, RawBuilder<unknown>>
  /** A row's name for people. */
  label: RawBuilder<string>
  /** Whether a row has a word of a search. */
  has: Condition
  /** The id of a row's sport. */
  sport?: RawBuilder<unknown>
  order: RawBuilder<unknown>
  change: z.ZodObject
  /** New rows: their values before those of the file, by the place in the list; their name for people. */
  fresh?: {
    values(place: number): Values
    label(values: Values): string
    /** The schema of a new row, if it is not that of changes. */
    change?: z.ZodObject
  }
  /** What a save would refuse although each cell is valid, so that the preview names its line. */
  check?(reader: Pick<Services, 'database'>, update: Changes['update']): Promise<FieldProblem[]>
  save(services: Pick<Services, 'database'>, changes: Changes, actor: Actor): Promise<SaveOutcome>
}

const shown = (table: 's' | 'c' | 'l' | 'r') =>
  sql<string>`coalesce(nullif(${sql.ref(`${table}.display_name`)}, ''), ${sql.ref(`${table}.name`)})`

const inTexts =
  (...texts: RawBuilder<unknown>[]): Condition =>
  ({ pattern }) =>
    sql`' ' || search_fold(concat_ws(' ', ${sql.join(texts)})) || ' ' like ${pattern}`

const inSport =
  (id: RawBuilder<unknown>): Condition =>
  ({ sports }) =>
    sql`${id} = any(${sports}::uuid[])`

const inCountry =
  (id: RawBuilder<unknown>): Condition =>
  ({ countries }) =>
    sql`${id} = any(${countries}::uuid[])`

const inTeamsOrLeague: Condition = ({ pattern }) =>
  sql`(r.search_text like ${pattern} or r.league_id in (
    select id from leagues where league_search_text(name, display_name) like ${pattern}))`

const anyOf =
  (...conditions: Condition[]): Condition =>
  (word) =>
    sql`(${sql.join(
      conditions.map((has) => has(word)),
      sql` or `,
    )})`

/** The values of the columns that an editor can write. */
const pickColumns = (row: object, schema: z.ZodObject): Values =>
  Object.fromEntries(Object.entries(row).filter(([column]) => column in schema.shape))

const newPlace = (change: z.ZodObject) => ({
  change,
  values: () => ({}),
  label: ({ name }: Values) => String(name),
})

const ofBookmaker = { bookmaker: sql`k.name` }

export const DEFINITIONS: Record<ListKey, Definition> = {
  sports: {
    from: () => sql`sports r`,
    label: shown('r'),
    has: anyOf(inTexts(sql`r.name`, sql`r.display_name`), inSport(sql`r.id`)),
    order: sql`r.menu_position, r.name`,
    change: sportChange,
    fresh: newPlace(newSport),
    save: (services, changes, actor) => savePlaces(services, 'sports', changes, actor),
  },
  countries: {
    from: () => sql`countries r join sports s on s.id = r.sport_id`,
    values: { sport: shown('s') },
    sport: sql`r.sport_id`,
    label: shown('r'),
    has: anyOf(inTexts(sql`r.name`, sql`r.display_name`), inCountry(sql`r.id`), inSport(sql`r.sport_id`)),
    order: sql`s.menu_position, r.menu_position, r.name`,
    change: countryChange,
    fresh: newPlace(newCountry),
    save: (services, changes, actor) => savePlaces(services, 'countries', changes, actor),
  },
  leagues: {
    from: () => sql`leagues r join countries c on c.id = r.country_id join sports s on s.id = r.sport_id`,
    values: { sport: shown('s'), country: shown('c') },
    sport: sql`r.sport_id`,
    label: shown('r'),
    has: anyOf(
      inTexts(sql`r.name`, sql`r.display_name`),
      inCountry(sql`r.country_id`),
      inSport(sql`r.sport_id`),
    ),
    order: sql`s.menu_position, c.menu_position, r.menu_position, r.name`,
    change: leagueChange,
    fresh: newPlace(newLeague),
    save: (services, changes, actor) => savePlaces(services, 'leagues', changes, actor),
  },
  matches: {
    from: () => sql`matches r join leagues l on l.id = r.league_id join countries c on c.id = l.country_id
      join sports s on s.id = l.sport_id`,
    values: { sport: shown('s'), country: shown('c'), league: shown('l') },
    label: sql`r.home_team || ' – ' || r.away_team`,
    has: anyOf(inTeamsOrLeague, inCountry(sql`l.country_id`), inSport(sql`l.sport_id`)),
    sport: sql`l.sport_id`,
    order: sql`r.start_time`,
    change: matchChange,
    check: findScoreProblems,
    save: saveMatches,
  },
  match_prices: {
    from: (ids) =>
      sql`${priceRows(ids)} r join leagues l on l.id = r.league_id join sports s on s.id = l.sport_id`,
    values: { sport: shown('s'), league: shown('l') },
    label: sql`r.home_team || ' – ' || r.away_team || ', ' || r.bookmaker`,
    has: anyOf(
      inTeamsOrLeague,
      inTexts(sql`r.bookmaker`),
      inCountry(sql`l.country_id`),
      inSport(sql`l.sport_id`),
    ),
    sport: sql`l.sport_id`,
    order: sql`r.start_time, r.match_id, r.menu_position, r.bookmaker`,
    change: priceChange,
    check: findPriceProblems,
    save: savePriceRows,
  },
  bookmakers: {
    from: () => sql`bookmakers r`,
    label: sql`r.name`,
    has: inTexts(sql`r.name`, sql`r.brand`),
    order: sql`r.menu_position, r.name`,
    change: bookmakerChange,
    fresh: { values: newBookmaker, label: ({ name }) => String(name) },
    save: (services, changes, actor) =>
      saveBookmakers(services, changes, actor, (name) => slugOr(name, 'bookmaker')),
  },
  affiliate_buttons: {
    from: () => sql`affiliate_buttons r left join bookmakers k on k.id = r.bookmaker_id`,
    values: ofBookmaker,
    label: sql`r.provider || ' – ' || r.button_text`,
    has: inTexts(sql`r.provider`, sql`r.button_text`, sql`k.name`),
    order: sql`r.provider, r.button_text`,
    change: buttonChange,
    fresh: {
      values: () => pickColumns(newButton(), buttonChange),
      label: ({ provider, button_text }) => `${provider} – ${button_text}`,
    },
    save: saveButtons,
  },
  promotions: {
    from: () => sql`promotions r left join bookmakers k on k.id = r.bookmaker_id`,
    values: ofBookmaker,
    label: sql`r.title`,
    has: inTexts(sql`r.title`, sql`r.subtitle`, sql`k.name`),
    order: sql`r.menu_position, r.title`,
    change: promotionChange,
    fresh: {
      values: (place) => pickColumns(newPromotion(place - 1), promotionChange),
      label: ({ title }) => String(title),
    },
    save: savePromotions,
  },
}
