import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { ownPricesSchema, readOwnPrices, removePricesOf } from '../odds/source-prices.server.ts'
import { withdrawPrices } from '../odds/store/store-prices.server.ts'
import { giveTypedOffers, readTypedKeys } from '../odds/typed-prices.server.ts'
import { type Merge, mergeMatches, moveAlerts, moveBets } from './merge.server.ts'
import type { Doubt } from './schema.ts'

const link = z.object({ source: z.string(), external_id: z.string() })

/** What moved with a match. Ids, except where the row is another one afterwards. */
const movedSchema = z.object({
  links: z.array(link),
  /** Users, and whether they had only this one of the two matches. */
  favourites: z.array(z.object({ user_id: z.string(), alone: z.boolean() })),
  alerts: z.array(z.string()),
  bets: z.array(z.string()),
  clicks: z.array(z.number()),
  history: z.array(z.number()),
  slugs: z.array(z.object({ parent_id: z.string().nullable(), slug: z.string() })),
  reviews: z.array(z.looseObject({ match_id: z.string(), candidate_id: z.string(), created_at: z.string() })),
  fixture: z.string().nullable(),
  merges: z.array(z.string()),
  typed: z.array(z.string()),
})

/** What the match that stays had of its own. */
const ownSchema = z.object({
  links: z.array(link),
  history: z.number(),
  typed: z.array(z.string()),
  prices: ownPricesSchema,
})

const rowSchema = z.looseObject({
  id: z.string(),
  league_id: z.string(),
  slug: z.string(),
  status: z.string(),
})

/**
 * Merges two matches, and stores what moves, so that it can be undone.
 * @param decision of an operator; null for a merge by the rules
 */
export async function mergeUndoably(
  trx: Kysely<DB>,
  { decision, reason, ...merge }: Merge & { turned: boolean; decision: string | null; reason: Doubt },
): Promise<void> {
  const { keep, gone, turned } = merge
  // What others write while this waits belongs to what is stored for the undoing.
  await sql`select id from matches where id in (${keep}, ${gone}) order by id for update`.execute(trx)
  const list = (query: ReturnType<typeof sql>) => sql`coalesce((${query}), '[]')`
  const linksOf = (match: string) =>
    list(sql`select jsonb_agg(jsonb_build_object('source', source, 'external_id', external_id))
      from match_sources where match_id = ${match}`)
  const idsOf = (table: string) =>
    list(sql`select jsonb_agg(id) from ${sql.table(table)} where match_id = ${gone}`)
  const typed = { own: await readTypedKeys(trx, keep), moved: await readTypedKeys(trx, gone, turned) }
  const prices = await readOwnPrices(trx, keep)
  const { rows } = await sql<{ id: string }>`
    insert into match_merges (decision_id, keep_id, turned, reason, gone, kept, moved, own)
    select ${decision}, k.id, ${turned}, ${reason}, to_jsonb(g), to_jsonb(k),
      jsonb_build_object('links', ${linksOf(gone)}, 'alerts', ${idsOf('visitor_alerts')}, 'bets', ${idsOf('noted_bets')},
        'clicks', ${idsOf('clicks')}, 'history', ${idsOf('odds_history')},
        'favourites', ${list(sql`select jsonb_agg(jsonb_build_object('user_id', f.user_id, 'alone', not exists (
            select from favorite_matches o where o.user_id = f.user_id and o.match_id = k.id)))
          from favorite_matches f where f.match_id = g.id`)},
        'slugs', ${list(sql`select jsonb_agg(jsonb_build_object('parent_id', parent_id, 'slug', slug))
          from old_slugs where entity = 'match' and target_id = g.id`)},
        'reviews', ${list(sql`select jsonb_agg(to_jsonb(r)) from match_reviews r
          where g.id in (r.match_id, r.candidate_id) and k.id not in (r.match_id, r.candidate_id)`)},
        'fixture', (select id from fixtures f where f.match_id = g.id
          and not exists (select from fixtures o where o.match_id = k.id)),
        'merges', ${list(sql`select jsonb_agg(id) from match_merges where keep_id = g.id`)},
        'typed', ${JSON.stringify(typed.moved)}::jsonb),
      jsonb_build_object('links', ${linksOf(keep)}, 'history', coalesce((select max(id) from odds_history), 0),
        'typed', ${JSON.stringify(typed.own)}::jsonb, 'prices', ${JSON.stringify(prices)}::jsonb)
    from matches k, matches g where k.id = ${keep} and g.id = ${gone} returning id`.execute(trx)
  await mergeMatches(trx, merge)
  for (const { id } of rows)
    await sql`
      update match_merges set joined = (select to_jsonb(m) from matches m where m.id = keep_id) where id = ${id}`.execute(
      trx,
    )
}

/** What was typed or chosen for a match, or came with a result. */
const COLUMNS = [
  'external_id',
  'featured',
  'is_popular',
  'affiliate_link',
  'status',
  'home_score',
  'away_score',
  'score_code',
  'score_source',
  'score_locked',
  'odds_locked',
  'home_odds',
  'draw_odds',
  'away_odds',
] as const

/**
 * Undoes a merge: the match that went comes back with its address, links, favourites, alerts and bets, and what its
 * feeds wrote for the other match since is removed there. Its prices come with the next response of the feeds.
 * @returns the match that came back
 */
export async function undoMerge(
  trx: Transaction<DB>,
  id: string,
): Promise<{ id: string; home_team: string; away_team: string; keep: string }> {
  const merge = await trx
    .selectFrom('match_merges')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { keep_id: keep, turned, reason } = merge
  const gone = rowSchema.parse(merge.gone)
  const moved = movedSchema.parse(merge.moved)
  const own = ownSchema.parse(merge.own)
  // Whether the match that stayed is still there itself: it can have been merged into another.
  const isItself = rowSchema.parse(merge.kept).id === keep
  await sql`select id from matches where id = ${keep} for update`.execute(trx)
  const takesPlace = await takesPlaceAllTheSame(trx, keep, moved.fixture)
  if (isItself) await restoreKept(trx, id)
  const made = await restoreGone(trx, id)

  const { rows: links } = await sql<{ source: string }>`
    update match_sources s set match_id = ${gone.id}, turned = turned <> ${turned}
    from ${linkRecords(moved.links)} where s.source = r.source and s.external_id = r.external_id and s.match_id = ${keep}
    returning s.source`.execute(trx)
  const later = isItself ? await unlinkLater(trx, keep, [...moved.links, ...own.links]) : []
  const sources = [...new Set([...links, ...later].map(({ source }) => source))]
  await removePricesOf(trx, keep, sources, isItself ? own.prices : undefined)
  if (reason === 'postponed') await withdrawOf(trx, keep, moved.links, merge.merged_at)
  await sql`
    delete from odds_history where match_id = ${keep} and source = any (${sources}::text[]) and id > ${own.history}`.execute(
    trx,
  )
  const sides = turned
    ? sql`(home_odds, away_odds) = (select away_odds, home_odds)`
    : sql`home_odds = home_odds`
  await sql`
    update odds_history set match_id = ${gone.id}, ${sides}
    where match_id = ${keep} and id = any (${moved.history}::bigint[])`.execute(trx)
  const ownTyped = new Set(own.typed)
  await giveTypedOffers(trx, {
    from: keep,
    to: gone.id,
    turned,
    only: new Set(moved.typed.filter((key) => !ownTyped.has(key))),
  })

  await sql`
    insert into favorite_matches (user_id, match_id)
    select r.user_id, ${gone.id} from ${favouriteRecords(moved.favourites)}
    join favorite_matches f on f.user_id = r.user_id and f.match_id = ${keep}
    on conflict do nothing`.execute(trx)
  await sql`
    delete from favorite_matches f using ${favouriteRecords(moved.favourites)}
    where r.alone and f.user_id = r.user_id and f.match_id = ${keep}`.execute(trx)
  const back = { keep: gone.id, gone: keep, turned }
  await moveAlerts(trx, { ...back, only: moved.alerts })
  await moveBets(trx, { ...back, only: moved.bets })
  await sql`
    update clicks set match_id = ${gone.id},
      outcome = case when not ${turned} then outcome when outcome = 'home' then 'away' when outcome = 'away' then 'home'
        else outcome end
    where match_id = ${keep} and id = any (${moved.clicks}::bigint[])`.execute(trx)
  await sql`
    update fixtures set match_id = ${gone.id} where match_id = ${keep} and id = ${moved.fixture}`.execute(trx)
  if (takesPlace)
    await sql`update matches set status = ${gone.status} where id = ${gone.id} and status <> ${gone.status}`.execute(
      trx,
    )
  await restoreAddresses(trx, { keep, gone, turned, slugs: moved.slugs })
  await restoreReviews(trx, { keep, gone: gone.id, turned, reason, reviews: moved.reviews })
  await sql`
    update match_merges set keep_id = ${gone.id}, turned = turned <> ${turned}
    where keep_id = ${keep} and id = any (${moved.merges}::uuid[])`.execute(trx)
  await sql`delete from value_prices where event = ${keep} and listed_at >= ${merge.merged_at}`.execute(trx)
  await trx.deleteFrom('match_merges').where('id', '=', id).execute()
  await refreshMatches(trx, [keep, gone.id])
  return { ...made, keep }
}

/** Withdraws the prices of the feeds that have put a match off: they do not list it as it was. */
async function withdrawOf(
  trx: Transaction<DB>,
  match: string,
  links: readonly Link[],
  confirmedAt: Date,
): Promise<void> {
  const sources = [...new Set(links.map(({ source }) => source))]
  for (const source of sources) await withdrawPrices(trx, [match], { source, confirmedAt })
  await sql`delete from odds where match_id = ${match} and source = any (${sources}::text[])`.execute(trx)
}

/** Refreshes the best prices and headlines of matches whose quotes were removed. */
export async function refreshMatches(trx: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await sql`select refresh_market_prices(${[...ids]}::uuid[], now())`.execute(trx)
  await sql`select refresh_headlines(${[...ids]}::uuid[])`.execute(trx)
}

/** Whether a match is not cancelled although its fixture calls it off. */
async function takesPlaceAllTheSame(
  trx: Kysely<DB>,
  match: string,
  fixture: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from fixtures f join matches m on m.id = f.match_id
    where m.id = ${match} and f.id = ${fixture} and calls_off(f.status_short) and m.status <> 'cancelled'`.execute(
    trx,
  )
  return rows.length > 0
}

/** Gives the match that stayed its own values again where the merge changed them and nobody did since. */
async function restoreKept(trx: Kysely<DB>, merge: string): Promise<void> {
  const columns = COLUMNS.map((column) => {
    const [is, was, then] = ['m', 'w', 'j'].map((of) => sql.ref(`${of}.${column}`))
    return sql`${sql.ref(column)} = case when ${is} is not distinct from ${then} then ${was} else ${is} end`
  })
  await sql`
    update matches m set ${sql.join(columns)}
    from match_merges k, jsonb_populate_record(null::matches, k.kept) w, jsonb_populate_record(null::matches, k.joined) j
    where k.id = ${merge} and m.id = k.keep_id`.execute(trx)
  // A feed that had both matches has renamed or moved this one since. A match that was put off is where it was, unless an
  // operator has moved it since.
  const isMoved = sql`not m.start_typed and (k.reason = 'postponed' or m.start_time = g.start_time)`
  await sql`
    update matches m set home_team = w.home_team, away_team = w.away_team, slug = w.slug,
      start_time = case when ${isMoved} then w.start_time else m.start_time end,
      start_typed = case when ${isMoved} then w.start_typed else m.start_typed end
    from match_merges k, jsonb_populate_record(null::matches, k.kept) w, jsonb_populate_record(null::matches, k.gone) g
    where k.id = ${merge} and m.id = k.keep_id`.execute(trx)
  // A result that came since can be the other match's.
  await sql`
    update matches m set home_score = null, away_score = null, score_code = null, status = 'scheduled' from match_merges k
    where k.id = ${merge} and m.id = k.keep_id and not m.score_locked and m.home_score is not null
      and k.kept ->> 'home_score' is null`.execute(trx)
}

/** Creates the match that went again, in its league or, if that is no more, in the league of the match that stayed. */
async function restoreGone(
  trx: Kysely<DB>,
  merge: string,
): Promise<{ id: string; home_team: string; away_team: string }> {
  await sql`
    update matches m set external_id = null from match_merges k
    where k.id = ${merge} and m.id = k.keep_id and m.external_id = k.gone ->> 'external_id'`.execute(trx)
  const { rows } = await sql<{ id: string; home_team: string; away_team: string }>`
    insert into matches
    select g.* from match_merges k join matches m on m.id = k.keep_id, jsonb_populate_record(m, k.gone
      || jsonb_build_object('league_id', coalesce(
        (select l.id from leagues l where l.id = (k.gone ->> 'league_id')::uuid), m.league_id))
      || '{"home_bookmaker_id": null, "draw_bookmaker_id": null, "away_bookmaker_id": null}'
      || case when (k.gone ->> 'odds_locked')::boolean then '{}'
        else '{"home_odds": 1.01, "draw_odds": null, "away_odds": 1.01, "bookmaker_count": 0}'::jsonb end
      || case when exists (select from matches o where o.external_id = k.gone ->> 'external_id')
        then '{"external_id": null}'::jsonb else '{}' end) g
    where k.id = ${merge}
    returning id, home_team, away_team`.execute(trx)
  const [made] = rows
  if (!made) throw new Error('the match that stayed is not there')
  return made
}

type Link = z.infer<typeof link>

function linkRecords(links: readonly Link[]) {
  return sql`json_to_recordset(${JSON.stringify(links)}::json) as r (source text, external_id text)`
}

function favouriteRecords(favourites: readonly { user_id: string; alone: boolean }[]) {
  return sql`json_to_recordset(${JSON.stringify(favourites)}::json) as r (user_id uuid, alone boolean)`
}

/** Removes the links of a match that feeds have made since the merge: they can mean either match. */
async function unlinkLater(
  trx: Kysely<DB>,
  match: string,
  known: readonly Link[],
): Promise<{ source: string }[]> {
  const { rows } = await sql<{ source: string }>`
    delete from match_sources s where s.match_id = ${match}
      and not exists (select from ${linkRecords(known)} where r.source = s.source and r.external_id = s.external_id)
      and not exists (select from match_merges k, jsonb_to_recordset(k.moved -> 'links') as r (source text, external_id text)
        where k.keep_id = ${match} and r.source = s.source and r.external_id = s.external_id)
    returning s.source`.execute(trx)
  return rows
}

async function restoreAddresses(
  trx: Kysely<DB>,
  {
    keep,
    gone,
    turned,
    slugs,
  }: {
    keep: string
    gone: z.infer<typeof rowSchema>
    turned: boolean
    slugs: readonly { parent_id: string | null; slug: string }[]
  },
): Promise<void> {
  await sql`
    delete from old_slugs where entity = 'match' and target_id = ${keep}
      and (parent_id = ${gone.league_id} and slug = ${gone.slug} or parent_id is null and slug = ${gone.id})`.execute(
    trx,
  )
  await sql`
    update old_slugs o set target_id = ${gone.id}, turned = turned <> ${turned}
    from json_to_recordset(${JSON.stringify(slugs)}::json) as r (parent_id uuid, slug text)
    where o.entity = 'match' and o.target_id = ${keep} and o.slug = r.slug
      and o.parent_id is not distinct from r.parent_id`.execute(trx)
}

/** The pair returns to the queue as one that a person has answered, and other pairs of the match that went have it again. */
async function restoreReviews(
  trx: Kysely<DB>,
  {
    keep,
    gone,
    turned,
    reason,
    reviews,
  }: {
    keep: string
    gone: string
    turned: boolean
    reason: string
    reviews: z.infer<typeof movedSchema>['reviews']
  },
): Promise<void> {
  const records = sql`jsonb_populate_recordset(null::match_reviews, ${JSON.stringify(reviews)}::jsonb) r`
  await sql`
    delete from match_reviews c using ${records}
    where ${keep} in (c.match_id, c.candidate_id) and c.created_at = r.created_at
      and (r.match_id in (c.match_id, c.candidate_id) or r.candidate_id in (c.match_id, c.candidate_id))`.execute(
    trx,
  )
  await sql`
    insert into match_reviews
      (id, match_id, candidate_id, reason, turned, status, decided_by, decided_at, created_at, decision_id)
    select r.id, r.match_id, r.candidate_id, r.reason, r.turned, case when d.id is null then 'open' else r.status end,
      d.decided_by, r.decided_at, r.created_at, d.id
    from ${records} join matches m on m.id = r.match_id join matches c on c.id = r.candidate_id
    left join review_decisions d on d.id = r.decision_id
    on conflict do nothing`.execute(trx)
  await sql`
    insert into match_reviews (match_id, candidate_id, reason, turned, decided_at)
    values (${gone}, ${keep}, ${reason}, ${turned}, now()) on conflict do nothing`.execute(trx)
}
