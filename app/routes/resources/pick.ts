import { writePick } from '#app/features/coupons/pick.ts'
import { servicesContext } from '#app/platform/services.ts'
import { findPickedOutcome, readPlaceOfPrice } from '#app/site/picked-outcome.server.ts'
import type { Route } from './+types/pick'

/** `?page=&market=&n=&of=`: the pick of the nth of some prices on a page; 404 if there is no such price any more. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const place = readPlaceOfPrice(url.searchParams)
  const pick = place && (await findPickedOutcome(services, place))
  if (!pick) throw new Response(null, { status: 404 })
  return Response.json({ pick: writePick(pick) }, { headers: { 'cache-control': 'no-store' } })
}
