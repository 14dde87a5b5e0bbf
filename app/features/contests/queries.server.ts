import { type Kysely, sql } from 'kysely'
import type { FindPlaces } from '#app/features/names/find-places.server.ts'
import { likePattern, searchedWords } from '#app/features/names/search-terms.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { TYPED } from '../odds/typed-prices.ts'
import { readSameness } from './commands.server.ts'
import type { ContestCard, DecisionCard, Doubt, LeagueAlias, MergeQuestion, ReviewCard } from './schema.ts'

/** Operators' decisions about names in these countries, by the two names as one key. */
export async function readNameDecisions(
  db: Kysely<DB>,
  countryIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .selectFrom('team_name_decisions')
    .select(['name_a', 'name_b', 'is_same'])
    .where(sql<boolean>`country_id = any(${[...new Set(countryIds)]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ name_a, name_b, is_same }) => [`${name_a}\n${name_b}`, is_same]))
}

/** The pairs on a page of the queue. */
const REVIEWS_A_PAGE = 50

interface CardRow {
  id: string
  reason: Doubt
  turned: boolean
  sport: string
  country: string
  match: ContestCard
  candidate: ContestCard
}

/**
 * The undecided pairs `r` of contests that have not ended, with their matches `m` and `c` and the leagues of these, `l` and `k`, up to a
 * condition.
 */
export const openReviews = (now: Date) => sql`
  match_reviews r join matches m on m.id = r.match_id join matches c on c.id = r.candidate_id
    join leagues l on l.id = m.league_id join leagues k on k.id = c.league_id
  where r.status = 'open' and m.status in ('scheduled', 'live') and c.status in ('scheduled', 'live')
    and greatest(m.start_time, c.start_time) > ${new Date(now.getTime() - DAY_MS)}`

/**
 * A page of the undecided pairs, soonest first; with a text, those that have each of its words in the names of their teams and leagues, or in
 * their places. Contests that have ended are left out. A page beyond the end is the last one.
 */
export async function listReviews(
  { database }: Pick<Services, 'database'>,
  { text, page, placesOf, now }: { text: string; page: number; placesOf: FindPlaces; now: Date },
): Promise<{ reviews: ReviewCard[]; total: number; page: number; pages: number }> {
  const conditions = searchedWords(text)?.map((word) => {
    const { sports, countries } = placesOf(word)
    return sql`(m.search_text || c.search_text || league_search_text(l.name, k.name) like ${likePattern(word)}
      or m.sport_id = any(${sports}::uuid[]) or m.country_id = any(${countries}::uuid[]))`
  })
  const found = sql`${openReviews(now)}
      and ${sql.join(conditions ? [sql`true`, ...conditions] : [sql`false`], sql` and `)}`
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(
    database.kysely,
  )
  const total = counted.rows[0]?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / REVIEWS_A_PAGE))
  const shown = Math.min(page, pages)
  const { rows } = await sql<CardRow>`
    with open as (
      select r.id, r.reason, r.turned, r.match_id, r.candidate_id, least(m.start_time, c.start_time) as soonest
      from ${found}
      order by soonest, r.id limit ${REVIEWS_A_PAGE} offset ${(shown - 1) * REVIEWS_A_PAGE}
    )
    select o.id, o.reason, o.turned, s.name as sport, y.name as country,
      ${card('match_id')} as match, ${card('candidate_id')} as candidate
    from open o join matches m on m.id = o.match_id join sports s on s.id = m.sport_id
    join countries y on y.id = m.country_id
    order by o.soonest, o.id`.execute(database.kysely)
  return { reviews: rows, total, page: shown, pages }
}

function card(column: 'match_id' | 'candidate_id') {
  return sql`(
    select json_build_object('id', x.id, 'home', x.home_team, 'away', x.away_team, 'startTime', x.start_time,
      'league', l.name, 'bookmakers', x.bookmaker_count, 'typed', json_build_object(
        'odds', case when x.odds_locked then concat_ws(' / ', x.home_odds, x.draw_odds, x.away_odds) end,
        'score', case when x.score_locked then x.home_score || ':' || x.away_score end,
        'prices', (select string_agg(distinct b.name, ', ') from markets k
          join quotes q on q.market = k.id and array_length(array_remove(q.prices, null), 1) > 0
          join price_sources p on p.no = q.source and p.key = ${TYPED}
          join bookmakers b on b.no = q.bookmaker where k.event = x.id)), 'listings', (
        select coalesce(json_agg(json_build_object('source', t.source, 'home', coalesce(t.home_team, x.home_team),
          'away', coalesce(t.away_team, x.away_team), 'startTime', coalesce(t.start_time, x.start_time))
          order by t.source, t.external_id), '[]')
        from match_sources t where t.match_id = x.id))
    from matches x join leagues l on l.id = x.league_id where x.id = o.${sql.ref(column)})`
}

/** What follows from the answer that two matches are the same; null if the pair is decided already. */
export async function readMergeQuestion(
  { database: { kysely } }: Pick<Services, 'database'>,
  id: string,
): Promise<MergeQuestion | null> {
  const same = await readSameness(kysely, id)
  if (!same) return null
  const { match_id: gone, candidate_id: keep, sport_id, country_id } = same.review
  const countOf = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} where match_id = ${gone})`
  const { rows } = await sql<MergeQuestion['moved']>`
    select (select bookmaker_count::int from matches where id = ${gone}) as prices, ${countOf('favorite_matches')} as favourites,
      ${countOf('visitor_alerts')} as alerts, ${countOf('noted_bets')} as bets`.execute(kysely)
  const { rows: names } = await sql<MergeQuestion['names'][number]>`
    select r.name, r.other, ${matchesOf('name')} as matches, ${matchesOf('other')} as others
    from json_to_recordset(${JSON.stringify(same.names.map(([name, other]) => ({ name, other })))}::json)
      as r (name text, other text)`.execute(kysely)
  return { moved: rows[0] ?? { prices: 0, favourites: 0, alerts: 0, bets: 0 }, names, pairs: same.pairs }

  function matchesOf(name: 'name' | 'other') {
    return sql`(select count(*)::int from matches m where m.sport_id = ${sport_id} and m.country_id = ${country_id}
      and m.id not in (${gone}, ${keep}) and r.${sql.ref(name)} in (m.home_team, m.away_team))`
  }
}

/** The decisions on a page of their list. */
const DECISIONS_A_PAGE = 30

/** A page of the decisions that can be undone, the latest first; with a text, those that have each of its words. */
export async function listDecisions(
  { database }: Pick<Services, 'database'>,
  { text, page, placesOf }: { text: string; page: number; placesOf: FindPlaces },
): Promise<{ decisions: DecisionCard[]; total: number; pages: number }> {
  const conditions = searchedWords(text)?.map((word) => {
    const { sports, countries } = placesOf(word)
    return sql`(x.names like ${likePattern(word)} or d.sport_id = any(${sports}::uuid[])
      or d.country_id = any(${countries}::uuid[]))`
  })
  const { rows } = await sql<Omit<DecisionCard, 'decidedAt'> & { decided_at: Date; total: number }>`
    with found as (
      select d.*, s.name as sport, c.name as country, count(*) over ()::int as total
      from review_decisions d join sports s on s.id = d.sport_id join countries c on c.id = d.country_id
        cross join lateral (select ' ' || search_fold(concat_ws(' ', d.names::text,
          d.pair #>> '{match,home}', d.pair #>> '{match,away}', d.pair #>> '{match,league}',
          d.pair #>> '{candidate,home}', d.pair #>> '{candidate,away}', d.pair #>> '{candidate,league}')) || ' ' as names) x
      where ${sql.join(conditions ? [sql`true`, ...conditions] : [sql`false`], sql` and `)}
      order by d.decided_at desc, d.id limit ${DECISIONS_A_PAGE} offset ${(page - 1) * DECISIONS_A_PAGE}
    )
    select f.id, f.answer, f.sport, f.country, f.pair, f.names, f.decided_at, f.total, p.email as "decidedBy",
      (select count(*)::int from match_merges k where k.decision_id = f.id) as merges,
      (select count(*)::int from match_reviews r where r.decision_id = f.id) as pairs
    from found f left join profiles p on p.id = f.decided_by
    order by f.decided_at desc, f.id`.execute(database.kysely)
  const total = rows[0]?.total ?? 0
  return {
    total,
    pages: Math.max(1, Math.ceil(total / DECISIONS_A_PAGE)),
    decisions: rows.map(({ decided_at, total: _, ...row }) => ({
      ...row,
      decidedAt: decided_at.toISOString(),
    })),
  }
}

/** The other names that feeds use for the leagues of a country. */
export function listLeagueAliases(
  { database }: Pick<Services, 'database'>,
  countryId: string,
): Promise<LeagueAlias[]> {
  return database.kysely
    .selectFrom('league_aliases as a')
    .innerJoin('leagues as l', 'l.id', 'a.league_id')
    .select(['a.id', 'a.alias', sql<string>`coalesce(nullif(l.display_name, ''), l.name)`.as('league')])
    .where('a.country_id', '=', countryId)
    .where('a.is_same', '=', true)
    .orderBy('a.alias')
    .orderBy('a.id')
    .execute()
}
