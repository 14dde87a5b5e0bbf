import { saveSpinWheel } from '#app/features/promotions/commands.server.ts'
import { spinWheelChange } from '#app/features/promotions/editor-schema.ts'
import { checkChanges, readChanges } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** The places and the texts of the spin wheel. */
export const action = adminAction('promotions.change', async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), spinWheelChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveSpinWheel(services, changes, actor)
})
