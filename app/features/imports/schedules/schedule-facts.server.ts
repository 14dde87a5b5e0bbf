import { type Kysely, sql } from 'kysely'
import { codesOf } from '#app/features/matches/fixture-codes.ts'
import type { Chosen, ScheduleFacts, Source } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import { dayOf, HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { leftOfDay } from '../credits/credits.server.ts'

/** Nearly every match has ended by then. */
const OVER_AFTER_MS = 2 * HOUR_MS
/** Codes of fixtures that need no further requests. */
const SETTLED_CODES = [...codesOf('played', 'awarded', 'void'), 'PST']

/** For how many minutes a request that failed counts as one, by how many have failed since the last that did not. */
const PAUSES = [10, 20, 40, 80, 160]

/** The facts that a source's plan can depend on, read on demand. */
export function readFacts(
  db: Kysely<DB>,
  source: Source,
  {
    competitions,
    chosen = {},
    scheduleId = null,
    isByHand = false,
  }: {
    competitions: readonly string[]
    chosen?: Chosen
    scheduleId?: string | null
    /** Requests that failed are made again without a pause. */
    isByHand?: boolean
  },
): ScheduleFacts {
  const now = new Date()
  const isOfSource = sql`exists (select 1 from match_sources s where s.match_id = m.id and s.source = ${source.key})`
  return {
    now,
    competitions,
    chosen,
    async lastUnscored(days, league) {
      const { name = null, country = null } = league ?? {}
      const { rows } = await sql<{ start: Date }>`
        select m.start_time as start from matches m
        where m.start_time between ${now}::timestamptz - make_interval(days => ${days})
            and ${new Date(now.getTime() - OVER_AFTER_MS)}
          and m.home_score is null and m.status <> 'cancelled'
          and exists (
            select 1 from match_sources s
            left join countries c on c.id = m.country_id
            where s.match_id = m.id and s.source = ${source.key}
              and (${name}::text is null or s.league_name is null
                or s.league_name = ${name} and (${country}::text is null or c.code is null or c.code = ${country})))
        order by m.start_time desc limit 1`.execute(db)
      return rows[0]?.start ?? null
    },
    async hasOpenMatches(from, to) {
      const { rows } = await sql`
        select 1 from matches m left join fixtures f on f.match_id = m.id
        where m.start_time between ${from} and ${to} and m.status in ('scheduled', 'live')
          and not coalesce(f.status_short = any (${SETTLED_CODES}), false) and ${isOfSource}
        limit 1`.execute(db)
      return rows.length > 0
    },
    async lastAsked({ competitions: wanted, ...part }) {
      const { rows } = await sql<{ at: Date; failed: boolean }>`
        select created_at as at, status = any (${isByHand ? ['failed', 'cancelled'] : ['failed']}) as failed
        from runs
        where kind = ${source.key} and created_at > ${now}::timestamptz - interval '2 days'
          and params @> ${JSON.stringify(part)}::jsonb
          and (params ? 'prices') = ${part.prices === true}
          and (not params ? 'competitions'
            or params -> 'competitions' @> ${wanted ? JSON.stringify(wanted) : null}::jsonb)
        order by created_at desc limit ${PAUSES.length + 1}`.execute(db)
      const answered = rows.find(({ failed }) => !failed)
      const failures = answered ? rows.indexOf(answered) : rows.length
      const pause = (isByHand ? 0 : PAUSES[Math.min(failures, PAUSES.length) - 1]) ?? 0
      const [last] = rows
      const isPaused = last !== undefined && now.getTime() - last.at.getTime() < pause * MINUTE_MS
      return (isPaused ? last : answered)?.at ?? null
    },
    async quota() {
      const row = await db
        .selectFrom('import_schedules')
        .select(['quota_remaining', 'quota_limit', 'quota_at'])
        .where('source', '=', source.key)
        .executeTakeFirst()
      const told =
        row?.quota_at && row.quota_remaining !== null
          ? { remaining: row.quota_remaining, limit: row.quota_limit, at: row.quota_at }
          : null
      const own = await leftOfDay(db, { source: source.key, scheduleId }, now)
      // The day of a schedule's credits is today; the source's last report can be of an earlier day.
      if (own === null || (told && told.remaining <= own && dayOf(told.at, 'UTC') === dayOf(now, 'UTC')))
        return told
      return { remaining: own, limit: row?.quota_limit ?? null, at: now }
    },
  }
}
