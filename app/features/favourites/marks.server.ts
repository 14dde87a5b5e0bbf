import { isId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { addFavourite, removeFavourite } from '../accounts/commands.server.ts'
import { listFavouriteIds } from '../accounts/queries.server.ts'
import { teamKey } from '../statistics/standings.ts'
import { type Mark, writeMark } from './marks.ts'

type Target = Pick<Services, 'database'>

/** The most favourite teams of a visitor, and the most favourite matches that are shown. */
const MOST = 200
/** The most favourite matches that are stored: a job removes those that are long over. */
const MOST_STORED = 10 * MOST
/** A favourite match stays on its visitor's page for a while after its start. */
export const SHOWN_AFTER_HOURS = 12

/** A match that started before is not shown among the favourites. */
export const shownFrom = (): Date => new Date(Date.now() - SHOWN_AFTER_HOURS * 3_600_000)

/** The mark in the end of an address, whose segments are decoded; undefined if it is malformed. */
export function readMark(path: string): Mark | undefined {
  const [first = '', second = '', third = '', ...more] = path.split('/')
  if (more.length > 0) return undefined
  if (second === '') return isId(first) ? { kind: 'league', leagueId: first } : undefined
  if (!isId(second)) return undefined
  if (first === 'match' && third === '') return { kind: 'match', matchId: second }
  if (first === 'team' && third !== '' && third.length <= 200)
    return { kind: 'team', countryId: second, slug: third }
  return undefined
}

/** A mark as `writeMark` writes it. */
export function readWrittenMark(text: string): Mark | undefined {
  try {
    return readMark(decodeURIComponent(text))
  } catch {
    return undefined
  }
}

/** The marks of a visitor as texts, first marked first. */
export async function listMarks({ database }: Target, userId: string): Promise<string[]> {
  const { kysely } = database
  const [leagues, teams, matches] = await Promise.all([
    listFavouriteIds({ database }, userId),
    kysely
      .selectFrom('favorite_teams')
      .select(['country_id', 'slug'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    kysely
      .selectFrom('favorite_matches')
      .select('match_id')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  ])
  return [
    ...leagues,
    ...teams.map(({ country_id, slug }) => writeMark({ kind: 'team', countryId: country_id, slug })),
    ...matches.map(({ match_id }) => writeMark({ kind: 'match', matchId: match_id })),
  ]
}

/** Adds a favourite; false if what is marked does not exist, or if there are too many. Adding it again changes nothing. */
export async function addMark({ database }: Target, userId: string, mark: Mark): Promise<boolean> {
  if (mark.kind === 'league') return addFavourite({ database }, userId, mark.leagueId)
  const { kysely } = database
  if (mark.kind === 'team') {
    const { count } = await kysely
      .selectFrom('favorite_teams')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST) return false
    if (!(await hasTeam({ database }, mark))) return false
    await kysely
      .insertInto('favorite_teams')
      .values({ user_id: userId, country_id: mark.countryId, slug: mark.slug })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  }
  const { stored, shown } = await kysely
    .selectFrom('favorite_matches as f')
    .innerJoin('matches as m', 'm.id', 'f.match_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('stored'),
      eb.fn.countAll<number>().filterWhere('m.start_time', '>', shownFrom()).as('shown'),
    ])
    .where('f.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(shown) >= MOST || Number(stored) >= MOST_STORED) return false
  const match = await kysely
    .selectFrom('matches')
    .select('id')
    .where('id', '=', mark.matchId)
    .executeTakeFirst()
  if (!match) return false
  await kysely
    .insertInto('favorite_matches')
    .values({ user_id: userId, match_id: mark.matchId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Whether a country has a team with this slug. */
export async function hasTeam(
  { database }: Target,
  { countryId, slug }: { countryId: string; slug: string },
): Promise<boolean> {
  const rows = await database.kysely
    .selectFrom('teams')
    .select(['name', 'slug'])
    .where('country_id', '=', countryId)
    // The job has not read the newest names yet.
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'is', null)]))
    .execute()
  return rows.some((row) => (row.slug ?? teamKey(row.name)) === slug)
}

export async function removeMark({ database }: Target, userId: string, mark: Mark): Promise<void> {
  if (mark.kind === 'league') return removeFavourite({ database }, userId, mark.leagueId)
  const { kysely } = database
  if (mark.kind === 'team')
    await kysely
      .deleteFrom('favorite_teams')
      .where('user_id', '=', userId)
      .where('country_id', '=', mark.countryId)
      .where('slug', '=', mark.slug)
      .execute()
  else
    await kysely
      .deleteFrom('favorite_matches')
      .where('user_id', '=', userId)
      .where('match_id', '=', mark.matchId)
      .execute()
}
