import { useEffect, useRef, useState } from 'react'
import type { ScoreMessage } from '#app/features/score-import/recorded-score.server.ts'

/** How long the end of a search is shown. */
const SUCCESS_MS = 3_000
const ERROR_MS = 5_000

const PROGRESS = new Set<ScoreMessage['code']>([
  'searching',
  'searching-season',
  'searching-otherwise',
  'waiting',
])

/** The state of a search: its messages, or that the change is refused. */
type SearchProgress = ScoreMessage | { code: 'signed-out' } | { code: 'forbidden' }

export type ScoreState = 'progress' | 'success' | 'error'

/** Whether a message is progress or the outcome. */
export function scoreState({ code }: Pick<ScoreMessage, 'code'>): ScoreState {
  if (code === 'updated') return 'success'
  return PROGRESS.has(code) ? 'progress' : 'error'
}

/**
 * Clears the final message of a search, a success sooner than an error.
 * @returns a function that cancels it
 */
export function clearLater({ code }: SearchProgress, clear: () => void): (() => void) | undefined {
  if (code === 'signed-out' || code === 'forbidden') return
  const state = scoreState({ code })
  if (state === 'progress') return
  const timer = setTimeout(clear, state === 'success' ? SUCCESS_MS : ERROR_MS)
  return () => clearTimeout(timer)
}

/** Requests the score of a match and shows each message as it arrives; the last one disappears by itself. */
export function useScore(matchId: string, onUpdated: () => void) {
  const [message, setMessage] = useState<SearchProgress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => (message ? clearLater(message, () => setMessage(undefined)) : undefined), [message])
  const ask = async () => {
    const controller = new AbortController()
    running.current = controller
    setMessage({ code: 'searching' })
    let last: SearchProgress = { code: 'failed' }
    try {
      for await (const told of askForScore(matchId, controller.signal)) {
        last = told
        setMessage(told)
      }
    } catch {
      if (controller.signal.aborted) return
      last = { code: 'failed' }
    }
    // An interrupted connection has no outcome.
    if (last.code !== 'signed-out' && last.code !== 'forbidden' && scoreState(last) === 'progress')
      last = { code: 'failed' }
    setMessage(last)
    if (last.code === 'updated') onUpdated()
  }
  return { message, ask }
}

async function* askForScore(matchId: string, signal: AbortSignal): AsyncGenerator<SearchProgress> {
  const response = await fetch(`/admin/matches/${matchId}/score`, { method: 'POST', signal })
  if (response.status === 401 || response.status === 403) {
    yield { code: response.status === 401 ? 'signed-out' : 'forbidden' }
    return
  }
  if (!response.ok || !response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ScoreMessage
  }
}
