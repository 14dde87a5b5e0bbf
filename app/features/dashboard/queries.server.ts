/** The panels of the dashboard. Each is read separately, so a failure of one does not affect the others. */
import { sql } from 'kysely'
import { MEDIA_CLEANUP } from '#app/features/media/jobs.server.ts'
import { readRunError, type ShownRun } from '#app/features/runs/run-queries.server.ts'
import type { Services } from '#app/platform/services.ts'
import { dayOf, endOfDay } from '#app/platform/time.ts'
import { REMOVAL } from '../removal/remove-old-data.server.ts'
import { KIND_OF_RUN } from '../team-mapping/schema.ts'
import { listGridLanguages, listNamespaces, reportGaps } from '../translations/editor-queries.server.ts'
import { countGaps } from '../translations/rules.ts'

type Reader = Pick<Services, 'database'>

export interface LeagueSummary {
  id: string
  sport: string
  leagues: number
  active: number
  /** Matches that have not started. */
  upcoming: number
}

/** The leagues of each sport, in menu order. */
export async function summariseLeagues({ database }: Reader): Promise<LeagueSummary[]> {
  const { rows } = await sql<LeagueSummary>`
    select s.id, coalesce(nullif(s.display_name, ''), s.name) as sport, count(l.id) as leagues,
      count(l.id) filter (where l.is_active) as active,
      (select count(*) from matches m
        where m.sport_id = s.id and m.status in ('scheduled', 'live') and m.start_time > now()) as upcoming
    from sports s left join leagues l on l.sport_id = s.id
    group by s.id order by s.menu_position, s.name`.execute(database.kysely)
  return rows
}

/** The most matches that a panel lists; it counts all of them. */
const FEW = 5

export interface UnpricedMatches {
  count: number
  first: { id: string; home: string; away: string; league: string; start: string }[]
}

/** Today's visible matches that have not started and have no price that counts. */
export async function listUnpricedToday(
  { database }: Reader,
  zone: string,
  now = new Date(),
): Promise<UnpricedMatches> {
  const { rows } = await sql<{
    id: string
    home: string
    away: string
    league: string
    start: Date
    count: number
  }>`
    select m.id, m.home_team as home, m.away_team as away, coalesce(nullif(l.display_name, ''), l.name) as league,
      m.start_time as start, count(*) over () as count
    from matches m
    join leagues l on l.id = m.league_id and l.is_active
    join countries c on c.id = m.country_id and c.is_active
    join sports s on s.id = m.sport_id and s.is_active
    where m.status = 'scheduled' and m.start_time > ${now}
      and m.start_time < ${endOfDay(dayOf(now, zone), zone)} and m.bookmaker_count = 0 and not m.odds_locked
    order by m.start_time, m.id limit ${FEW}`.execute(database.kysely)
  return {
    count: rows[0]?.count ?? 0,
    first: rows.map(({ count: _, start, ...match }) => ({ ...match, start: start.toISOString() })),
  }
}

/** Kinds of runs that import nothing. */
const NO_FEEDS = [REMOVAL, MEDIA_CLEANUP, ...Object.values(KIND_OF_RUN)]
/** A run without progress for this long is considered interrupted. */
const INTERRUPTED_AFTER_MS = 60_000
const MAX_FEEDS = 6

export const RUN_STATES = [
  'queued',
  'running',
  'cancelling',
  'cancelled',
  'failed',
  'done',
  'stopped',
] as const

export interface FeedHealth {
  kind: string
  subject: string
  state: (typeof RUN_STATES)[number]
  at: string
  error: ShownRun['error']
  items: number
  rejected: number
}

/** The last run of each feed and of the sports database's tools, newest first, without removals. */
export async function listFeedHealth({ database }: Reader, now = new Date()): Promise<FeedHealth[]> {
  const { rows } = await sql<{
    kind: string
    subject: string
    status: FeedHealth['state']
    at: Date
    heartbeat_at: Date | null
    error: unknown
    items: number
    rejected: number
  }>`
    select * from (
      select distinct on (kind, subject) kind, subject, status, coalesce(finished_at, started_at, created_at) as at,
        heartbeat_at, error, coalesce(counts ->> 'items', counts ->> 'total', '0')::numeric as items,
        coalesce(counts ->> 'rejected', counts ->> 'failed', '0')::numeric as rejected
      from runs where kind <> all (${NO_FEEDS}::text[]) order by kind, subject, created_at desc, id desc) r
    order by at desc limit ${MAX_FEEDS}`.execute(database.kysely)
  return rows.map(({ status, at, heartbeat_at, error, ...run }) => {
    const silent =
      status === 'running' && now.getTime() - (heartbeat_at ?? at).getTime() > INTERRUPTED_AFTER_MS
    return { ...run, state: silent ? 'stopped' : status, at: at.toISOString(), error: readRunError(error) }
  })
}

export interface UnmappedTeams {
  count: number
  total: number
  first: { id: string; name: string; league: string }[]
}

/** Teams of matches that are not mapped to a team of the sports database. */
export async function listUnmappedTeams({ database }: Reader): Promise<UnmappedTeams> {
  const { rows: first } = await sql<UnmappedTeams['first'][number]>`
    select id, matches_team_name as name, matches_league_name as league from team_mappings
    where sportsdb_team_name is null order by matches_team_name, id limit ${FEW}`.execute(database.kysely)
  const { rows } = await sql<{ count: number; total: number }>`
    select count(*) filter (where sportsdb_team_name is null) as count, count(*) as total
    from team_mappings`.execute(database.kysely)
  return { ...(rows[0] ?? { count: 0, total: 0 }), first }
}

export interface MissingTranslations {
  code: string
  name: string
  /** Texts of public pages. */
  labels: number
  backOffice: number
  buttons: number
  promotions: number
  pages: number
  footer: number
}

/**
 * The missing texts of each active language: labels that are neither built in nor saved, and promotions, pages and
 * links that have a text in another language. The default language uses their own texts.
 */
export async function listMissingTranslations({ database }: Reader): Promise<MissingTranslations[]> {
  const { rows } = await sql<Omit<MissingTranslations, 'labels' | 'backOffice'> & { id: string }>`
    select l.id, l.code, l.native_name as name,
      (select count(*) from affiliate_buttons b where b.is_active and not l.is_default and not exists (
        select 1 from multilingual_affiliate_buttons t where t.affiliate_button_id = b.id and t.language_id = l.id)) as buttons,
      (select count(*) from promotions p where p.is_active and (p.end_date is null or p.end_date > now())
        and not l.is_default and not exists (
        select 1 from multilingual_promotions t where t.promotion_id = p.id and t.language_id = l.id)) as promotions,
      (select count(*) from pages p where p.is_published and not l.is_default and not exists (
        select 1 from multilingual_pages t where t.page_id = p.id and t.language_id = l.id and t.body <> '')) as pages,
      (select count(*) from footer_links f where f.is_active and not l.is_default and not exists (
        select 1 from multilingual_footer_links t where t.footer_link_id = f.id and t.language_id = l.id)) as footer
    from languages l where l.is_active order by l.is_default desc, l.name`.execute(database.kysely)
  const [namespaces, languages] = [await listNamespaces({ database }), await listGridLanguages({ database })]
  const gaps = await reportGaps({ database }, namespaces, languages)
  return rows.map(({ id, ...row }) => {
    const { missing } = gaps.find(({ languageId }) => languageId === id) ?? { missing: {} }
    return { ...row, ...countGaps(missing) }
  })
}
