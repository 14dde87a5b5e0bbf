import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

/** A request apart from Save Changes: sends it to the screen's action and keeps the result with its time. */
export function useRequest<Outcome extends { kind: string }>() {
  const fetcher = useFetcher<Outcome>()
  const [outcome, setOutcome] = useState<Outcome & { at: number }>()
  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    // Results are plain data and arrive unchanged.
    setOutcome({ ...(fetcher.data as Outcome), at: Date.now() })
  }, [fetcher.state, fetcher.data])
  return {
    outcome,
    busy: fetcher.state !== 'idle',
    send(body: unknown) {
      setOutcome(undefined)
      fetcher.submit(JSON.stringify(body), { method: 'post', encType: 'application/json' })
    },
  }
}
