import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { matchSlug } from '#app/features/catalogue/slug.ts'
import { joinDuplicateLeagues } from '#app/features/contests/leagues.server.ts'
import type { NewMatch } from '#app/features/matches/editor-schema.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { findOrCreatePlace, recordPlaces } from '../places/own-places.server.ts'
import { type Place, Places } from '../places/places.server.ts'
import { resolveMatches } from '../resolve/resolve-matches.server.ts'
import { insertReviews } from './store-matches.server.ts'

/** No feed has this name, so that a match made by hand has no link of a feed. */
const BY_HAND = 'by-hand'

/**
 * Makes a match without a feed. Its sport, country and league are found by their names as a feed's are, or created; a feed that sends the match
 * later is paired with it. A match that is stored already is not made again.
 * @returns the match as it is stored, and its place for the screen
 */
export async function makeMatch({ database }: Pick<Services, 'database'>, asked: NewMatch, actor: Actor) {
  const made = await database.kysely.transaction().execute(async (tx) => {
    // Two at once would not find each other's match.
    await sql`select pg_advisory_xact_lock(hashtext('match by hand'))`.execute(tx)
    const places = new Places(tx)
    const { home_team, away_team } = asked
    const place = (await findOrCreatePlace(tx, places, asked)) as Place
    const { sport, country: category, league } = place
    const start = new Date(asked.start_time)
    const event = {
      ...{ kind: 'event' as const, position: 0, externalId: randomUUID(), sport, category, league },
      ...{ home: home_team, away: away_team, start, quotes: null, warnings: [] },
    }
    const context = { source: BY_HAND, confirmedAt: start, bookmakers: new Map(), wasSeen: () => false }
    const [resolved] = await resolveMatches(tx, [{ event, place }], context)
    if (!resolved) throw new Error('a match was not resolved')
    const { matchId: id, stored } = resolved
    if (!stored) {
      const { sportId, countryId, leagueId } = place
      await tx
        .insertInto('matches')
        .values({
          ...{ id, sport_id: sportId, country_id: countryId, league_id: leagueId, home_team, away_team },
          ...{ slug: matchSlug(home_team, away_team) ?? '', start_time: start },
          ...{ sport_name: place.sport, country_name: place.country, league_name: place.league },
        })
        .execute()
      await insertReviews(tx, [resolved])
      const label = `${home_team} – ${away_team}`
      const after = { home_team, away_team, start_time: asked.start_time }
      await recordAudit(tx, actor, [{ entity: 'matches', entityId: id, label, action: 'create', after }])
    }
    await recordPlaces(tx, actor, places)
    const match = await tx
      .selectFrom('matches')
      .select(['home_team', 'away_team', 'start_time'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      kind: stored ? ('known' as const) : ('created' as const),
      ...{ teams: `${match.home_team} – ${match.away_team}`, start: match.start_time.toISOString() },
      ...{ id, sport: place.sportId, country: place.countryId, league: place.leagueId },
    }
  })
  // A feed may have the match in a league by another name: a person decides, as after a run.
  if (made.kind === 'created') await joinDuplicateLeagues(database.kysely, [made.league])
  return made
}
