import { askSportsDb } from '#app/features/sources/sportsdb/commands.server.ts'
import { proxyRequestSchema } from '#app/features/sources/sportsdb/schema.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/route'

/** Why there is no response of TheSportsDB; `message` is shown to a person. */
type ProxyError =
  | { kind: 'invalid'; message: string }
  | { kind: 'not_configured'; message: string }
  | { kind: 'failed'; message: string }

const STATUS = { invalid: 422, not_configured: 503, failed: 502 } as const

/**
 * The response of TheSportsDB, `?endpoint=search_all_teams.php&params=c%3DSpain&sport=Soccer`, requested with the
 * server's key.
 */
export async function loader({ context, request, url }: Route.LoaderArgs): Promise<Response> {
  const { services } = backOffice(context, 'imports.read')
  const asked = proxyRequestSchema.safeParse(Object.fromEntries(url.searchParams))
  if (!asked.success) {
    const names = asked.error.issues.map(({ path }) => path.join('.')).join(', ')
    return refuse({ kind: 'invalid', message: `Not a request that is passed on: ${names}` })
  }
  const answer = await askSportsDb(services.database.kysely, services.env, asked.data, request.signal)
  if (answer.kind === 'answer') return Response.json(answer.value)
  if (answer.kind === 'not_configured') {
    return refuse({ kind: 'not_configured', message: 'There is no key of TheSportsDB.' })
  }
  services.log.warn({ code: answer.code, detail: answer.message }, 'TheSportsDB did not answer')
  return refuse({ kind: 'failed', message: `API request failed: ${answer.status ?? answer.code}` })
}

function refuse(error: ProxyError): Response {
  return Response.json(error, { status: STATUS[error.kind] })
}
