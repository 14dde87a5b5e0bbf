import { z } from 'zod'
import { findSchedule } from '#app/features/imports/schedules/schedules.server.ts'
import { startSchedule } from '#app/features/imports/start-schedule.server.ts'
import { startRecorded } from '#app/features/runs/recorded-runs.server.ts'
import { readJson } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** Queues the runs of a schedule now, also if it is off; the site's worker carries them out. */
export const action = adminAction('imports.change', async ({ services, actor, request }) => {
  const { id } = await readJson(request, z.object({ id: z.uuid() }))
  const schedule = await findSchedule(services.database.kysely, id)
  if (!schedule) throw new Response(null, { status: 404 })
  const turn = { at: new Date(), requestedBy: actor.id }
  return startRecorded(services, actor, { label: schedule.feed, after: {} }, (desk) =>
    startSchedule(desk, services.env, schedule, turn),
  )
})
