import { type Kysely, sql } from 'kysely'
import { sideOf } from '#app/features/names/sides.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Lesson } from './lessons.ts'
import { sportKey } from './rules.ts'
import { aliasKey, countryKey } from './teams.server.ts'

/** Lessons of a sport and country, by the name's key. */
export type Aliases = ReadonlyMap<string, readonly Lesson[]>

export interface Place {
  sport: string
  country: string
}

/**
 * The lessons of a place, each with the side of the row whose decision taught it. Of a row's decisions, the last one
 * states which team it is; rejected teams stay rejected.
 */
export async function readAliases(db: Kysely<DB>, sport: string, country: string): Promise<Aliases> {
  const rows = await db
    .selectFrom('team_aliases as a')
    .innerJoin('team_mapping_decisions as d', 'd.id', 'a.decision_id')
    .innerJoin('team_mappings as m', 'm.id', 'd.mapping_id')
    .select([
      'a.alias as name',
      'a.alias_key',
      'a.sportsdb_team_id as teamId',
      'a.is_same as isSame',
      'm.matches_league_name as league',
    ])
    .where('a.sport_key', '=', sportKey(sport))
    .where('a.country_key', '=', countryKey(country))
    .where((where) =>
      where.or([
        where('a.is_same', '=', false),
        where.not(
          where.exists(
            where
              .selectFrom('team_mapping_decisions as later')
              .select('later.id')
              .whereRef('later.mapping_id', '=', 'd.mapping_id')
              .whereRef('later.id', '>', 'd.id')
              .where('later.undone_at', 'is', null),
          ),
        ),
      ]),
    )
    .orderBy('d.id')
    .execute()
  const lessons = rows.map(({ teamId, isSame, alias_key, ...row }) => ({
    key: alias_key,
    lesson: { teamId, isSame, side: sideOf(row) },
  }))
  return new Map(
    [...Map.groupBy(lessons, ({ key }) => key)].map(([key, all]) => [key, all.map(({ lesson }) => lesson)]),
  )
}

/** What a decision teaches: its name means this team, or none of those. */
export interface Teaching extends Place {
  decisionId: number
  name: string
  lessons: readonly { teamId: number; isSame: boolean }[]
}

/** Stores the lessons of decisions. */
export async function learn(trx: Kysely<DB>, decisions: readonly Teaching[]): Promise<void> {
  const rows = decisions.flatMap(({ decisionId, name, sport, country, lessons }) => {
    const key = aliasKey(name)
    if (key === '') return []
    const place = { sport_key: sportKey(sport), country_key: countryKey(country) }
    return lessons.map(({ teamId, isSame }) => ({
      ...{ decision_id: decisionId, alias: name, alias_key: key, ...place },
      ...{ sportsdb_team_id: teamId, is_same: isSame },
    }))
  })
  if (rows.length === 0) return
  await sql`
    insert into team_aliases (decision_id, alias, alias_key, sport_key, country_key, sportsdb_team_id, is_same)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (decision_id bigint, alias text,
      alias_key text, sport_key text, country_key text, sportsdb_team_id integer, is_same boolean)`.execute(
    trx,
  )
}

/** Ends decisions: deletes their lessons. */
export async function undo(trx: Kysely<DB>, decisionIds: readonly number[], by: string): Promise<void> {
  const ids = sql<number>`any(${[...decisionIds]}::bigint[])`
  await trx.deleteFrom('team_aliases').where('decision_id', '=', ids).execute()
  await trx
    .updateTable('team_mapping_decisions')
    .set({ undone_at: sql`now()`, undone_by: by })
    .where('id', '=', ids)
    .execute()
}
