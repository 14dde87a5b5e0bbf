import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { findPeopleProblems, savePeople } from '#app/features/accounts/people.server.ts'
import { NO_ROLE, personChange } from '#app/features/accounts/people.ts'
import type { StaffRole } from '#app/features/accounts/permissions.ts'
import { readableBy } from '#app/features/accounts/readable-history.ts'
import { saveButtons } from '#app/features/affiliates/commands.server.ts'
import { buttonChange } from '#app/features/affiliates/editor-schema.ts'
import { checkedLinks, LINK_ORDER } from '#app/features/affiliates/link-check.server.ts'
import { newButton } from '#app/features/affiliates/new-button.ts'
import { newBookmaker, saveBookmakers } from '#app/features/bookmakers/commands.server.ts'
import {
  bookmakerChange,
  countryChange,
  leagueChange,
  newCountry,
  newLeague,
  newSport,
  newTeam,
  sportChange,
} from '#app/features/catalogue/editor-schema.ts'
import { slugOr } from '#app/features/catalogue/place-names.ts'
import {
  checkNewNames,
  type DecisionEffects,
  decideReviews,
  findNamesEffects,
  findReviewEffects,
  saveDecisions,
} from '#app/features/contests/decide-many.server.ts'
import { decisionChange, newNames, reviewChange } from '#app/features/contests/decision-changes.ts'
import { openReviews } from '#app/features/contests/queries.server.ts'
import {
  findKnownPlaces,
  type PlaceList,
  savePlaces,
} from '#app/features/imports/places/own-places.server.ts'
import { findKnownTeams, saveTeams } from '#app/features/imports/places/own-teams.server.ts'
import { scheduleChange } from '#app/features/imports/schedules/schedule-schema.ts'
import { findLeagueProblems, saveSchedules } from '#app/features/imports/schedules/schedules.server.ts'
import { findScoreProblems, saveMatches } from '#app/features/matches/editor-commands.server.ts'
import { matchChange, priceChange } from '#app/features/matches/editor-schema.ts'
import { findPriceProblems, priceRows, savePriceRows } from '#app/features/matches/price-rows.server.ts'
import type { FindPlaces } from '#app/features/names/find-places.server.ts'
import { savePages } from '#app/features/pages/commands.server.ts'
import { pageChange } from '#app/features/pages/editor-schema.ts'
import { endsBeforeStart, findEndProblems, savePromotions } from '#app/features/promotions/commands.server.ts'
import { promotionChange } from '#app/features/promotions/editor-schema.ts'
import { newPromotion } from '#app/features/promotions/new-promotion.ts'
import { marketMappingChange } from '#app/features/sources/mapping-change.ts'
import {
  findMarketProblems,
  mappedMarkets,
  saveMarketMappings,
} from '#app/features/sources/market-mappings.server.ts'
import { mappingChange } from '#app/features/team-mapping/mapping-change.ts'
import { findMappingProblems, saveMappings } from '#app/features/team-mapping/save-mappings.server.ts'
import { redeliver } from '#app/features/webhooks/commands.server.ts'
import { deliveryChange } from '#app/features/webhooks/schema.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome, Values } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { findLinkProblems, linkRowChange, saveLinkRows } from './link-rows.server.ts'
import type { Effect, ListKey } from './lists.ts'

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
  /** Which rows a role may read, if not all. */
  readable?(role: StaffRole): RawBuilder<SqlBool>
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
    /** What a save would refuse of them, and which are there already. */
    check?(
      reader: Reader,
      create: Changes['create'],
    ): Promise<{ problems: FieldProblem[]; known?: Iterable<string> }>
  }
  /** What a save would refuse although each cell is valid, so that the preview names its line. */
  check?(services: Services, update: Changes['update'], actor: Staff): Promise<FieldProblem[]>
  effects?(reader: Reader, changes: Pick<Changes, 'create' | 'update'>): Promise<Effect[]>
  save(services: Services, changes: Changes, actor: Staff): Promise<SaveOutcome>
}

type Reader = Pick<Services, 'database'>

/** Whoever saves. */
export type Staff = Actor & { id: string; sessionId: string }

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

const newPlace = (list: PlaceList, change: z.ZodObject) => ({
  change,
  values: () => ({}),
  label: ({ name }: Values) => String(name),
  check: async (reader: Reader, create: Changes['create']) => {
    const known = await findKnownPlaces(reader, list, create)
    return { problems: [...known].map((id) => ({ id, column: 'name', problem: 'bulk.problem-exists' })) }
  },
})

/** Names that another bookmaker has, or an earlier row of the file. */
async function findTakenNames({ database }: Reader, create: Changes['create']) {
  const stored = await database.kysely.selectFrom('bookmakers').select('name').execute()
  const taken = new Set(stored.map(({ name }) => name.toLowerCase()))
  const problems = create.flatMap(({ id, values }) => {
    const name = String(values.name).toLowerCase()
    const isTaken = taken.has(name)
    taken.add(name)
    return isTaken ? [{ id, column: 'name', problem: 'bookmakers.name-taken' }] : []
  })
  return { problems }
}

/** Of the first candidate of a mapping. */
const candidate = (value: RawBuilder<unknown>) => sql`(
  select ${value} from team_mapping_candidates c join sportsdb_teams t on t.team_id = c.sportsdb_team_id
  where c.mapping_id = r.id order by c.position limit 1)`

const emailOf = (id: RawBuilder<unknown>) => sql`(select p.email from profiles p where p.id = ${id})`

const decidedMatch = (of: 'match' | 'candidate') =>
  sql`(r.pair -> ${sql.lit(of)} ->> 'home') || ' – ' || (r.pair -> ${sql.lit(of)} ->> 'away')`

/** The effects that there are. */
const effectsOf = (numbers: DecisionEffects): Effect[] =>
  Object.entries(numbers).flatMap(([effect, number]) =>
    number > 0 ? [{ effect: effect as keyof DecisionEffects, number }] : [],
  )

/** Of a list without a column that can be changed. */
const ONLY_READ = {
  change: z.object({}),
  save: async (): Promise<SaveOutcome> => ({ kind: 'saved', count: 0 }),
}

const orEmpty = (schema: z.ZodType) => z.preprocess((value) => (value === '' ? null : value), schema)
const { cron, every_minutes, counted_minutes, horizon_hours, credits_a_day } = scheduleChange.shape
/** Empty cells of a file have no value. */
const scheduleRowChange = scheduleChange.extend({
  cron: orEmpty(cron),
  every_minutes: orEmpty(every_minutes),
  counted_minutes: orEmpty(counted_minutes),
  horizon_hours: orEmpty(horizon_hours),
  credits_a_day: orEmpty(credits_a_day),
})

/** A schedule has minutes or a cron line, and its source must have its competitions. */
async function findScheduleProblems(services: Services, update: Changes['update']): Promise<FieldProblem[]> {
  const { kysely } = services.database
  const rows = await kysely.selectFrom('import_schedules').select(['id', 'every_minutes', 'cron']).execute()
  const problems = update.flatMap(({ id, after }) => {
    const { every_minutes, cron } = { ...rows.find((row) => row.id === id), ...after }
    const column = 'cron' in after ? 'cron' : 'every_minutes'
    return (every_minutes === null) === (cron === null)
      ? [{ id, column, problem: 'schedules.problem-when' }]
      : []
  })
  return [
    ...problems,
    ...(await findLeagueProblems(kysely, services.env, { create: [], update, remove: [] })),
  ]
}

const ofBookmaker = { bookmaker: sql`k.name` }

export const DEFINITIONS: Record<ListKey, Definition> = {
  sports: {
    from: () => sql`sports r`,
    label: shown('r'),
    has: anyOf(inTexts(sql`r.name`, sql`r.display_name`), inSport(sql`r.id`)),
    order: sql`r.menu_position, r.name`,
    change: sportChange,
    fresh: newPlace('sports', newSport),
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
    fresh: newPlace('countries', newCountry),
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
    fresh: newPlace('leagues', newLeague),
    save: (services, changes, actor) => savePlaces(services, 'leagues', changes, actor),
  },
  teams: {
    from: () => sql`teams r join countries c on c.id = r.country_id join sports s on s.id = c.sport_id`,
    values: { sport: shown('s'), country: shown('c') },
    sport: sql`c.sport_id`,
    label: sql`r.name`,
    // By its index: there are hundreds of thousands of teams.
    has: anyOf(
      ({ pattern }) => sql`team_search_text(r.name) like ${pattern}`,
      inCountry(sql`r.country_id`),
      inSport(sql`c.sport_id`),
    ),
    order: sql`r.name`,
    change: z.object({}),
    fresh: {
      change: newTeam,
      values: () => ({}),
      label: ({ name }) => String(name),
      check: async (reader, create) => {
        const known = await findKnownTeams(reader, create)
        return { problems: [...known].map((id) => ({ id, column: 'name', problem: 'bulk.problem-team' })) }
      },
    },
    save: saveTeams,
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
    fresh: { values: newBookmaker, label: ({ name }) => String(name), check: findTakenNames },
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
  checked_links: {
    from: () => sql`${checkedLinks()} r`,
    values: { state: sql`case when r."isSkipped" then 'skipped' else coalesce(r.state, 'unchecked') end` },
    label: sql`r.name`,
    has: inTexts(sql`r.name`, sql`r.bookmaker`, sql`r.link`),
    order: LINK_ORDER,
    change: linkRowChange,
    check: findLinkProblems,
    save: saveLinkRows,
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
      check: async (_, create) => ({ problems: endsBeforeStart(create) }),
    },
    check: ({ database }, update) => findEndProblems(database.kysely, update),
    save: savePromotions,
  },
  pages: {
    from: () => sql`pages r`,
    values: {
      title: sql`(select m.title from multilingual_pages m join languages g on g.id = m.language_id
        where m.page_id = r.id order by g.is_default desc nulls last, g.code limit 1)`,
    },
    label: sql`r.slug`,
    has: ({ pattern }) => sql`' ' || search_fold(concat_ws(' ', r.slug,
      (select string_agg(m.title, ' ') from multilingual_pages m where m.page_id = r.id))) || ' ' like ${pattern}`,
    order: sql`r.menu_position, r.slug`,
    change: pageChange,
    fresh: {
      values: (place) => ({ menu_position: place, is_published: false }),
      label: ({ slug }) => String(slug),
    },
    save: savePages,
  },
  team_mappings: {
    from: () => sql`team_mappings r`,
    values: {
      sport: sql`r.matches_sport_name`,
      country: sql`r.matches_country_name`,
      league: sql`r.matches_league_name`,
      team: sql`r.matches_team_name`,
      candidate_id: candidate(sql`c.sportsdb_team_id`),
      candidate: candidate(sql`t.team_name`),
      candidate_score: candidate(sql`c.score`),
      decided_by: emailOf(sql`r.decided_by`),
    },
    label: sql`concat_ws(', ', r.matches_team_name, nullif(r.matches_league_name, ''))`,
    has: inTexts(
      ...['team', 'sport', 'country', 'league'].map((it) => sql.ref(`r.matches_${it}_name`)),
      sql`r.sportsdb_team_name`,
    ),
    order: sql`r.matches_sport_name, r.matches_country_name, r.matches_league_name, r.matches_team_name`,
    change: mappingChange,
    check: findMappingProblems,
    save: saveMappings,
  },
  match_reviews: {
    from: () => sql`(
      select r.id, r.reason, null::text as answer, m.sport_id, m.country_id, l.name as league, m.home_team, m.away_team,
        m.start_time, k.name as other_league, c.home_team as other_home_team, c.away_team as other_away_team,
        c.start_time as other_start_time, m.search_text || c.search_text || league_search_text(l.name, k.name) as words,
        (select string_agg(distinct t.source, ', ') from match_sources t where t.match_id in (m.id, c.id)) as sources
      from ${openReviews(new Date())}) r join countries c on c.id = r.country_id join sports s on s.id = r.sport_id`,
    values: { sport: shown('s'), country: shown('c') },
    sport: sql`r.sport_id`,
    label: sql`r.home_team || ' – ' || r.away_team || ' / ' || r.other_home_team || ' – ' || r.other_away_team`,
    has: anyOf(
      ({ pattern }) => sql`r.words like ${pattern}`,
      inCountry(sql`r.country_id`),
      inSport(sql`r.sport_id`),
    ),
    order: sql`least(r.start_time, r.other_start_time)`,
    change: reviewChange,
    effects: async (reader, { update }) => effectsOf(await findReviewEffects(reader, update)),
    save: decideReviews,
  },
  review_decisions: {
    from: () =>
      sql`review_decisions r join countries c on c.id = r.country_id join sports s on s.id = r.sport_id`,
    values: {
      sport: shown('s'),
      country: shown('c'),
      name: sql`r.names -> 0 ->> 0`,
      other_name: sql`r.names -> 0 ->> 1`,
      more_names: sql`(r.names -> 1 ->> 0) || ' / ' || (r.names -> 1 ->> 1)`,
      match: decidedMatch('match'),
      other_match: decidedMatch('candidate'),
      decided_by: emailOf(sql`r.decided_by`),
    },
    sport: sql`r.sport_id`,
    label: sql`coalesce((r.names -> 0 ->> 0) || ' / ' || (r.names -> 0 ->> 1), ${decidedMatch('match')})`,
    has: anyOf(
      inTexts(sql`r.names::text`, decidedMatch('match'), decidedMatch('candidate')),
      inCountry(sql`r.country_id`),
      inSport(sql`r.sport_id`),
    ),
    order: sql`r.decided_at desc`,
    change: decisionChange,
    fresh: {
      change: newNames,
      values: () => ({ answer: 'same' }),
      label: ({ name, other_name }) => `${name} / ${other_name}`,
      check: checkNewNames,
    },
    effects: async (reader, { create }) => effectsOf(await findNamesEffects(reader, create)),
    save: saveDecisions,
  },
  market_mappings: {
    from: () => sql`${mappedMarkets()} r`,
    label: sql`r.source || ': ' || r.key`,
    has: inTexts(sql`r.source`, sql`r.key`, sql`r.example`),
    order: sql`r.seen desc, r.source, r.key`,
    change: marketMappingChange,
    check: findMarketProblems,
    save: saveMarketMappings,
  },
  import_schedules: {
    from: () => sql`import_schedules r`,
    label: sql`concat_ws(' · ', r.source, nullif(r.name, ''))`,
    has: inTexts(sql`r.source`, sql`r.name`, sql`r.sports`),
    order: sql`r.source`,
    change: scheduleRowChange,
    check: findScheduleProblems,
    save: async (services, changes, actor) => {
      const problems = await findScheduleProblems(services, changes.update)
      return problems.length > 0
        ? { kind: 'invalid', problems }
        : saveSchedules(services.database, changes, actor)
    },
  },
  profiles: {
    from: () => sql`profiles r`,
    values: {
      back_office_role: sql`coalesce(r.back_office_role, ${NO_ROLE})`,
      state: sql`case when r.is_active then 'active' when r.confirmed_at is null then 'unconfirmed' else 'blocked' end`,
      sessions: sql`(select count(*)::int from sessions o where o.user_id = r.id and o.expires_at > now())`,
      signed_in_at: sql`(select max(i.at) from sign_ins i where i.user_id = r.id and i.outcome = 'signed_in')`,
    },
    label: sql`r.email`,
    has: inTexts(sql`r.email`, sql`r.username`),
    order: sql`array_position(array['owner', 'administrator', 'editor', 'analyst'], r.back_office_role) nulls last, r.email`,
    change: personChange,
    check: findPeopleProblems,
    save: savePeople,
  },
  sign_ins: {
    from: () => sql`sign_ins r left join profiles p on p.id = r.user_id`,
    values: { email: sql`p.email` },
    label: sql`p.email`,
    has: inTexts(sql`p.email`, sql`r.ip_address`, sql`r.user_agent`),
    order: sql`r.at desc`,
    ...ONLY_READ,
  },
  audit_log: {
    from: () => sql`audit_log r`,
    readable: (role) => {
      const tables = readableBy(role)
      return tables ? sql`r.entity = any(${tables}::text[])` : sql`true`
    },
    label: sql`r.label`,
    has: inTexts(sql`r.label`, sql`r.user_email`, sql`r.entity`),
    order: sql`r.id desc`,
    ...ONLY_READ,
  },
  webhook_deliveries: {
    from: () => sql`webhook_deliveries r join webhooks w on w.id = r.webhook_id`,
    values: { webhook: sql`w.name` },
    label: sql`r.type`,
    has: inTexts(sql`w.name`, sql`r.type`, sql`r.error`),
    order: sql`r.id desc`,
    change: deliveryChange,
    save: async ({ database }, { update }) => {
      const again = update.filter(({ after }) => 'state' in after).map(({ id }) => id)
      return { kind: 'saved', count: await redeliver(database.kysely, again) }
    },
  },
}
