import { isScoredInOtherUnit, isWonOtherwise } from '#app/features/odds/markets.ts'
import { canBeLevel, hasOvertime, isDecidedByGoal } from '#app/features/odds/overtime.ts'
import type { EventResult } from '#app/features/odds/settle.ts'
import { codeOf, isPhase } from './fixture-codes.ts'
import { isStopped, resultState, type ScoredMatch } from './match-state.ts'
import type { Fixture, MatchStatus, PartialScore, Score } from './schema.ts'

/** Fixture codes of a match whose final score is not that of regular time. Some are not over: another source ended the match. */
const PROLONGED: ReadonlySet<string> = new Set(['AET', 'PEN', 'ET', 'BT', 'P'])
/** Fixture codes with which the score of regular time, or of the first half, does not change any more. */
const REGULAR_IS_OVER: ReadonlySet<string> = new Set(['FT', ...PROLONGED])
const HALF_IS_OVER: ReadonlySet<string> = new Set(['HT', '2H', ...REGULAR_IS_OVER])

/**
 * The scores by which markets are settled; null while the match is open. After extra time, the score of regular time is
 * known only from the fixture; so it is in a sport with overtime, unless the source says that there was none. Of a fixture that
 * stopped before the end, only the periods that were over are known. A level score of a sport that cannot end level is that of
 * regular time: that with overtime is not known. In ice hockey, one side has one goal more.
 */
export function resultOf(
  match: ScoredMatch & { sport: { slug: string } },
  fixture: Pick<Fixture, 'fullTime' | 'halfTime' | 'penalties'> | null,
  now: Date,
): EventResult | null {
  // Bets follow what was played, not what was decided afterwards.
  if (isPhase(match.liveStatus, 'awarded') && match.status !== 'finished') return null
  const state = resultState(match, now, match.result)
  if (state?.kind !== 'score') return null
  const final = { home: state.home, away: state.away }
  const live = match.liveStatus ?? null
  const known = (codes: ReadonlySet<string>, score: PartialScore | undefined) =>
    live === null || codes.has(live) ? wholeScore(score) : null
  const hasOwn = match.homeScore !== null && match.awayScore !== null && !isStopped(match, now)
  const told = (hasOwn ? match.scoreCode : match.result?.code) ?? live ?? ''
  const code = isPhase(live, 'played') ? (live ?? '') : told
  const isRegular = code === 'FT' || !(PROLONGED.has(code) || hasOvertime(match.sport.slug))
  const isPenalties = code === 'PEN' || code === 'P'
  const isUndecided =
    !isPenalties && final.home === final.away && !canBeLevel(match.sport.slug, 'with_overtime')
  const penalties = live === 'PEN' ? fixture?.penalties : null
  return {
    final: isUndecided && !isDecidedByGoal(match.sport.slug) ? null : final,
    fullTime:
      known(REGULAR_IS_OVER, fixture?.fullTime) ??
      (isRegular || (isUndecided && !PROLONGED.has(code)) ? final : null),
    halfTime: known(HALF_IS_OVER, fixture?.halfTime),
    ...((isPenalties || isUndecided) && { shootout: penalties ?? { home: null, away: null } }),
    ...(isScoredInOtherUnit(match.sport.slug) && { isOtherUnit: true }),
    ...(isWonOtherwise(match.sport.slug) && { hasNoLead: true }),
  }
}

/** A match and its fixture as one row of a query, with the scores of the fixture before those of the match. */
export interface ScoredRow {
  start_time: Date
  status: string
  status_short: string | null
  sport_slug: string
  home: number | null
  away: number | null
  score_code: string | null
  full_home: number | null
  full_away: number | null
  half_home: number | null
  half_away: number | null
  penalties_home: number | null
  penalties_away: number | null
}

/** `resultOf` for a row. */
export function resultOfRow(row: ScoredRow, now: Date): EventResult | null {
  return resultOf(
    {
      startTime: row.start_time,
      status: row.status as MatchStatus,
      liveStatus: codeOf(row),
      sport: { slug: row.sport_slug },
      homeScore: row.home,
      awayScore: row.away,
      scoreCode: row.score_code,
    },
    {
      fullTime: { home: row.full_home, away: row.full_away },
      halfTime: { home: row.half_home, away: row.half_away },
      penalties: { home: row.penalties_home, away: row.penalties_away },
    },
    now,
  )
}

function wholeScore(score: PartialScore | undefined): Score | null {
  const { home = null, away = null } = score ?? {}
  return home === null || away === null ? null : { home, away }
}
