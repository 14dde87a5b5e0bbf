import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { sportKey } from '#app/features/catalogue/place-names.ts'
import { contestRules, inLeague, nameKey, pairKey } from '#app/features/names/contestants.ts'
import { splitLeagueSide } from '#app/features/names/sides.ts'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { removePricesOf } from '../odds/source-prices.server.ts'
import { namesText } from './commands.server.ts'
import { AGREEMENT_MS } from './pairing.ts'
import { addReviews } from './reviews.server.ts'
import { type DecisionOutcome, pairSchema } from './schema.ts'
import { refreshMatches, undoMerge } from './undo-merge.server.ts'

const namesSchema = z.array(z.tuple([z.string(), z.string()]))

/**
 * Ends a decision: merged matches are two again, pairs return to the queue, and names are what the rules say. Links that
 * feeds have made by these names are removed, and the next import finds or creates the match of each.
 */
export function undoDecision(
  { database }: Pick<Services, 'database'>,
  id: string,
  administrator: Actor & { id: string },
): Promise<DecisionOutcome> {
  return database.kysely.transaction().execute((trx) => endDecision(trx, id, administrator))
}

export async function endDecision(
  trx: Transaction<DB>,
  id: string,
  administrator: Actor & { id: string },
): Promise<DecisionOutcome> {
  const decision = await trx
    .selectFrom('review_decisions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!decision) return { kind: 'refused', problem: 'unknown' }
  const merges = await trx
    .selectFrom('match_merges')
    .select('id')
    .where('decision_id', '=', id)
    .orderBy('merged_at', 'desc')
    .orderBy('id')
    .execute()
  for (const merge of merges) {
    const { id: matchId, home_team, away_team, keep } = await undoMerge(trx, merge.id)
    await recordAudit(trx, administrator, [
      {
        entity: 'matches',
        entityId: matchId,
        label: `${home_team} - ${away_team}`,
        action: 'create',
        after: { home_team, away_team, parted_from: await labelOf(trx, keep) },
      },
    ])
  }
  const ended = await trx
    .deleteFrom('team_name_decisions')
    .where('decision_id', '=', id)
    .returning(['name_a', 'name_b', 'is_same'])
    .execute()
  const joined = ended.filter(({ is_same }) => is_same)
  if (joined.length > 0) await partNames(trx, decision, new Set(joined.map(keyOf)))
  // What the rules had joined was parted: its feeds keep the matches that they have made since, so a person joins them.
  if (decision.pair === null) await queueParted(trx, decision, new Set(ended.map(keyOf)))
  // The time of the decision stays: the rules do not answer what a person has answered.
  await trx
    .updateTable('match_reviews')
    .set({ status: 'open', decided_by: null, decision_id: null })
    .where('decision_id', '=', id)
    .execute()
  await trx.deleteFrom('review_decisions').where('id', '=', id).execute()
  const pair = pairSchema.nullable().parse(decision.pair)
  const names = namesText(namesSchema.parse(decision.names))
  await recordAudit(trx, administrator, [
    {
      entity: 'match_reviews',
      entityId: id,
      label: pair
        ? [pair.match, pair.candidate].map(({ home, away }) => `${home} - ${away}`).join(' / ')
        : names,
      action: 'update',
      before: { status: decision.answer, ...(names !== '' && { same_names: names }) },
      after: { status: 'open', ...(names !== '' && { same_names: null }) },
    },
  ])
  return { kind: 'decided', answer: 'undo' }
}

/** Puts matches to come into the queue that differ by such names only. */
async function queueParted(
  trx: Kysely<DB>,
  { sport_id, country_id }: { sport_id: string; country_id: string },
  keys: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await sql<{ id: string; home: string; away: string; start: Date }>`
    select id, home_team as home, away_team as away, start_time as start from matches
    where sport_id = ${sport_id} and country_id = ${country_id} and status in ('scheduled', 'live')
    order by created_at, id`.execute(trx)
  const named = new Set([...keys].flatMap((key) => key.split('\n')))
  const teams = rows.filter(({ home, away }) => named.has(nameKey(home)) || named.has(nameKey(away)))
  const isSame = (a: string, b: string) => nameKey(a) === nameKey(b) || keys.has(pairKey(a, b))
  const reviews = teams.flatMap((match, at) =>
    teams.slice(0, at).flatMap((other) => {
      if (Math.abs(match.start.getTime() - other.start.getTime()) > AGREEMENT_MS) return []
      const isTurned = isSame(match.home, other.away) && isSame(match.away, other.home)
      if (!isTurned && !(isSame(match.home, other.home) && isSame(match.away, other.away))) return []
      const reason = isTurned ? ('sides' as const) : ('names' as const)
      return [{ match_id: match.id, candidate_id: other.id, reason, turned: isTurned }]
    }),
  )
  await addReviews(trx, reviews)
}

const keyOf = ({ name_a, name_b }: { name_a: string; name_b: string }) => `${name_a}\n${name_b}`

async function labelOf(trx: Kysely<DB>, match: string): Promise<string> {
  const { home_team, away_team } = await trx
    .selectFrom('matches')
    .select(['home_team', 'away_team'])
    .where('id', '=', match)
    .executeTakeFirstOrThrow()
  return `${home_team} - ${away_team}`
}

/**
 * Removes the links that feeds have by these names to matches of the other name, with the prices that came by them.
 * @returns the number of links
 */
export async function partNames(
  trx: Kysely<DB>,
  { sport_id, country_id, decided_at }: { sport_id: string; country_id: string; decided_at: Date },
  keys: ReadonlySet<string>,
): Promise<number> {
  const links = await findLinks(trx, { sport_id, country_id }, keys)
  for (const { source, external_id, match } of links) {
    await sql`delete from match_sources where source = ${source} and external_id = ${external_id}`.execute(
      trx,
    )
    await sql`
      update matches set external_id = null where id = ${match} and external_id = ${external_id}`.execute(trx)
    await removePricesOf(trx, match, [source])
    await sql`delete from value_prices where event = ${match} and listed_at >= ${decided_at}`.execute(trx)
  }
  if (links.length > 0) await refreshMatches(trx, [...new Set(links.map(({ match }) => match))])
  return links.length
}

/** The links that feeds have by these names to matches of the other name. */
export async function findLinks(
  db: Kysely<DB>,
  { sport_id, country_id }: { sport_id: string; country_id: string },
  keys: ReadonlySet<string>,
) {
  const { rows } = await sql<{
    source: string
    external_id: string
    match: string
    told: string
    stored: string
    sport: string
    league: string
  }>`
    select s.source, s.external_id, m.id as match, n.told, n.stored, p.name as sport, l.name as league
    from matches m join match_sources s on s.match_id = m.id join sports p on p.id = m.sport_id join leagues l on l.id = m.league_id
      cross join lateral (values
        (s.home_team, case when s.turned then m.away_team else m.home_team end),
        (s.away_team, case when s.turned then m.home_team else m.away_team end)) as n (told, stored)
    where m.sport_id = ${sport_id} and m.country_id = ${country_id} and n.told <> n.stored`.execute(db)
  return rows.filter(({ told, stored, sport, league }) => {
    const rules = contestRules(sportKey(sport), splitLeagueSide(league))
    const isOfKeys = keys.has(pairKey(told, stored)) || keys.has(pairKey(...inLeague(told, stored, rules)))
    return nameKey(told) !== '' && isOfKeys
  })
}
