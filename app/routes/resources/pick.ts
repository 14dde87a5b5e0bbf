import { writePick } from '#app/features/coupons/pick.ts'
import { servicesContext } from '#app/platform/services.ts'
import { findPickedOutcome, readPlaceOfPrice } from '#app/site/picked-outcome.server.ts'
import type { Route } from './+types/pick'

/** `?page=&show=&n=&of=`: the pick of the nth of some prices on a page; 404 if the page has no such price. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const place = readPlaceOfPrice(url.searchParams)
  const pick = place && (await findPickedOutcome(services, place))
  if (!pick) throw new Response(null, { status: 404 })
  return Response.json({ pick: writePick(pick) }, { headers: { 'cache-control': 'no-store' } })
}
