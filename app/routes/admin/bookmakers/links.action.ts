import { saveTemplates } from '#app/features/affiliates/commands.server.ts'
import { templateChange } from '#app/features/affiliates/editor-schema.ts'
import { checkChanges, readChanges } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** The links of a bookmaker, by country. */
export const action = adminAction('links.change', async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), templateChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveTemplates(services, changes, actor)
})
