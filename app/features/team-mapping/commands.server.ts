import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Values } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { learn, undo } from './aliases.server.ts'
import { badge, likestLeague } from './map-teams.server.ts'
import { confidenceOf, formulaScore, isDirect, type MatchTeam } from './rules.ts'
import { type DecisionOutcome, nameOfPlace } from './schema.ts'
import { findTeam, type SportsdbTeam } from './teams.server.ts'

type Target = Pick<Services, 'database'>

/** The author of a decision. */
export type Administrator = Actor & { id: string }

/** A row of the queue as the administrator's page showed it. */
export interface SeenMapping {
  id: string
  version: number
}

/** Maps the row to one of the candidates of the rules. */
export function acceptCandidate(
  { database }: Target,
  seen: SeenMapping,
  teamId: number,
  administrator: Administrator,
): Promise<DecisionOutcome> {
  return decide(database.kysely, seen, administrator, async (trx) => {
    const candidate = await trx
      .selectFrom('team_mapping_candidates')
      .select('sportsdb_team_id')
      .where('mapping_id', '=', seen.id)
      .where('sportsdb_team_id', '=', teamId)
      .executeTakeFirst()
    if (!candidate) return 'unknown-team'
    return takeTeam(trx, seen.id, teamId, { action: 'accept', administratorId: administrator.id })
  })
}

/** Maps the row to a team that the administrator has searched for; replaces an existing mapping, too. */
export function pickTeam(
  { database }: Target,
  seen: SeenMapping,
  teamId: number,
  administrator: Administrator,
): Promise<DecisionOutcome> {
  return decide(database.kysely, seen, administrator, (trx) =>
    takeTeam(trx, seen.id, teamId, { action: 'pick', administratorId: administrator.id }),
  )
}

/** Records that the team is none of the candidates, and not the one that it is mapped to. */
export function rejectCandidates(
  { database }: Target,
  seen: SeenMapping,
  administrator: Administrator,
): Promise<DecisionOutcome> {
  return decide(database.kysely, seen, administrator, async (trx) => {
    const mapping = await readMapping(trx, seen.id)
    const candidates = await trx
      .selectFrom('team_mapping_candidates')
      .select('sportsdb_team_id')
      .where('mapping_id', '=', seen.id)
      .execute()
    const refused = new Set(candidates.map((candidate) => candidate.sportsdb_team_id))
    if (mapping.before.sportsdb_team_id !== null) refused.add(mapping.before.sportsdb_team_id)
    const decisionId = await noteDecision(trx, seen.id, mapping.before, {
      action: 'reject',
      teamId: null,
      administratorId: administrator.id,
    })
    const lessons = [...refused].map((teamId) => ({ teamId, isSame: false }))
    await learn(trx, [{ decisionId, ...mapping.team, lessons }])
    await writeStates(trx, [{ id: seen.id, ...NOT_MAPPED, status: 'rejected', decided_by: administrator.id }])
    return 'done'
  })
}

/** Undoes the last decision: restores the row's previous state, and deletes the lesson of the decision. */
export function undoDecision(
  { database }: Target,
  seen: SeenMapping,
  administrator: Administrator,
): Promise<DecisionOutcome> {
  return decide(database.kysely, seen, administrator, async (trx) => {
    const decision = await trx
      .selectFrom('team_mapping_decisions')
      .select(['id', 'before'])
      .where('mapping_id', '=', seen.id)
      .where('undone_at', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (!decision) return 'nothing-to-undo'
    await undo(trx, [decision.id], administrator.id)
    const before = stateSchema.parse(decision.before)
    // A team that has been deleted from the sports database meanwhile cannot be restored.
    const isGone = before.sportsdb_team_id !== null && !(await findTeam(trx, before.sportsdb_team_id))
    const decided_by = isGone ? null : await findAdministrator(trx, before.decided_by)
    await writeStates(trx, [{ id: seen.id, ...(isGone ? NOT_MAPPED : before), decided_by }])
    return 'done'
  })
}

/** The author of the decision, or null where the account was deleted. */
async function findAdministrator(trx: Kysely<DB>, id: string | null): Promise<string | null> {
  if (id === null) return null
  const profile = await trx.selectFrom('profiles').select('id').where('id', '=', id).executeTakeFirst()
  return profile?.id ?? null
}

/** The columns of a row that a decision changes and that its undoing restores. */
export const stateSchema = z.object({
  status: z.enum(['unmapped', 'review', 'mapped', 'rejected']),
  sportsdb_team_id: z.number().int().nullable(),
  league: z.string().nullable(),
  confidence_level: z.enum(['direct', 'high', 'medium']).nullable(),
  score: z.coerce.number().nullable(),
  decided_by: z.uuid().nullable(),
})
export type State = z.output<typeof stateSchema>

export const NOT_MAPPED: State = {
  status: 'unmapped',
  sportsdb_team_id: null,
  league: null,
  confidence_level: null,
  score: null,
  decided_by: null,
}

/** Executes a decision while the row is locked and unchanged since the administrator's page, and records the change. */
function decide(
  db: Kysely<DB>,
  { id, version }: SeenMapping,
  administrator: Administrator,
  work: (trx: Kysely<DB>) => Promise<DecisionOutcome>,
): Promise<DecisionOutcome> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('team_mappings')
      .select('version')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return 'unknown'
    if (row.version !== version) return 'changed'
    const before = await readAudited(trx, id)
    const outcome = await work(trx)
    if (outcome !== 'done') return outcome
    const after = await readAudited(trx, id)
    await recordAudit(trx, administrator, [
      { entity: 'team_mappings', entityId: id, action: 'update', ...after, before: before.after },
    ])
    return outcome
  })
}

/** The data of a row in the history. */
async function readAudited(trx: Kysely<DB>, id: string): Promise<{ label: string; after: Values }> {
  const { matches_team_name, matches_sport_name, matches_country_name, matches_league_name, ...after } =
    await trx
      .selectFrom('team_mappings')
      .select(['matches_team_name', 'matches_sport_name', 'matches_country_name', 'matches_league_name'])
      .select(['status', 'sportsdb_team_name', 'sportsdb_team_id', 'confidence_level'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const place = nameOfPlace([matches_sport_name, matches_country_name, matches_league_name])
  return { label: `${matches_team_name} (${place})`, after }
}

async function readMapping(trx: Kysely<DB>, id: string): Promise<{ team: MatchTeam; before: State }> {
  const row = await trx
    .selectFrom('team_mappings')
    .select([
      'matches_team_name',
      'matches_sport_name',
      'matches_country_name',
      'matches_league_name',
      'status',
      'sportsdb_team_id',
      'sportsdb_league_name',
      'confidence_level',
      'score',
      'decided_by',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    team: {
      name: row.matches_team_name,
      sport: row.matches_sport_name,
      country: row.matches_country_name,
      league: row.matches_league_name,
    },
    before: stateSchema.parse({ ...row, league: row.sportsdb_league_name }),
  }
}

async function takeTeam(
  trx: Kysely<DB>,
  id: string,
  teamId: number,
  { action, administratorId }: { action: 'accept' | 'pick'; administratorId: string },
): Promise<DecisionOutcome> {
  const team = await findTeam(trx, teamId)
  if (!team) return 'unknown-team'
  const mapping = await readMapping(trx, id)
  const decisionId = await noteDecision(trx, id, mapping.before, { action, teamId, administratorId })
  await learn(trx, [{ decisionId, ...mapping.team, lessons: [{ teamId, isSame: true }] }])
  await writeStates(trx, [{ id, ...mappedTo(mapping.team, team), decided_by: administratorId }])
  return 'done'
}

/** The state of a row that a person maps to a team. */
export function mappedTo(match: MatchTeam, team: SportsdbTeam): State {
  const score = formulaScore(match, team)
  return {
    status: 'mapped',
    sportsdb_team_id: team.id,
    league: likestLeague(match, team),
    confidence_level: isDirect(match, team) ? 'direct' : (confidenceOf(score) ?? 'medium'),
    score,
    decided_by: null,
  }
}

async function noteDecision(
  trx: Kysely<DB>,
  mappingId: string,
  before: State,
  decision: { action: 'accept' | 'pick' | 'reject'; teamId: number | null; administratorId: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('team_mapping_decisions')
    .values({
      mapping_id: mappingId,
      action: decision.action,
      sportsdb_team_id: decision.teamId,
      before: JSON.stringify(before),
      administrator_id: decision.administratorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes the states of rows, with copies of their teams' data. Without a decision, runs can map a row again. */
export async function writeStates(trx: Kysely<DB>, rows: readonly (State & { id: string })[]): Promise<void> {
  await sql`
    update team_mappings m set
      status = w.status, confidence_level = w.confidence_level, score = w.score,
      sportsdb_team_id = t.team_id, sportsdb_team_name = t.team_name, sportsdb_team_badge_url = ${badge},
      sportsdb_country_name = t.country, sportsdb_league_name = w.league,
      sportsdb_description_en = t.description_en, sportsdb_gender = t.gender,
      decided_by = w.decided_by, decided_at = case when w.decided_by is null then null else now() end,
      last_mapped_at = case when t.team_id is null then m.last_mapped_at else now() end, version = m.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id uuid, status text, sportsdb_team_id integer,
      league text, confidence_level text, score numeric, decided_by uuid)
      left join sportsdb_teams t on t.team_id = w.sportsdb_team_id
    where m.id = w.id`.execute(trx)
}
