import { pastPricesSchema, startPastPrices } from '#app/features/imports/past/past-prices.server.ts'
import { startRecorded } from '#app/features/runs/recorded-runs.server.ts'
import { readJson } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** Queues an import of past prices; the site's worker carries it out, also when the page is closed. */
export const action = adminAction('imports.change', async ({ services, actor, request, params }) => {
  const choice = await readJson(request, pastPricesSchema)
  if (choice.source !== params.source) throw new Response(null, { status: 404 })
  const after = JSON.parse(JSON.stringify(choice)) as Record<string, string | number>
  return startRecorded(services, actor, { label: 'past-prices', after }, (desk) =>
    startPastPrices(desk, services.env, { ...choice, administratorId: actor.id }),
  )
})
