import { importTranslations } from '#app/features/translations/commands.server.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/import'

/**
 * Imports the file in the body, and streams its progress: lines of JSON, the last of which is the outcome. The import
 * continues when the client disconnects.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = backOffice(context, 'texts.change')
  const file = await request.text()
  let listening = true
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (line: unknown) => {
        if (listening) controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`))
      }
      try {
        tell(await importTranslations(services, file, actor, tell))
      } catch (error) {
        services.log.error({ err: error }, 'Failed to import translations')
        tell({ kind: 'failed', written: 0 })
      }
      if (listening) controller.close()
    },
    cancel() {
      listening = false
    },
  })
  return new Response(lines, { headers: { 'Content-Type': 'application/x-ndjson' } })
}
