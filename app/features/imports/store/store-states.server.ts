import { sql, type Transaction } from 'kysely'
import type { FixtureState } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'

/**
 * Writes the live states of matches. The description of a fixture (round, venue, referee, logos) stays where the source
 * omits it; an unchanged row is not written.
 * @returns the matches whose fixture is new or changed
 */
export async function storeStates(
  trx: Transaction<DB>,
  rows: readonly { matchId: string; state: FixtureState }[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const records = new Map(rows.map(({ matchId, state }) => [matchId, toRow(matchId, state)]))
  const { rows: written } = await sql<{ match_id: string }>`
    insert into fixtures as f (match_id, status_short, status_long, status_elapsed, league_round, home_team_logo,
      away_team_logo, goals_home, goals_away, score_halftime_home, score_halftime_away, score_fulltime_home,
      score_fulltime_away, score_extratime_home, score_extratime_away, score_penalty_home, score_penalty_away,
      venue_name, venue_city, referee)
    select match_id, status_short, status_long, status_elapsed, coalesce(r.league_round, o.league_round),
      coalesce(r.home_team_logo, o.home_team_logo), coalesce(r.away_team_logo, o.away_team_logo), r.goals_home,
      r.goals_away, r.score_halftime_home, r.score_halftime_away, r.score_fulltime_home, r.score_fulltime_away,
      r.score_extratime_home, r.score_extratime_away, r.score_penalty_home, r.score_penalty_away,
      coalesce(r.venue_name, o.venue_name), coalesce(r.venue_city, o.venue_city), coalesce(r.referee, o.referee)
    from json_populate_recordset(null::fixtures, ${JSON.stringify([...records.values()])}::json) r
    left join lateral (
      select league_round, home_team_logo, away_team_logo, venue_name, venue_city, referee
      from fixtures known where known.match_id = r.match_id
    ) o on true
    on conflict (match_id) do update set status_short = excluded.status_short, status_long = excluded.status_long,
      status_elapsed = excluded.status_elapsed, league_round = excluded.league_round,
      home_team_logo = excluded.home_team_logo, away_team_logo = excluded.away_team_logo,
      goals_home = excluded.goals_home, goals_away = excluded.goals_away,
      score_halftime_home = excluded.score_halftime_home, score_halftime_away = excluded.score_halftime_away,
      score_fulltime_home = excluded.score_fulltime_home, score_fulltime_away = excluded.score_fulltime_away,
      score_extratime_home = excluded.score_extratime_home, score_extratime_away = excluded.score_extratime_away,
      score_penalty_home = excluded.score_penalty_home, score_penalty_away = excluded.score_penalty_away,
      venue_name = excluded.venue_name, venue_city = excluded.venue_city, referee = excluded.referee
    where (to_jsonb(f) - 'id' - 'updated_at') is distinct from (to_jsonb(excluded) - 'id' - 'updated_at')
    returning f.match_id`.execute(trx)
  return new Set(written.map(({ match_id }) => match_id))
}

function toRow(matchId: string, state: FixtureState) {
  return {
    match_id: matchId,
    status_short: state.status,
    status_long: state.statusText,
    status_elapsed: state.elapsed,
    league_round: state.round,
    home_team_logo: state.homeLogo,
    away_team_logo: state.awayLogo,
    goals_home: state.goals?.home ?? null,
    goals_away: state.goals?.away ?? null,
    score_halftime_home: state.halfTime?.home ?? null,
    score_halftime_away: state.halfTime?.away ?? null,
    score_fulltime_home: state.fullTime?.home ?? null,
    score_fulltime_away: state.fullTime?.away ?? null,
    score_extratime_home: state.extraTime?.home ?? null,
    score_extratime_away: state.extraTime?.away ?? null,
    score_penalty_home: state.penalties?.home ?? null,
    score_penalty_away: state.penalties?.away ?? null,
    venue_name: state.venue,
    venue_city: state.city,
    referee: state.referee,
  }
}
