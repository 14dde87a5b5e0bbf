import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit, saveTogether } from '#app/platform/edit/save-list.server.ts'
import type { Changes, Conflict, FieldProblem, SaveOutcome } from '#app/platform/edit/schema.ts'
import { sameValue } from '#app/platform/edit/values.ts'
import type { Services } from '#app/platform/services.ts'
import { learn, undo } from './aliases.server.ts'
import {
  type Administrator,
  mappedTo,
  NOT_MAPPED,
  type State,
  stateSchema,
  writeStates,
} from './commands.server.ts'
import { type MappingChange, readChange } from './mapping-change.ts'
import type { MatchTeam } from './rules.ts'
import { nameOfPlace } from './schema.ts'
import { findTeams, type SportsdbTeam } from './teams.server.ts'

type Target = Pick<Services, 'database'>
type Update = Changes['update']

/** What a save of these changes would refuse: cells that contradict each other, and teams that nobody has imported. */
export async function findMappingProblems({ database }: Target, update: Update): Promise<FieldProblem[]> {
  return problemsOf(update, await readTeams(database.kysely, update))
}

/**
 * Stores changes of many rows: a team maps its row, the status `rejected` refuses its candidates, and any other status ends the decisions
 * about it. Each is a decision that can be undone, or ends them.
 */
export function saveMappings(
  { database }: Target,
  { update }: Changes,
  by: Administrator,
): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (trx) => {
    const teams = await readTeams(trx, update)
    const problems = problemsOf(update, teams)
    if (problems.length > 0) return { kind: 'invalid', problems }
    const rows = await lockRows(trx, update)
    const conflicts = update.flatMap((change) => conflictsOf(change, rows.get(change.id)))
    if (conflicts.length > 0) return { kind: 'conflict', conflicts }
    const ends = update.flatMap(({ id, after }) => {
      const row = rows.get(id)
      const end = readChange(after as MappingChange)
      if (!row || 'problem' in end) return []
      const isSame = end.status === row.state.status && end.team === row.state.sportsdb_team_id
      return isSame
        ? []
        : [{ id, row, status: end.status, team: end.team === null ? undefined : teams.get(end.team) }]
    })
    const [decided, open] = [
      ends.filter(({ status }) => status === 'mapped' || status === 'rejected'),
      ends.filter(({ status }) => status === 'unmapped' || status === 'review'),
    ]
    await storeDecisions(trx, decided, by.id)
    await undo(trx, await readDecisions(trx, open), by.id)
    const states = ends.map(({ id, row, status, team }) => {
      const state: State = team ? mappedTo(row.match, team) : { ...NOT_MAPPED, status }
      const isDecided = status === 'mapped' || status === 'rejected'
      return { id, ...state, decided_by: isDecided ? by.id : null }
    })
    await writeStates(trx, states)
    await recordAudit(
      trx,
      by,
      ends.map(({ id, row, status, team }) => ({
        ...{ entity: 'team_mappings', entityId: id, label: row.label, action: 'update' },
        before: auditedOf(row.state.status, row.state.sportsdb_team_id, row.team),
        after: auditedOf(status, team?.id ?? null, team?.name ?? null),
      })),
    )
    return { kind: 'saved', count: update.length }
  })
}

const auditedOf = (status: string, sportsdb_team_id: number | null, sportsdb_team_name: string | null) => ({
  status,
  sportsdb_team_name,
  sportsdb_team_id,
})

/** The teams that the changes name. */
async function readTeams(db: Kysely<DB>, update: Update): Promise<Map<number, SportsdbTeam>> {
  const ids = update.flatMap(({ after }) =>
    typeof after.sportsdb_team_id === 'number' ? after.sportsdb_team_id : [],
  )
  const teams = await findTeams(db, [...new Set(ids)])
  return new Map(teams.map((team) => [team.id, team]))
}

function problemsOf(update: Update, teams: ReadonlyMap<number, SportsdbTeam>): FieldProblem[] {
  return update.flatMap(({ id, after }) => {
    const end = readChange(after as MappingChange)
    if ('problem' in end) return { id, column: 'status', problem: end.problem }
    const isUnknown = end.team !== null && !teams.has(end.team)
    return isUnknown ? { id, column: 'sportsdb_team_id', problem: 'dataMapping.problem-team' } : []
  })
}

interface Row {
  label: string
  match: MatchTeam
  /** The name of its team. */
  team: string | null
  state: State
}

/** Always in one order, so that two saves wait for each other instead of a deadlock. */
async function lockRows(trx: Kysely<DB>, update: Update): Promise<Map<string, Row>> {
  const { rows } = await sql<State & MatchTeam & { id: string; team: string | null; place: string }>`
    select id, matches_team_name as name, matches_sport_name as sport, matches_country_name as country,
      matches_league_name as place, sportsdb_team_name as team, status, sportsdb_team_id, sportsdb_league_name as league,
      confidence_level, score, decided_by
    from team_mappings where id = any(${update.map(({ id }) => id)}::uuid[]) order by id for update`.execute(
    trx,
  )
  return new Map(
    rows.map(({ id, name, sport, country, place, team, ...state }) => [
      id,
      {
        label: `${name} (${nameOfPlace([sport, country, place])})`,
        match: { name, sport, country, league: place },
        team,
        state: stateSchema.parse(state),
      },
    ]),
  )
}

function conflictsOf({ id, before, after }: Update[number], row: Row | undefined): Conflict[] {
  return Object.entries(after).flatMap(([column, mine]) => {
    if (!row) return { id, label: '', column, mine }
    const theirs = row.state[column as 'status' | 'sportsdb_team_id'] ?? null
    const isKnown = sameValue(theirs, before[column]) || sameValue(theirs, mine)
    return isKnown ? [] : { id, label: row.label, column, mine, theirs }
  })
}

async function storeDecisions(
  trx: Kysely<DB>,
  decided: readonly { id: string; row: Row; team: SportsdbTeam | undefined }[],
  by: string,
): Promise<void> {
  const stored = decided.map(({ id, row, team }) => ({
    mapping_id: id,
    action: team ? 'pick' : 'reject',
    sportsdb_team_id: team?.id ?? null,
    before: row.state,
  }))
  const { rows: decisions } = await sql<{ id: number; mapping_id: string; refused: number[] }>`
    with stored as (
      insert into team_mapping_decisions (mapping_id, action, sportsdb_team_id, before, administrator_id)
      select mapping_id, action, sportsdb_team_id, before, ${by}
      from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
        as r (mapping_id uuid, action text, sportsdb_team_id integer, before jsonb)
      returning id, mapping_id
    )
    select id, mapping_id, array(
      select c.sportsdb_team_id from team_mapping_candidates c where c.mapping_id = stored.mapping_id) as refused
    from stored`.execute(trx)
  const idOf = new Map(decisions.map((decision) => [decision.mapping_id, decision]))
  await learn(
    trx,
    decided.flatMap(({ id, row, team }) => {
      const decision = idOf.get(id)
      if (!decision) return []
      const { sportsdb_team_id: former } = row.state
      const refused = new Set(former === null ? decision.refused : [...decision.refused, former])
      const lessons = team
        ? [{ teamId: team.id, isSame: true }]
        : [...refused].map((teamId) => ({ teamId, isSame: false }))
      return { decisionId: decision.id, ...row.match, lessons }
    }),
  )
}

/** The decisions about rows that are not undone. */
async function readDecisions(trx: Kysely<DB>, rows: readonly { id: string }[]): Promise<number[]> {
  const decisions = await trx
    .selectFrom('team_mapping_decisions')
    .select('id')
    .where('mapping_id', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
    .where('undone_at', 'is', null)
    .execute()
  return decisions.map(({ id }) => id)
}
