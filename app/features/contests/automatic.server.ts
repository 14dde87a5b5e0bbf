import { type Kysely, sql, type Transaction } from 'kysely'
import { nameKey, pairKey } from '#app/features/names/contestants.ts'
import type { FindPlaces } from '#app/features/names/find-places.server.ts'
import { fold } from '#app/features/names/fold.ts'
import { hasWord, searchedWords } from '#app/features/names/search-terms.ts'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { changeLeagues } from './league-commands.server.ts'
import type { AutomaticLink, DecisionOutcome, PartRequest } from './schema.ts'
import { partNames } from './undo-decision.server.ts'
import { undoMerge } from './undo-merge.server.ts'

type Target = Pick<Services, 'database'>

/** Links on a page of their list, and the most that are read. */
const LINKS_A_PAGE = 30
const MOST_LINKS = 5_000

/**
 * A page of what the rules have joined and nobody has decided: names of leagues, and of matches that are not over, those that were put off
 * and the names that feeds use for their teams. With a text, those that have each of its words in their names or places.
 */
export async function listAutomatic(
  { database: { kysely } }: Target,
  { text, page, placesOf }: { text: string; page: number; placesOf: FindPlaces },
): Promise<{ links: AutomaticLink[]; total: number; pages: number }> {
  const words = searchedWords(text)?.map((word) => ({ word, ...placesOf(word) }))
  const links = [
    ...(await readPostponed(kysely)),
    ...(await readLeagueNames(kysely)),
    ...(await readTeamNames(kysely)),
  ]
  const found = links.filter(({ told, stored, pair, sportId, countryId }) => {
    const leagues = pair ? `${pair.match.league} ${pair.candidate.league}` : ''
    const names = fold(`${told} ${stored} ${leagues}`)
    return words?.every(
      ({ word, sports, countries }) =>
        hasWord(names, word) || sports.includes(sportId) || countries.includes(countryId),
    )
  })
  return {
    total: found.length,
    pages: Math.max(1, Math.ceil(found.length / LINKS_A_PAGE)),
    links: found.slice((page - 1) * LINKS_A_PAGE, page * LINKS_A_PAGE),
  }
}

/** @param id only this merge, locked */
async function readPostponed(db: Kysely<DB>, id?: string): Promise<AutomaticLink[]> {
  const matchOf = (row: 'gone' | 'kept') => {
    const of = (column: string) => sql`k.${sql.ref(row)} ->> ${sql.lit(column)}`
    return sql`jsonb_build_object('home', ${of('home_team')}, 'away', ${of('away_team')}, 'league', ${of('league_name')},
      'startTime', ${of('start_time')})`
  }
  const { rows } = await sql<AutomaticLink>`
    select 'postponed' as kind, k.id, k.gone ->> 'home_team' || ' – ' || (k.gone ->> 'away_team') as told,
      k.kept ->> 'home_team' || ' – ' || (k.kept ->> 'away_team') as stored, s.id as "sportId", s.name as sport,
      c.id as "countryId", c.name as country, 1 as matches,
      jsonb_build_object('match', ${matchOf('gone')}, 'candidate', ${matchOf('kept')}) as pair,
      array(select distinct l.source from jsonb_to_recordset(k.moved -> 'links') as l (source text) order by 1) as sources
    from match_merges k join matches m on m.id = k.keep_id join sports s on s.id = m.sport_id
      join countries c on c.id = m.country_id
    where k.decision_id is null and m.status in ('scheduled', 'live') ${id ? sql`and k.id = ${id}` : sql``}
    order by k.merged_at desc, k.id limit ${MOST_LINKS} ${id ? sql`for update of k` : sql``}`.execute(db)
  return rows
}

async function readLeagueNames(db: Kysely<DB>): Promise<AutomaticLink[]> {
  const { rows } = await sql<AutomaticLink>`
    select 'league' as kind, a.id, null as pair, a.alias as told, l.name as stored, s.id as "sportId", s.name as sport, c.id as "countryId",
      c.name as country,
      (select count(*)::int from matches m where m.league_id = l.id and m.status in ('scheduled', 'live')) as matches,
      array(select distinct t.source from matches m join match_sources t on t.match_id = m.id
        where m.league_id = l.id and t.league_name = a.alias order by 1) as sources
    from league_aliases a join leagues l on l.id = a.league_id join countries c on c.id = a.country_id
    join sports s on s.id = c.sport_id
    where a.is_same and a.decided_by is null order by a.created_at desc, a.id limit ${MOST_LINKS}`.execute(db)
  return rows
}

async function readTeamNames(db: Kysely<DB>): Promise<AutomaticLink[]> {
  const { rows } = await sql<AutomaticLink>`
    select 'names' as kind, null as id, null as pair, n.told, n.stored, s.id as "sportId", s.name as sport, c.id as "countryId",
      c.name as country, count(distinct m.id)::int as matches, array_agg(distinct t.source order by t.source) as sources
    from matches m join match_sources t on t.match_id = m.id join sports s on s.id = m.sport_id
      join countries c on c.id = m.country_id
      cross join lateral (values
        (t.home_team, case when t.turned then m.away_team else m.home_team end),
        (t.away_team, case when t.turned then m.home_team else m.away_team end)) as n (told, stored)
    where m.status in ('scheduled', 'live') and search_fold(n.told) <> search_fold(n.stored)
    group by s.id, c.id, n.told, n.stored
    order by min(m.start_time), n.told, n.stored limit ${MOST_LINKS}`.execute(db)
  const decided = await db
    .selectFrom('team_name_decisions')
    .select(['country_id', 'name_a', 'name_b'])
    .where('is_same', '=', true)
    .execute()
  const known = new Set(decided.map((it) => `${it.country_id}\n${it.name_a}\n${it.name_b}`))
  return rows.filter(
    ({ told, stored, countryId }) =>
      nameKey(told) !== nameKey(stored) && !known.has(`${countryId}\n${pairKey(told, stored)}`),
  )
}

/**
 * Parts what the rules have joined, and stores that it is not the same, so that they do not join it again: a league's
 * name becomes a league; names of teams, and matches that are two again, become a decision that can be undone.
 */
export async function partAutomatic(
  services: Target,
  request: PartRequest,
  administrator: Actor & { id: string },
): Promise<DecisionOutcome> {
  if (request.part === 'league') {
    const { kind } = await changeLeagues(services, { intent: 'split', alias: request.id }, administrator)
    return kind === 'split'
      ? { kind: 'decided', answer: 'different' }
      : { kind: 'refused', problem: 'unknown' }
  }
  return services.database.kysely
    .transaction()
    .execute((trx) =>
      request.part === 'names'
        ? partTeamNames(trx, request, administrator)
        : partPostponed(trx, request.id, administrator),
    )
}

async function partPostponed(
  trx: Transaction<DB>,
  id: string,
  administrator: Actor & { id: string },
): Promise<DecisionOutcome> {
  const link = (await readPostponed(trx, id))[0]
  if (!link) return { kind: 'refused', problem: 'unknown' }
  const gone = await undoMerge(trx, id)
  const by = { decided_by: administrator.id }
  const decision = await storeParting(
    trx,
    [],
    { sport_id: link.sportId, country_id: link.countryId, ...by },
    link.pair,
  )
  await trx
    .updateTable('match_reviews')
    .set({ ...by, status: 'different', decided_at: sql`now()`, decision_id: decision })
    .where('match_id', 'in', [gone.id, gone.keep])
    .where('candidate_id', 'in', [gone.id, gone.keep])
    .execute()
  await recordAudit(trx, administrator, [
    {
      ...{ entity: 'matches', entityId: gone.id, label: `${gone.home_team} - ${gone.away_team}` },
      action: 'create',
      after: { home_team: gone.home_team, away_team: gone.away_team, parted_from: link.stored },
    },
  ])
  return { kind: 'decided', answer: 'different' }
}

async function partTeamNames(
  trx: Kysely<DB>,
  { countryId, told, stored }: Extract<PartRequest, { part: 'names' }>,
  administrator: Actor & { id: string },
): Promise<DecisionOutcome> {
  const country = await trx
    .selectFrom('countries')
    .select(['id', 'sport_id'])
    .where('id', '=', countryId)
    .executeTakeFirst()
  const [name_a = '', name_b = ''] = [nameKey(told), nameKey(stored)].sort()
  if (!country || name_a === '' || name_a === name_b) return { kind: 'refused', problem: 'unknown' }
  const place = { sport_id: country.sport_id, country_id: country.id }
  const by = { decided_by: administrator.id }
  const known = await trx
    .selectFrom('team_name_decisions')
    .select(['is_same', 'decision_id'])
    .where('country_id', '=', country.id)
    .where('name_a', '=', name_a)
    .where('name_b', '=', name_b)
    .executeTakeFirst()
  // Somebody has decided about them since.
  if (known?.is_same) return { kind: 'refused', problem: 'unknown' }
  // Links that are older than a decision stay until they are parted.
  const parted = await partNames(trx, { ...place, decided_at: new Date(0) }, new Set([pairKey(told, stored)]))
  if (known && parted === 0) return { kind: 'refused', problem: 'unknown' }
  const id = known?.decision_id ?? (await storeParting(trx, [[told, stored]], { ...place, ...by }))
  if (!known?.decision_id)
    await trx
      .insertInto('team_name_decisions')
      .values({ ...place, ...by, name_a, name_b, is_same: false, decision_id: id })
      .onConflict((conflict) =>
        conflict.columns(['country_id', 'name_a', 'name_b']).doUpdateSet({ decision_id: id }),
      )
      .execute()
  await recordAudit(trx, administrator, [
    {
      entity: 'match_reviews',
      entityId: id,
      label: `${told} / ${stored}`,
      action: 'update',
      before: { status: 'same' },
      after: { status: 'different' },
    },
  ])
  return { kind: 'decided', answer: 'different' }
}

async function storeParting(
  trx: Kysely<DB>,
  names: [string, string][],
  by: { sport_id: string; country_id: string; decided_by: string },
  pair: AutomaticLink['pair'] = null,
): Promise<string> {
  const { id } = await trx
    .insertInto('review_decisions')
    .values({ ...by, answer: 'different', names: JSON.stringify(names), pair: pair && JSON.stringify(pair) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
