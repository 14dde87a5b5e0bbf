import { readChanges, readLogRange } from '#app/features/read-api/changes.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { changeStreamsContext } from '#app/features/read-api/stream.server.ts'
import { servedAudience, UNLIMITED } from '#app/platform/http/audience.server.ts'
import type { Route } from './+types/changes-stream'
import { streamRead } from './reads.server.ts'

/** The changes of matches as server-sent events, from now on or from an id. */
export function loader(args: Route.LoaderArgs) {
  const lastEvent = args.request.headers.get('last-event-id')
  const streams = args.context.get(changeStreamsContext)
  return streamRead(ENDPOINTS.streamChanges, async ({ services, query, key }) => {
    const { league, type } = query
    const position = lastEvent || query.after
    if (position !== undefined && !/^\d{1,15}$/.test(position))
      return { error: 'bad-request', message: 'Last-Event-ID: the id of a change' }
    const after = position === undefined ? null : Number(position)
    // A position that is no longer kept and an unknown league are refused before the stream begins.
    const known = await readChanges(services, { after, league, type, limit: 1 })
    if (!known) return { error: 'not-found' }
    if (known === 'gone') return { error: 'gone' }
    const { latest } = await readLogRange(services.database.kysely)
    const audience = servedAudience() ?? UNLIMITED
    const stream = streams.open({ key, audience, after: after ?? latest, league, type })
    return stream ? { value: stream } : { error: 'too-many-streams' }
  })(args)
}
