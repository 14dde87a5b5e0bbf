import type { Kysely } from 'kysely'
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

/** Stores the lesson of a decision: the name means this team, or none of those. */
export async function learn(
  trx: Kysely<DB>,
  decisionId: number,
  name: string,
  { sport, country }: Place,
  lessons: readonly { teamId: number; isSame: boolean }[],
): Promise<void> {
  const key = aliasKey(name)
  if (key === '' || lessons.length === 0) return
  await trx
    .insertInto('team_aliases')
    .values(
      lessons.map(({ teamId, isSame }) => ({
        decision_id: decisionId,
        alias: name,
        alias_key: key,
        sport_key: sportKey(sport),
        country_key: countryKey(country),
        sportsdb_team_id: teamId,
        is_same: isSame,
      })),
    )
    .execute()
}

/** Deletes the lesson of a decision. */
export async function unlearn(trx: Kysely<DB>, decisionId: number): Promise<void> {
  await trx.deleteFrom('team_aliases').where('decision_id', '=', decisionId).execute()
}
