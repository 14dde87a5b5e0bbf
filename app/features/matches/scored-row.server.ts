import { sql } from 'kysely'
import { codesOf } from './fixture-codes.ts'

/** Whether a match of `matches m` with `fixtures f` is over by its status or its fixture. */
export const isOverByStatus = sql<boolean>`(m.status = 'finished' or f.status_short = any (${codesOf('played')}::text[]))`

/** As `scoreOf`: of a match that another source has finished, the goals at which its fixture stopped do not count. */
const hasGoals = sql`(f.goals_home is not null and f.goals_away is not null
  and (m.status <> 'finished' or coalesce(f.status_short = any (${codesOf('played')}::text[]), false)))`

/** Whether `scoreColumns` has a score. */
export const hasScore = sql<boolean>`(${hasGoals} or m.home_score is not null and m.away_score is not null)`

/** `home` and `away` of `matches m` with `fixtures f`: the goals of the fixture, else the score of the match. */
export const scoreColumns = sql`
  case when ${hasGoals} then f.goals_home else m.home_score end as home,
  case when ${hasGoals} then f.goals_away else m.away_score end as away`

/** The scores and the sport of a `ScoredRow`, of the same tables. */
export const scoredColumns = sql`${scoreColumns}, m.score_code,
  (select p.slug from sports p where p.id = m.sport_id) as sport_slug,
  f.score_fulltime_home as full_home, f.score_fulltime_away as full_away,
  f.score_halftime_home as half_home, f.score_halftime_away as half_away,
  f.score_penalty_home as penalties_home, f.score_penalty_away as penalties_away`
