import { getScoreAs, type ScoreMessage } from '#app/features/score-import/recorded-score.server.ts'
import { isId } from '#app/platform/ids.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/score.action'

/** Searches a match's score and streams its progress: one message per line, the outcome last. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, actor } = backOffice(context, 'matches.change')
  const { matchId } = params
  if (!isId(matchId)) throw new Response(null, { status: 404 })
  const stopped = new AbortController()
  const signal = AbortSignal.any([request.signal, stopped.signal])
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (message: ScoreMessage) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(message)}\n`))
      }
      try {
        tell(await getScoreAs(actor, services, matchId, { signal, onProgress: tell }))
      } catch (error) {
        if (!signal.aborted) services.log.error({ err: error, match: matchId }, 'Failed to import score')
        tell({ code: 'failed' })
      }
      if (!signal.aborted) controller.close()
    },
    cancel: () => stopped.abort(),
  })
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } })
}
