import { CLIENT_ADDRESS_HEADER } from '#app/features/accounts/client-address.ts'
import { openVisit, readForm } from '#app/features/accounts/visit.server.ts'
import { isClick } from '#app/features/affiliates/outbound-link.ts'
import { readMark } from '#app/features/experiments/mark.ts'
import { findRunning } from '#app/features/experiments/queries.server.ts'
import { COUNTED_OF_NETWORK, countVisitor } from '#app/features/experiments/visitors.server.ts'
import { createAllowance } from '#app/platform/http/allowance.server.ts'
import { network } from '#app/platform/http/network.server.ts'
import type { Route } from './+types/experiment'
import { NO_STORE } from './no-store.ts'

const allowance = createAllowance(COUNTED_OF_NETWORK)

/**
 * Counts a visitor who has seen the variant of the form's `mark`: 204, also for what is not counted: a robot, a mark of another
 * experiment, too many of a network. 400 for a text that is no mark.
 */
export async function action(args: Route.ActionArgs) {
  const visit = await openVisit({ ...args, params: {} })
  const form = await readForm(visit)
  const mark = readMark(String(form.get('mark') ?? ''))
  if (!mark) return new Response(null, { status: 400, ...NO_STORE })
  const { headers } = args.request
  const running = await findRunning(visit.services)
  const from = network(headers.get(CLIENT_ADDRESS_HEADER) ?? '')
  if (running?.number === mark.number && isClick('GET', headers) && allowance.has(from)) {
    allowance.take(from)
    countVisitor(visit.services, running.id, mark.variant, new Date())
  }
  return new Response(null, { status: 204, ...NO_STORE })
}
