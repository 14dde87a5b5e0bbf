import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

export interface Merge {
  /** The match that stays, with its address. */
  keep: string
  /** The match that is merged into it. */
  gone: string
  /** Whether its sides are swapped. */
  turned?: boolean
  /** The new kick-off; undefined keeps that of the match that stays. */
  start?: Date
}

/**
 * Merges two matches. Links, prices with their history, clicks, the fixture and administrators' edits move to the match
 * that stays, and the URLs of the other redirect to it. Of two quotes of one bookmaker, the newer is kept.
 */
export async function mergeMatches(
  trx: Kysely<DB>,
  { keep, gone, turned = false, start }: Merge,
): Promise<void> {
  const sides = (prefix: string) =>
    turned
      ? sql`${sql.ref(`${prefix}.away_odds`)}, ${sql.ref(`${prefix}.draw_odds`)}, ${sql.ref(`${prefix}.home_odds`)}`
      : sql`${sql.ref(`${prefix}.home_odds`)}, ${sql.ref(`${prefix}.draw_odds`)}, ${sql.ref(`${prefix}.away_odds`)}`
  await sql`select id from matches where id in (${keep}, ${gone}) order by id for update`.execute(trx)
  await sql`update match_sources set match_id = ${keep}, turned = turned <> ${turned} where match_id = ${gone}`.execute(
    trx,
  )
  await sql`
    insert into odds as kept (match_id, bookmaker_id, home_odds, draw_odds, away_odds, status, last_updated, source)
    select ${keep}::uuid, o.bookmaker_id, ${sides('o')}, o.status, o.last_updated, o.source from odds o where o.match_id = ${gone}
    on conflict (match_id, bookmaker_id) do update set home_odds = excluded.home_odds, draw_odds = excluded.draw_odds,
      away_odds = excluded.away_odds, status = excluded.status, last_updated = excluded.last_updated, source = excluded.source
    where excluded.last_updated > kept.last_updated`.execute(trx)
  await sql`
    update odds_history h set match_id = ${keep}, (home_odds, draw_odds, away_odds) = (select ${sides('h')})
    where match_id = ${gone}`.execute(trx)
  await sql`
    update fixtures set match_id = ${keep} where match_id = ${gone}
      and not exists (select 1 from fixtures other where other.match_id = ${keep})`.execute(trx)
  await sql`update clicks set match_id = ${keep},
    outcome = case when not ${turned} then outcome when outcome = 'home' then 'away' when outcome = 'away' then 'home'
      else outcome end where match_id = ${gone}`.execute(trx)
  await moveReviews(trx, keep, gone)
  await sql`update old_slugs set target_id = ${keep} where target_id = ${gone}`.execute(trx)
  await sql`
    insert into old_slugs (entity, parent_id, slug, target_id)
    select 'match', m.league_id, m.slug, ${keep}::uuid from matches m
    where m.id = ${gone} and m.slug <> '' and not exists (
      select 1 from matches other where other.league_id = m.league_id and other.slug = m.slug and other.id <> m.id)
    union all select 'match', null, ${gone}, ${keep}::uuid
    on conflict (entity, parent_id, slug) do update set target_id = excluded.target_id`.execute(trx)
  const { rows } = await sql<{
    external_id: string | null
    featured: boolean
    is_popular: boolean
    affiliate_link: string | null
    status: string
    home_score: number | null
    away_score: number | null
  }>`
    delete from matches where id = ${gone}
    returning external_id, featured, is_popular, affiliate_link, status,
      ${sql.ref(turned ? 'away_score' : 'home_score')} as home_score,
      ${sql.ref(turned ? 'home_score' : 'away_score')} as away_score`.execute(trx)
  const [was] = rows
  if (!was) return
  const hasScore = was.home_score !== null && was.away_score !== null
  await sql`
    update matches m set
      external_id = coalesce(m.external_id, ${was.external_id}),
      featured = m.featured or ${was.featured}, is_popular = m.is_popular or ${was.is_popular},
      affiliate_link = coalesce(m.affiliate_link, ${was.affiliate_link}),
      start_time = coalesce(${start ?? null}::timestamptz, m.start_time),
      status = case when ${hasScore} and m.home_score is null then ${was.status} else m.status end,
      home_score = coalesce(m.home_score, ${was.home_score}::smallint),
      away_score = coalesce(m.away_score, ${was.away_score}::smallint)
    where m.id = ${keep}`.execute(trx)
  await sql`select refresh_headlines(array[${keep}]::uuid[])`.execute(trx)
}

/** Moves open and decided reviews of the merged match to the match that stays. */
async function moveReviews(trx: Kysely<DB>, keep: string, gone: string): Promise<void> {
  await sql`
    insert into match_reviews (match_id, candidate_id, reason, turned, status, decided_by, decided_at, created_at)
    select case when match_id = ${gone} then ${keep}::uuid else match_id end,
      case when candidate_id = ${gone} then ${keep}::uuid else candidate_id end,
      reason, turned, status, decided_by, decided_at, created_at
    from match_reviews
    where (match_id = ${gone} or candidate_id = ${gone}) and match_id <> ${keep} and candidate_id <> ${keep}
    on conflict do nothing`.execute(trx)
}
