import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { sportKey } from './rules.ts'
import { aliasKey, countryKey } from './teams.server.ts'

/** What persons have taught of a name. */
export interface Lesson {
  /** The team that it means. */
  same?: number
  /** Teams that it does not mean. */
  different: Set<number>
}

/** Lessons of a sport and country, by the name's key. */
export type Aliases = ReadonlyMap<string, Lesson>

export interface Place {
  sport: string
  country: string
}

/** The lessons of a place. Where persons have taught different teams for one name, none is taken as the meaning. */
export async function readAliases(db: Kysely<DB>, sport: string, country: string): Promise<Aliases> {
  const rows = await db
    .selectFrom('team_aliases')
    .select(['alias_key', 'sportsdb_team_id', 'is_same'])
    .where('sport_key', '=', sportKey(sport))
    .where('country_key', '=', countryKey(country))
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.alias_key)].map(([key, lessons]) => {
      const same = new Set(lessons.filter(({ is_same }) => is_same).map((lesson) => lesson.sportsdb_team_id))
      const different = lessons.filter(({ is_same }) => !is_same).map((lesson) => lesson.sportsdb_team_id)
      const [only] = same
      return [key, { ...(same.size === 1 && { same: only }), different: new Set(different) }]
    }),
  )
}

/** Keeps what a decision teaches: the name means this team, or none of those. */
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

/** Forgets what a decision taught. */
export async function unlearn(trx: Kysely<DB>, decisionId: number): Promise<void> {
  await trx.deleteFrom('team_aliases').where('decision_id', '=', decisionId).execute()
}
