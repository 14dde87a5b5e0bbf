import { readPriceGrid } from '#app/features/odds/typed-prices.server.ts'
import { isId } from '#app/platform/ids.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/prices'

/** The bookmakers' prices of a match, for its editor. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'matches.read')
  const grid = isId(params.matchId) ? await readPriceGrid(services, params.matchId) : null
  if (!grid) throw new Response(null, { status: 404 })
  return Response.json(grid, { headers: { 'Cache-Control': 'no-store' } })
}
