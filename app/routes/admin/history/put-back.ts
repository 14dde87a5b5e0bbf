import { z } from 'zod'
import { confirmPassword } from '#app/features/accounts/confirm-password.server.ts'
import { putBack, readEarlierValues } from '#app/features/history/put-back.server.ts'
import { putBackRequest } from '#app/features/history/schema.ts'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice } from '../guard.server.ts'
import type { Route } from './+types/put-back'
import { restorablesOf } from './restorables.server.ts'

const entryNumber = z.coerce.number().int().positive().catch(0)

/** What an entry can put back, `?entry=17`, beside the current values. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'history.change')
  const id = entryNumber.parse(url.searchParams.get('entry'))
  const earlier = await readEarlierValues(services, await restorablesOf(services), id)
  return Response.json(earlier, { headers: { 'Cache-Control': 'no-store' } })
}

export const action = adminAction('history.change', async ({ services, actor, request }) => {
  const asked = await readJson(request, putBackRequest)
  return putBack(services, await restorablesOf(services), actor, asked, () =>
    confirmPassword(services, request, actor.id, asked.password),
  )
})
