import { type RawBuilder, sql } from 'kysely'
import { type Audience, permitsNoBookmaker } from '../audiences/permissions.ts'
import { TYPED } from './typed-prices.ts'

/**
 * The columns of the headline that an audience may see, for a query with the matches as `m`, their row of `event_prices`
 * as `p` and the headline of the audience's bookmakers as `h`. A match without a headline for
 * these bookmakers has no prices. Prices that an operator typed have no bookmaker; an audience without any
 * bookmaker does not see them either.
 */
export interface HeadlineExpressions {
  home: RawBuilder<number>
  draw: RawBuilder<number | null>
  away: RawBuilder<number>
  homeBookmaker: RawBuilder<string | null>
  drawBookmaker: RawBuilder<string | null>
  awayBookmaker: RawBuilder<string | null>
  bookmakerCount: RawBuilder<number>
  isTyped: RawBuilder<boolean>
  confirmedAt: RawBuilder<Date | null>
  withDraw: RawBuilder<boolean | null>
  /** At kick-off; null before it, and where nobody quoted by then. */
  closingHome: RawBuilder<number | null>
  closingDraw: RawBuilder<number | null>
  closingAway: RawBuilder<number | null>
}

const OF_ALL: HeadlineExpressions = {
  home: sql`m.home_odds`,
  draw: sql`m.draw_odds`,
  away: sql`m.away_odds`,
  homeBookmaker: sql`m.home_bookmaker_id`,
  drawBookmaker: sql`m.draw_bookmaker_id`,
  awayBookmaker: sql`m.away_bookmaker_id`,
  bookmakerCount: sql`m.bookmaker_count`,
  isTyped: sql`m.odds_locked`,
  confirmedAt: sql`p.confirmed_at`,
  withDraw: sql`p.with_draw`,
  closingHome: sql`p.closing_home`,
  closingDraw: sql`p.closing_draw`,
  closingAway: sql`p.closing_away`,
}

export function headlineFor({ priceSet, bookmakers }: Audience): HeadlineExpressions {
  if (priceSet === 0) return OF_ALL
  const typed = permitsNoBookmaker(bookmakers) ? sql`false` : sql`m.odds_locked`
  const either = <T>(own: RawBuilder<unknown>, ofSet: RawBuilder<unknown>): RawBuilder<T> =>
    sql`case when ${typed} then ${own} else ${ofSet} end`
  return {
    home: either(sql`m.home_odds`, sql`coalesce(h.home_odds, 1.01)`),
    draw: either(sql`m.draw_odds`, sql`h.draw_odds`),
    away: either(sql`m.away_odds`, sql`coalesce(h.away_odds, 1.01)`),
    homeBookmaker: either(sql`m.home_bookmaker_id`, sql`h.home_bookmaker_id`),
    drawBookmaker: either(sql`m.draw_bookmaker_id`, sql`h.draw_bookmaker_id`),
    awayBookmaker: either(sql`m.away_bookmaker_id`, sql`h.away_bookmaker_id`),
    bookmakerCount: either(sql`m.bookmaker_count`, sql`coalesce(h.bookmaker_count, 0)`),
    isTyped: sql`${typed}`,
    confirmedAt: sql`h.confirmed_at`,
    withDraw: sql`coalesce(h.with_draw, p.with_draw)`,
    closingHome: sql`h.closing_home`,
    closingDraw: sql`h.closing_draw`,
    closingAway: sql`h.closing_away`,
  }
}

/** Ids of the bookmakers whose prices of the headline an operator typed, for a query with the matches as `m`. */
export const typedBookmakers = sql<string[]>`array(
  select w.id from odds o join bookmaker_members w on w.member_id = o.bookmaker_id
  where o.match_id = m.id and o.source = ${TYPED})`

/** Whether an operator typed any of the best prices of a headline as the price of its bookmaker. */
export const hasTypedBest = ({ homeBookmaker, drawBookmaker, awayBookmaker }: HeadlineExpressions) =>
  sql<boolean>`array[${homeBookmaker}, ${drawBookmaker}, ${awayBookmaker}] && ${typedBookmakers}`

/** S of the best prices as they are stored, in hundredths. */
export const impliedSumOf = ({ home, draw, away }: HeadlineExpressions) =>
  sql<number>`(1 / ${home} + coalesce(1 / ${draw}, 0) + 1 / ${away})`
