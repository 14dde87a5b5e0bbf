import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { Rollback, saveTogether } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, Conflict, FieldProblem, SaveOutcome } from '#app/platform/edit/schema.ts'
import { sameValue } from '#app/platform/edit/values.ts'
import type { Services } from '#app/platform/services.ts'
import { headlineMarket, outcomesOf, TYPED, type TypedQuote } from '../odds/typed-prices.ts'
import { saveTyped } from './editor-commands.server.ts'
import { ODDS_COLUMNS, type OddsColumn } from './editor-schema.ts'

type Reader = Pick<Services, 'database'>

/** The characters of an id of a price row that are those of its match. */
const OF_MATCH = 14

/**
 * A row for each match that has not begun and each active bookmaker, with the prices of the headline market. Its id begins as the match's
 * and goes on with a digest of both ids, in the form of a random one.
 * @param ids only the rows of matches whose ids begin as one of these
 */
export const priceRows = (ids?: readonly string[]): RawBuilder<unknown> => sql`(
  select (left(m.id::text, ${sql.lit(OF_MATCH)}) || '8' || substr(h, 1, 3) || '-8' || substr(h, 4, 3) || '-' || substr(h, 7, 12))::uuid as id,
    m.id as match_id, m.league_id, m.sport_id, m.home_team, m.away_team, m.search_text, m.start_time, b.id as bookmaker_id,
    b.name as bookmaker, b.menu_position, o.home_odds, o.draw_odds, o.away_odds,
    case when o.source = ${TYPED} then o.last_updated end as typed_at
  from matches m cross join bookmakers b cross join md5(m.id::text || b.id::text) h
  left join odds o on o.match_id = m.id and o.bookmaker_id = b.id
  where m.status = 'scheduled' and m.start_time > now() and b.is_active and b.merged_into is null ${ids ? sql`and ${isOfMatches(ids)}` : sql``}
)`

/** Reads the ids of all matches once: much less than all pairs of a match and a bookmaker. */
function isOfMatches(ids: readonly string[]): RawBuilder<SqlBool> {
  const begins = [...new Set(ids.map((id) => id.slice(0, OF_MATCH).toLowerCase()))]
  return sql`m.id = any (array(
    select id from matches where left(id::text, ${sql.lit(OF_MATCH)}) in (select unnest(${begins}::text[]))))`
}

interface PriceRow extends Record<OddsColumn, number | null> {
  id: string
  match_id: string
  bookmaker_id: string
  typed_at: Date | null
  sport: string
  with_draw: boolean | null
  label: string
}

async function readRows(db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, PriceRow>> {
  const { rows } = await sql<PriceRow>`
    select r.id, r.match_id, r.bookmaker_id, r.home_odds, r.draw_odds, r.away_odds, r.typed_at, s.name as sport, e.with_draw,
      r.home_team || ' – ' || r.away_team || ', ' || r.bookmaker as label
    from ${priceRows(ids)} r
    join sports s on s.id = r.sport_id
    left join event_prices e on e.event = r.match_id
    where r.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a save of these changes would refuse: a price of the draw where the match has none. */
export async function findPriceProblems(
  { database }: Reader,
  update: Changes['update'],
): Promise<FieldProblem[]> {
  const rows = await readRows(
    database.kysely,
    update.map(({ id }) => id),
  )
  return problemsOf(rows, update)
}

function problemsOf(rows: ReadonlyMap<string, PriceRow>, update: Changes['update']): FieldProblem[] {
  return update.flatMap(({ id, after }) => {
    const row = rows.get(id)
    const hasDraw = !row || outcomesOf(headlineMarket(row.sport, row.with_draw)).includes('draw')
    return hasDraw || (after.draw_odds ?? null) === null
      ? []
      : [{ id, column: 'draw_odds', problem: 'matches.problem-prices-draw' }]
  })
}

/** Stores changed rows as prices that an operator typed. A price that a feed has changed since is no conflict. */
export function savePriceRows({ database }: Reader, { update }: Changes, actor: Actor): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (tx) => {
    const ids = update.map(({ id }) => id)
    const matches = [...(await readRows(tx, ids)).values()].map(({ match_id }) => match_id)
    await sql`select 1 from matches where id = any (${matches}::uuid[]) order by id for update`.execute(tx)
    const rows = await readRows(tx, ids)
    const problems = problemsOf(rows, update)
    if (problems.length > 0) throw new Rollback({ kind: 'invalid', problems })
    const conflicts = update.flatMap((change) => conflictsOf(change, rows.get(change.id)))
    if (conflicts.length > 0) throw new Rollback({ kind: 'conflict', conflicts })
    const typed = new Map<string, TypedQuote[]>()
    for (const { id, after } of update) {
      const row = rows.get(id)
      if (!row) continue
      const market = headlineMarket(row.sport, row.with_draw)
      const prices = outcomesOf(market).map((outcome) => {
        const column = `${outcome}_odds` as OddsColumn
        return (column in after ? after[column] : row[column]) as number | null
      })
      const quote = { bookmaker: row.bookmaker_id, market, prices, seen: row.typed_at?.toISOString() ?? null }
      typed.set(row.match_id, [...(typed.get(row.match_id) ?? []), quote])
    }
    await saveTyped(tx, typed, actor)
    return { kind: 'saved', count: update.length }
  })
}

function conflictsOf(
  { id, before, after }: Changes['update'][number],
  row: PriceRow | undefined,
): Conflict[] {
  return ODDS_COLUMNS.flatMap((column) => {
    const mine = after[column]
    if (mine === undefined) return []
    if (!row) return { id, label: '', column, mine }
    const theirs = row[column]
    if (row.typed_at === null || sameValue(theirs, before[column]) || sameValue(theirs, mine)) return []
    return { id, label: row.label, column, mine, theirs }
  })
}
