import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { leagueKey, slugOr, sportKey } from '#app/features/catalogue/place-names.ts'
import {
  contestRules,
  decidedOn,
  isAgeAssumed,
  isPlaceholder,
  isSameContestant,
} from '#app/features/names/contestants.ts'
import { areSameLeague, type LeagueEvidence, mayBeSameLeague } from '#app/features/names/same-league.ts'
import { type KnownSide, splitLeagueSide } from '#app/features/names/sides.ts'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import { pickColumns } from '#app/platform/edit/values.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { matchSlug } from '../catalogue/slug.ts'
import { IN_PLAY, removePricesOf } from '../odds/source-prices.server.ts'
import { moveFedOffers, readFedOffers } from '../odds/store/move-prices.server.ts'
import { mergeMatches } from './merge.server.ts'
import { CandidatePool, pairEvents } from './pairing.ts'
import { readNameDecisions } from './queries.server.ts'
import { addReviews } from './reviews.server.ts'
import { refreshMatches } from './undo-merge.server.ts'

interface League {
  id: string
  name: string
  slug: string
  country_id: string
  sport_id: string
}

/** What an operator sets of a league. */
const SETTINGS = ['display_name', 'logo_url', 'menu_position', 'is_active'] as const
type Settings = Pick<Selectable<DB['leagues']>, (typeof SETTINGS)[number]>

const settingsSchema = z.object({
  display_name: z.string().nullable(),
  logo_url: z.string().nullable(),
  menu_position: z.number(),
  is_active: z.boolean(),
})

/** What a league had when it was merged into another one, as `league_aliases.merged` stores it. */
const mergedSchema = z.object({
  slug: z.string(),
  settings: settingsSchema,
  /** What the merge has changed of the league that stayed. */
  given: z.object({ before: settingsSchema.partial(), after: settingsSchema.partial() }).nullable(),
  /** Matches that no link of a feed names the league of. */
  matches: z.array(z.string()),
  outrights: z.array(z.object({ id: z.string(), slug: z.string() })),
})
type Merged = z.infer<typeof mergedSchema>

/** The author of changes that the site makes itself. */
const SITE: Actor = { id: null, email: 'overround' }

async function readLeagues(db: Kysely<DB>, ids: readonly string[]): Promise<(League & Settings)[]> {
  return db
    .selectFrom('leagues')
    .select(['id', 'name', 'slug', 'country_id', 'sport_id', ...SETTINGS])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Merges two leagues of a country. Matches that are one contest are joined, the others move. Outrights, favourites, webhooks
 * and URLs follow to the league that stays, and the name of the other league becomes its alias. A name to
 * show and an image that only the other one has are now of the league that stays, which has the place of the older one. The
 * history has what both had, and the alias what a split brings back.
 * @returns whether both leagues existed
 */
export async function mergeLeagues(
  trx: Kysely<DB>,
  { keep, gone, actor }: { keep: string; gone: string; actor: Actor },
): Promise<boolean> {
  const leagues = await readLeagues(trx, [keep, gone])
  const [to, from] = [leagues.find(({ id }) => id === keep), leagues.find(({ id }) => id === gone)]
  if (!to || !from || keep === gone || to.country_id !== from.country_id) return false
  await joinMatches(trx, to, from)
  const had = await readWhatMoves(trx, gone)
  await sql`update matches set league_id = ${keep}, league_name = ${to.name} where league_id = ${gone}`.execute(
    trx,
  )
  await sql`
    insert into favorite_leagues (user_id, league_id, created_at)
    select user_id, ${keep}::uuid, created_at from favorite_leagues where league_id = ${gone}
    on conflict (user_id, league_id) do nothing`.execute(trx)
  await sql`
    update visitor_alerts a set league_id = ${keep} where a.league_id = ${gone} and not exists (
      select 1 from visitor_alerts o where o.league_id = ${keep} and o.user_id = a.user_id and o.kind = a.kind
        and o.minutes is not distinct from a.minutes)`.execute(trx)
  await sql`
    update runs set params = jsonb_set(params, '{leagueId}', to_jsonb(${keep}::text))
    where kind in ('map-data', 'map-teams') and params ->> 'leagueId' = ${gone}`.execute(trx)
  await moveOutrights(trx, keep, gone)
  await moveWebhooks(trx, keep, gone)
  await sql`
    insert into old_slugs (entity, parent_id, slug, target_id, turned)
    select 'match', ${keep}::uuid, slug, target_id, turned from old_slugs where entity = 'match' and parent_id = ${gone}
    on conflict (entity, parent_id, slug) do nothing`.execute(trx)
  await sql`delete from old_slugs where entity = 'match' and parent_id = ${gone}`.execute(trx)
  await sql`update old_slugs set target_id = ${keep} where entity = 'league' and target_id = ${gone}`.execute(
    trx,
  )
  await sql`
    insert into old_slugs (entity, parent_id, slug, target_id)
    values ('league', ${from.country_id}, ${from.slug}, ${keep})
    on conflict (entity, parent_id, slug) do update set target_id = excluded.target_id`.execute(trx)
  // A name means one league at most, so that the names of the league that goes are moved, not copied.
  await sql`
    delete from league_aliases k using league_aliases g
    where k.league_id = ${keep} and g.league_id = ${gone} and g.is_same and k.alias_key = g.alias_key`.execute(
    trx,
  )
  await sql`
    update league_aliases set league_id = ${keep}, merged = merged || '{"given": null}'
    where league_id = ${gone} and is_same`.execute(trx)
  await sql`
    update leagues k set display_name = coalesce(nullif(k.display_name, ''), g.display_name),
      logo_url = coalesce(nullif(k.logo_url, ''), g.logo_url),
      menu_position = case when g.created_at < k.created_at then g.menu_position else k.menu_position end
    from leagues g where k.id = ${keep} and g.id = ${gone}`.execute(trx)
  await sql`delete from leagues where id = ${gone}`.execute(trx)
  const [stayed = to] = await readLeagues(trx, [keep])
  const changed = SETTINGS.filter((column) => to[column] !== stayed[column])
  const settingsOf = (league: Settings, columns: readonly string[] = SETTINGS) =>
    pickColumns({ ...league }, columns)
  const given =
    changed.length > 0 ? { before: settingsOf(to, changed), after: settingsOf(stayed, changed) } : null
  await storeLeagueAlias(trx, {
    ...{ countryId: to.country_id, alias: from.name, leagueId: keep, decidedBy: actor.id },
    merged: { ...had, slug: from.slug, settings: settingsSchema.parse(from), given },
  })
  await recordAudit(trx, actor, [
    {
      ...{ entity: 'leagues', entityId: gone, label: from.name, action: 'delete' },
      before: { name: from.name, ...settingsOf(from) },
      after: { joined_with: keep },
    },
  ])
  if (given) {
    await recordAudit(trx, actor, [
      { entity: 'leagues', entityId: keep, label: to.name, action: 'update', ...given },
    ])
  }
  return true
}

/** What of a league only its id tells, so that a split finds it. What another league had that was merged into it is that one's. */
async function readWhatMoves(
  trx: Kysely<DB>,
  leagueId: string,
): Promise<Pick<Merged, 'matches' | 'outrights'>> {
  const aliases = await trx
    .selectFrom('league_aliases')
    .select('merged')
    .where('league_id', '=', leagueId)
    .where('merged', 'is not', null)
    .execute()
  const earlier = aliases.flatMap(({ merged }) => mergedSchema.nullable().catch(null).parse(merged) ?? [])
  const owned = new Set(earlier.flatMap((one) => [...one.matches, ...one.outrights.map(({ id }) => id)]))
  const { rows } = await sql<{ id: string }>`
    select m.id from matches m where m.league_id = ${leagueId} and ${hasNoLeagueName} order by m.id`.execute(
    trx,
  )
  const outrights = await trx
    .selectFrom('outrights')
    .select(['id', 'slug'])
    .where('league_id', '=', leagueId)
    .orderBy('id')
    .execute()
  return {
    matches: rows.flatMap(({ id }) => (owned.has(id) ? [] : [id])),
    outrights: outrights.filter(({ id }) => !owned.has(id)),
  }
}

/** Of a match `m`: made by hand, or linked before links had the name of the league. */
const hasNoLeagueName = sql<boolean>`not exists (
  select from match_sources s where s.match_id = m.id and s.league_name is not null)`

/** Of two outrights with one address, that of the league that stays keeps it. */
async function moveOutrights(trx: Kysely<DB>, keep: string, gone: string): Promise<void> {
  const rows = await trx
    .selectFrom('outrights')
    .select(['id', 'league_id', 'slug'])
    .where('league_id', 'in', [keep, gone])
    .orderBy('id')
    .forUpdate()
    .execute()
  const taken = new Set(rows.map(({ slug }) => slug))
  const kept = new Set(rows.flatMap(({ league_id, slug }) => (league_id === keep ? [slug] : [])))
  for (const { id, slug } of rows.filter(({ league_id }) => league_id === gone)) {
    const own = slug !== '' && kept.has(slug) ? freeSlug(taken, slug) : slug
    taken.add(own)
    await trx.updateTable('outrights').set({ league_id: keep, slug: own }).where('id', '=', id).execute()
  }
}

function freeSlug(taken: ReadonlySet<string>, own: string): string {
  let slug = own
  for (let number = 2; taken.has(slug); number += 1) slug = `${own}-${number}`
  return slug
}

/**
 * Webhooks of the league that goes are those of the one that stays, and are told what has happened in it until now. Its
 * matches are new to them: their prices are read again.
 */
async function moveWebhooks(trx: Kysely<DB>, keep: string, gone: string): Promise<void> {
  const { rows } = await sql<{ position: number | null }>`
    update webhooks w set is_seeded = false, leagues = (
      select string_agg(id, ' ' order by place) from (
        select case id when ${gone} then ${keep} else id end as id, min(place) as place
        from unnest(string_to_array(w.leagues, ' ')) with ordinality as l (id, place) group by 1) as ids)
    where ${gone} = any (string_to_array(w.leagues, ' ')) returning w.position`.execute(trx)
  if (rows.length === 0) return
  const positions = rows.flatMap(({ position }) => position ?? [])
  await sql`update change_inbox set league_id = ${keep} where league_id = ${gone}`.execute(trx)
  if (positions.length > 0)
    await sql`
      update changes set league_id = ${keep} where league_id = ${gone} and id > ${Math.min(...positions)}`.execute(
      trx,
    )
}

async function storeLeagueAlias(
  trx: Kysely<DB>,
  name: { countryId: string; alias: string; leagueId: string; decidedBy: string | null; merged: Merged },
): Promise<void> {
  await sql`
    insert into league_aliases (country_id, alias, alias_key, league_id, is_same, decided_by, merged)
    values (${name.countryId}, ${name.alias}, ${leagueKey(name.alias)}, ${name.leagueId}, true, ${name.decidedBy},
      ${JSON.stringify(name.merged)}::jsonb)
    on conflict (country_id, alias_key, league_id) do update
    set is_same = true, decided_by = excluded.decided_by, merged = excluded.merged, created_at = now()`.execute(
    trx,
  )
}

interface LeagueMatch {
  id: string
  leagueId: string
  home: string
  away: string
  start: Date
  sources: string[]
}

async function readMatches(trx: Kysely<DB>, leagueIds: readonly string[]): Promise<LeagueMatch[]> {
  const { rows } = await sql<LeagueMatch>`
    select m.id, m.league_id as "leagueId", m.home_team as home, m.away_team as away, m.start_time as start,
      array(select distinct s.source from match_sources s where s.match_id = m.id) as sources
    from matches m where m.league_id = any (${[...leagueIds]}::uuid[]) order by m.start_time, m.id`.execute(
    trx,
  )
  return rows
}

/** If one feed lists both matches, they are two contests. */
const shareSource = (a: LeagueMatch, b: LeagueMatch) => a.sources.some((source) => b.sources.includes(source))

async function joinMatches(trx: Kysely<DB>, to: League, from: League): Promise<void> {
  const sport = await trx
    .selectFrom('sports')
    .select('name')
    .where('id', '=', to.sport_id)
    .executeTakeFirstOrThrow()
  const matches = await readMatches(trx, [to.id, from.id])
  const going = matches.filter(({ leagueId }) => leagueId === from.id)
  const pool = new CandidatePool(
    matches.filter(({ leagueId }) => leagueId === to.id).map((match) => ({ ...match, own: false })),
  )
  const side = jointSide(splitLeagueSide(to.name), splitLeagueSide(from.name))
  const events = going.map(({ home, away, start }) => ({
    ...{ home, away, start, side },
    sport: sportKey(sport.name),
  }))
  const near = events.map((event, n) =>
    pool.near(event, to.id).filter((candidate) => going[n] && !shareSource(candidate, going[n])),
  )
  const decisions = await readNameDecisions(trx, [to.country_id])
  for (const [n, pairing] of pairEvents(events, (index) => near[index] ?? [], { decisions })) {
    const match = going[n]
    if (!match) continue
    if (pairing.kind === 'same') {
      await mergeMatches(trx, { keep: pairing.candidate.id, gone: match.id, turned: pairing.turned })
    } else {
      await addReviews(
        trx,
        pairing.pairs.map(({ candidate, reason, turned }) => ({
          match_id: match.id,
          candidate_id: candidate.id,
          reason,
          turned,
        })),
      )
    }
  }
}

/** The side of a league that two names state together. */
function jointSide(one: KnownSide, other: KnownSide): KnownSide {
  return { women: one.women || other.women, age: one.age ?? other.age }
}

/**
 * Splits a name that feeds use for another league off into a league of its own. Matches that only feeds with this name
 * have move. A match that feeds have under different names is split between the leagues. The name is never again stored
 * as an alias of the old league. If the name was a league that was merged, its settings, address, outrights and matches made by
 * hand come back, and the old league loses what it got, as far as nobody has changed it since.
 * @returns the new league's id, or null if the name is no alias of a league
 */
export async function splitLeague(
  trx: Kysely<DB>,
  { aliasId, actor }: { aliasId: string; actor: Actor },
): Promise<string | null> {
  const alias = await trx
    .selectFrom('league_aliases')
    .select(['id', 'alias', 'alias_key', 'league_id', 'country_id', 'merged'])
    .where('id', '=', aliasId)
    .where('is_same', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!alias) return null
  const [league] = await readLeagues(trx, [alias.league_id])
  if (!league) return null
  const taken = new Set(
    (await trx.selectFrom('leagues').select('slug').where('country_id', '=', alias.country_id).execute()).map(
      ({ slug }) => slug,
    ),
  )
  const merged = mergedSchema.nullable().catch(null).parse(alias.merged)
  const slug = freeSlug(taken, merged?.slug ?? slugOr(alias.alias, 'league'))
  await sql`delete from old_slugs where entity = 'league' and parent_id = ${alias.country_id} and slug = ${slug}`.execute(
    trx,
  )
  const { id: created } = await trx
    .insertInto('leagues')
    .values({
      ...{ sport_id: league.sport_id, country_id: alias.country_id, name: alias.alias, slug },
      ...merged?.settings,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update league_aliases set is_same = false, decided_by = ${actor.id}, merged = null, created_at = now()
    where id = ${alias.id}`.execute(trx)
  await recordAudit(trx, actor, [
    {
      ...{ entity: 'leagues', entityId: created, label: alias.alias, action: 'create' },
      after: { name: alias.alias, ...merged?.settings },
    },
  ])
  await partMatches(trx, { from: league, to: created, name: alias.alias, key: alias.alias_key })
  if (merged) await bringBack(trx, { merged, from: league, to: created, name: alias.alias, actor })
  return created
}

/** Moves what a merge has moved by its id, and takes back what the other league got, unless it was changed since. */
async function bringBack(
  trx: Kysely<DB>,
  {
    merged: { given, matches, outrights },
    from,
    to,
    name,
    actor,
  }: { merged: Merged; from: League & Settings; to: string; name: string; actor: Actor },
): Promise<void> {
  await sql`
    update matches m set league_id = ${to}, league_name = ${name}
    where m.id = any (${matches}::uuid[]) and m.league_id = ${from.id} and ${hasNoLeagueName}`.execute(trx)
  await sql`
    update outrights o set league_id = ${to}, slug = r.slug
    from jsonb_to_recordset(${JSON.stringify(outrights)}::jsonb) as r (id uuid, slug text)
    where o.id = r.id and o.league_id = ${from.id}`.execute(trx)
  const columns = SETTINGS.filter(
    (column) => given && column in given.after && from[column] === given.after[column],
  )
  if (!given || columns.length === 0) return
  const [before, after] = [pickColumns(given.after, columns), pickColumns(given.before, columns)]
  await trx.updateTable('leagues').set(after).where('id', '=', from.id).execute()
  await recordAudit(trx, actor, [
    { entity: 'leagues', entityId: from.id, label: from.name, action: 'update', before, after },
  ])
}

interface Link {
  match_id: string
  source: string
  external_id: string
  home_team: string | null
  away_team: string | null
  start_time: Date | null
  league_name: string | null
  turned: boolean
}

async function partMatches(
  trx: Kysely<DB>,
  { from, to, name, key }: { from: League; to: string; name: string; key: string },
): Promise<void> {
  const { rows } = await sql<Link>`
    select s.match_id, s.source, s.external_id, s.home_team, s.away_team, s.start_time, s.league_name, s.turned
    from match_sources s join matches m on m.id = s.match_id where m.league_id = ${from.id}`.execute(trx)
  const isOfName = ({ league_name }: Link) => league_name !== null && leagueKey(league_name) === key
  for (const [matchId, links] of Map.groupBy(rows, ({ match_id }) => match_id)) {
    const [going, staying] = [links.filter(isOfName), links.filter((link) => !isOfName(link))]
    if (going.length === 0) continue
    if (staying.length === 0) {
      await sql`update matches set league_id = ${to}, league_name = ${name} where id = ${matchId}`.execute(
        trx,
      )
      continue
    }
    await partMatch(trx, { matchId, to, name, going, staying })
  }
}

/** Creates a match of its own in the other league for the feeds that know it there, with their prices. */
async function partMatch(
  trx: Kysely<DB>,
  {
    matchId,
    to,
    name,
    going,
    staying,
  }: { matchId: string; to: string; name: string; going: Link[]; staying: Link[] },
): Promise<void> {
  const [reference] = going
  const sides = reference?.turned
    ? { home: reference.away_team, away: reference.home_team }
    : { home: reference?.home_team ?? null, away: reference?.away_team ?? null }
  const { rows } = await sql<{ id: string; home_team: string; away_team: string }>`
    insert into matches (league_id, home_team, away_team, start_time, sport_name, country_name, league_name)
    select ${to}::uuid, coalesce(${sides.home}, home_team), coalesce(${sides.away}, away_team),
      coalesce(${reference?.start_time ?? null}::timestamptz, start_time), sport_name, country_name, ${name}
    from matches where id = ${matchId}
    returning id, home_team, away_team`.execute(trx)
  const [made] = rows
  if (!made) return
  await trx
    .updateTable('matches')
    .set({ slug: matchSlug(made.home_team, made.away_team) ?? '' })
    .where('id', '=', made.id)
    .execute()
  for (const { source, external_id } of going) {
    await sql`
      update match_sources set match_id = ${made.id} where source = ${source} and external_id = ${external_id}`.execute(
      trx,
    )
    await sql`
      update matches set external_id = null where id = ${matchId} and external_id = ${external_id}`.execute(
      trx,
    )
  }
  const sources = [...new Set(going.map(({ source }) => source))].filter((source) =>
    staying.every((link) => link.source !== source),
  )
  const named = sources.flatMap((source) => [source, source + IN_PLAY])
  for (const table of ['odds', 'odds_history'] as const) {
    await sql`
      update ${sql.table(table)} set match_id = ${made.id}
      where match_id = ${matchId} and source = any (${named}::text[])`.execute(trx)
  }
  const offers = (await readFedOffers(trx, matchId)).filter(({ source }) => named.includes(source))
  await removePricesOf(trx, matchId, sources)
  await moveFedOffers(trx, made.id, { offers, turned: false })
  await refreshMatches(trx, [matchId, made.id])
  await sql`
    insert into match_reviews (match_id, candidate_id, reason, status) values (${made.id}, ${matchId}, 'league', 'different')
    on conflict do nothing`.execute(trx)
}

interface ListedLeague extends League {
  sources: string[]
  is_active: boolean
  /** When an operator has hidden it, as far as the history tells. */
  hidden_at: Date | null
  created_at: Date
}

/** Two leagues, with the evidence that they are the same. */
interface LeaguePair {
  league: ListedLeague
  other: ListedLeague
  evidence: LeagueEvidence
  pairs: { match: string; other: string }[]
}

/**
 * Merges leagues of a run with other leagues of their country if they are certainly the same, by matches of other feeds
 * with the same teams and kick-offs. If two leagues are not the same, single matches like these go to the review queue.
 */
export async function joinDuplicateLeagues(db: Kysely<DB>, leagueIds: readonly string[]): Promise<void> {
  if (leagueIds.length === 0) return
  for (const { league, other, evidence, pairs } of await findLeaguePairs(db, leagueIds)) {
    if (areJoined({ league, other, evidence })) {
      const [keep, gone] = stays(other, league) ? [other, league] : [league, other]
      await db
        .transaction()
        .execute((trx) => mergeLeagues(trx, { keep: keep.id, gone: gone.id, actor: SITE }))
    } else if (mayBeSameLeague(evidence)) {
      await addReviews(
        db,
        pairs.map(({ match, other: candidate }) => ({
          match_id: match,
          candidate_id: candidate,
          reason: 'league' as const,
          turned: false,
        })),
      )
    }
  }
}

/**
 * Whether two leagues are joined without a question. If only one is hidden, it must have been before the other one came:
 * an operator who has hidden one of two may want the other.
 */
function areJoined({ league, other, evidence }: Pick<LeaguePair, 'league' | 'other' | 'evidence'>): boolean {
  if (!areSameLeague(evidence)) return false
  if (league.is_active === other.is_active) return true
  const [hidden, shown] = league.is_active ? [other, league] : [league, other]
  return hidden.hidden_at !== null && hidden.hidden_at < shown.created_at
}

/** Whether the league stays: a hidden one, else that with more feeds, else the one that was stored first. */
function stays(a: ListedLeague, b: ListedLeague): boolean {
  if (a.is_active !== b.is_active) return !a.is_active
  return (
    a.sources.length > b.sources.length ||
    (a.sources.length === b.sources.length && a.created_at <= b.created_at)
  )
}

async function findLeaguePairs(db: Kysely<DB>, leagueIds: readonly string[]): Promise<LeaguePair[]> {
  const { rows } = await sql<ListedLeague & { sport: string; refused: string[] }>`
    select l.id, l.name, l.slug, l.country_id, l.sport_id, l.is_active, l.created_at, p.name as sport,
      case when not l.is_active then (select max(h.at) from audit_log h where h.entity = 'leagues'
        and h.entity_id = l.id::text and h.after ->> 'is_active' = 'false') end as hidden_at,
      array(select distinct s.source from match_sources s join matches m on m.id = s.match_id
        where m.league_id = l.id) as sources,
      array(select a.alias_key from league_aliases a where a.league_id = l.id and not a.is_same) as refused
    from leagues l join sports p on p.id = l.sport_id
    where l.country_id in (select country_id from leagues where id = any (${[...leagueIds]}::uuid[]))
    order by l.id`.execute(db)
  const fixtures = Map.groupBy(await readFixtures(db, leagueIds), ({ leagueId }) => leagueId)
  const decisions = await readNameDecisions(
    db,
    rows.map(({ country_id }) => country_id),
  )
  const found: LeaguePair[] = []
  for (const league of rows.filter(({ id }) => leagueIds.includes(id))) {
    // Leagues of other sides are never one.
    const rules = contestRules(sportKey(league.sport), splitLeagueSide(league.name))
    const isSame = (a: string, b: string) =>
      !isPlaceholder(a) && (decidedOn(decisions, [a, b], rules) ?? isSameContestant(a, b, rules))
    const isCertain = ([a, b]: [LeagueMatch, LeagueMatch]) =>
      !isAgeAssumed(a.home, b.home, rules) && !isAgeAssumed(a.away, b.away, rules)
    const areAlike = (a: LeagueMatch, b: LeagueMatch) =>
      !shareSource(a, b) && isSame(a.home, b.home) && isSame(a.away, b.away)
    const own = fixtures.get(league.id) ?? []
    for (const other of rows) {
      const theirs = fixtures.get(other.id) ?? []
      const isAsked = other.id !== league.id && other.country_id === league.country_id
      const isRefused =
        other.refused.includes(leagueKey(league.name)) || league.refused.includes(leagueKey(other.name))
      if (!isAsked || isRefused || theirs.length === 0) continue
      const compared = compareFixtures(own, theirs, areAlike)
      if (compared.pairs.length === 0) continue
      const certain = compared.pairs.filter(isCertain)
      found.push({
        league,
        other,
        pairs: compared.pairs.map(([match, beside]) => ({ match: match.id, other: beside.id })),
        evidence: {
          names: [league.name, other.name],
          joined: certain.length,
          teams: new Set(certain.flatMap(([{ home, away }]) => [home, away])).size,
          elsewhere: compared.elsewhere,
          covered: Math.min(coveredBy(own, theirs), coveredBy(theirs, own)),
          shareSource: league.sources.some((source) => other.sources.includes(source)),
        },
      })
    }
  }
  return onePerLeague(found)
}

/**
 * Pairs of fixtures with the same teams at the same minute, and the number of fixtures with the same teams at another
 * time of the day.
 */
function compareFixtures(
  own: readonly LeagueMatch[],
  theirs: readonly LeagueMatch[],
  areAlike: (a: LeagueMatch, b: LeagueMatch) => boolean,
): { pairs: [LeagueMatch, LeagueMatch][]; elsewhere: number } {
  const byStart = Map.groupBy(theirs, ({ start }) => start.getTime())
  const pairs = own.flatMap((match): [LeagueMatch, LeagueMatch][] => {
    const beside = byStart.get(match.start.getTime())?.find((other) => areAlike(match, other))
    return beside ? [[match, beside]] : []
  })
  if (pairs.length === 0) return { pairs, elsewhere: 0 }
  const elsewhere = own.filter((match) =>
    theirs.some((other) => {
      const apart = Math.abs(other.start.getTime() - match.start.getTime())
      return apart > 0 && apart <= SAME_DAY_MS && areAlike(match, other)
    }),
  )
  return { pairs, elsewhere: elsewhere.length }
}

/** At most one merge per league; the pair with the strongest evidence first. */
function onePerLeague(found: readonly LeaguePair[]): LeaguePair[] {
  const joined = new Set<string>()
  return found
    .toSorted((a, b) => b.evidence.joined - a.evidence.joined)
    .filter(({ league, other, evidence }) => {
      if (!areJoined({ league, other, evidence })) return true
      if (joined.has(league.id) || joined.has(other.id)) return false
      joined.add(league.id).add(other.id)
      return true
    })
}

/** The number of these kick-offs that are within the time span of the others. */
function coveredBy(fixtures: readonly LeagueMatch[], others: readonly LeagueMatch[]): number {
  const times = others.map(({ start }) => start.getTime())
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return fixtures.filter(({ start }) => start.getTime() >= first && start.getTime() <= last).length
}

const SAME_DAY_MS = 12 * HOUR_MS
/** The most fixtures that are compared after one run. */
const FIXTURES = 20_000

/** The fixtures of these leagues, and those of other leagues of their countries in the same time span. */
async function readFixtures(db: Kysely<DB>, leagueIds: readonly string[]): Promise<LeagueMatch[]> {
  const { rows } = await sql<LeagueMatch>`
    with spans as (
      select country_id, min(start_time) - interval '12 hours' as first, max(start_time) + interval '12 hours' as last
      from matches where league_id = any (${[...leagueIds]}::uuid[]) and status = 'scheduled' group by country_id
    )
    select m.id, m.league_id as "leagueId", m.home_team as home, m.away_team as away, m.start_time as start,
      array(select distinct s.source from match_sources s where s.match_id = m.id) as sources
    from spans join matches m on m.country_id = spans.country_id and m.start_time between spans.first and spans.last
    where m.status = 'scheduled'
    order by m.start_time, m.id limit ${FIXTURES}`.execute(db)
  return rows
}
