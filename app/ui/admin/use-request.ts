import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

/**
 * A request apart from Save Changes: sends it to the screen's action and keeps the result with its time.
 * @param onArrival called once with each result, for example to empty the form
 */
export function useRequest<Outcome extends { kind: string }>(onArrival?: (outcome: Outcome) => void) {
  const fetcher = useFetcher<Outcome>()
  const [outcome, setOutcome] = useState<Outcome & { at: number }>()
  const [latest, setLatest] = useState<Outcome & { at: number }>()
  const sending = useRef(false)
  const arrive = useRef(onArrival)
  arrive.current = onArrival
  useEffect(() => {
    if (fetcher.state !== 'idle') return
    sending.current = false
    if (!fetcher.data) return
    // Results are plain data and arrive unchanged.
    const arrived = { ...(fetcher.data as Outcome), at: Date.now() }
    setOutcome(arrived)
    setLatest(arrived)
    arrive.current?.(arrived)
  }, [fetcher.state, fetcher.data])
  const send = (body: unknown) => {
    setOutcome(undefined)
    sending.current = true
    fetcher.submit(JSON.stringify(body), { method: 'post', encType: 'application/json' })
  }
  return {
    outcome,
    /** Like `outcome`, but it stays until the next result arrives. */
    latest,
    busy: fetcher.state !== 'idle',
    send,
    /** Sends nothing while a request is on its way: the second press of a double click comes before the button is unavailable. */
    sendOnce: (body: unknown) => {
      if (!sending.current) send(body)
    },
  }
}
